import { expect, test } from 'vitest';
import { qrPhase } from './qr-phase.ts';

const code = { hasQrcode: true, qrcodeId: 'a', qrcode: '<svg/>', amount: 500.25, expireIn: '' } as const;
const waiting = {
  watched: { code, balance: 100_00n, coins: 0 },
  balance: 100_00n,
  secondsLeft: 60,
  isClosed: false,
  isChecked: false,
};

test.each([
  ['nothing was seen', { watched: null }, 'none'],
  ['it waits', {}, 'waiting'],
  ['money came by another way while it waits', { balance: 900_00n }, 'waiting'],
  ['it is closed and its money is in the wallet', { isClosed: true, balance: 600_25n }, 'arrived'],
  ['it ran out just when its money came', { secondsLeft: 0, balance: 600_25n }, 'arrived'],
  ['it is closed and the wallet was not read yet', { isClosed: true }, 'checking'],
  ['it is closed without money', { isClosed: true, isChecked: true }, 'closed'],
  ['it is closed and less came than it asked for', { isClosed: true, isChecked: true, balance: 600_24n }, 'closed'],
  ['its time is over', { secondsLeft: 0 }, 'expired'],
  ['its time is over and the server has closed it', { secondsLeft: 0, isClosed: true, isChecked: true }, 'expired'],
  ['a second is left', { secondsLeft: 1 }, 'waiting'],
])('when %s', (_what, signs, name) => {
  expect(qrPhase({ ...waiting, ...signs }).name).toBe(name);
});

test('a code that was paid tells the coins from before, so that the new ones can be counted', () => {
  const watched = { ...waiting.watched, coins: 3 };
  const phase = qrPhase({ ...waiting, watched, isClosed: true, balance: 600_25n });
  expect(phase).toEqual({ name: 'arrived', code, coinsBefore: 3 });
});
