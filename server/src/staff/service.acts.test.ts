import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { cloneDatabase, contents, startProduct } from '../../test/harness.ts';
import { CannotDo } from './act.ts';

const database = await cloneDatabase();
const { db, owner } = database;
const product = await startProduct(database, { ROLE: 'api' });
const operator = operatorOf(db);
const lookup = async (name: string) => {
  const { status, body } = await product.call(`GET /api/lookup/${name}`);
  return status === 200 ? body : status;
};

test('a setting that an operator switches is in force at once, and shown', async () => {
  expect(await operator('register-otp', 'on')).toBe('Registration OTP is on.');
  expect(await operator('chat-widget', 'off')).toBe('The chat widget is off.');
  expect(await operator('slip-window', '22:15', '01:05')).toBe('No slips are taken from 22:15 to 01:05.');
  expect(await operator('notice', '<b>Songkran</b>')).toBe('The notice is shown.');
  expect(JSON.parse(await operator('settings'))).toEqual({
    service: 'active',
    registerOtp: true,
    chatWidget: false,
    slipsClosed: { from: '22:15', to: '01:05' },
    notice: '<b>Songkran</b>',
    payoutsPaused: false,
  });
  expect(await lookup('registerOTP')).toEqual({ enabled: true });
  expect(await lookup('enableChatWidget')).toEqual({ enabled: false });
  expect(await lookup('notice')).toEqual({ html: '<b>Songkran</b>' });
  expect(await operator('register-otp', 'off')).toBe('Registration OTP is off.');
  expect(await operator('chat-widget', 'on')).toBe('The chat widget is on.');
  expect(await operator('notice', 'off')).toBe('There is no notice.');
  expect(await lookup('registerOTP')).toEqual({ enabled: false });
  expect(await lookup('enableChatWidget')).toEqual({ enabled: true });
  expect(await lookup('notice')).toEqual({});
});

test('the service is gone, where two operators say so, until one says that it is active again', async () => {
  const second = async () => (await db.query('select second from audit_log order by id desc limit 1')).rows[0]?.second;
  expect(await operator('service', 'gone')).toBe('The service is gone.');
  expect(await second()).toBe('another tester');
  expect(await lookup('info')).toBe(410);
  expect(await lookup('active')).toEqual({ terminated: 'gone' });
  expect(await operator('service', 'active')).toBe('The service is active.');
  expect(await second()).toBeNull();
  expect(await lookup('active')).toEqual({ terminated: null });
});

test('a denied network is kept out, but for what is allowed inside it', async () => {
  expect(await operator('address list')).toBe('There are no rules.');
  expect(await operator('address deny', '127.0.0.0/8')).toBe('127.0.0.0/8 is kept out.');
  expect(await lookup('info')).toBe(403);
  expect(await operator('address allow', '127.0.0.1')).toBe('127.0.0.1 is let in.');
  expect(await lookup('info')).toMatchObject({ name: expect.any(String) });
  expect(await operator('address list')).toBe('deny  127.0.0.0/8\nallow 127.0.0.1/32');
  expect(await operator('address allow', '127.0.0.0/8')).toBe('127.0.0.0/8 is let in.');
  expect(await operator('address forget', '127.0.0.1')).toBe('The rule for 127.0.0.1 is gone.');
  expect(await operator('address list')).toBe('allow 127.0.0.0/8');
  await operator('address forget', '127.0.0.0/8');
  await expect(operator('address forget', '127.0.0.0/8')).rejects.toThrow('There is no rule for 127.0.0.0/8.');
});

test.each([
  [['service', 'closed'], 'Say active or gone.'],
  [['service'], 'Say active or gone.'],
  [['register-otp', 'yes'], 'Say on or off.'],
  [['chat-widget', ''], 'Say on or off.'],
  [['slip-window', '23:30'], 'Give two times of day such as 23:30 00:30.'],
  [['slip-window', '24:00', '7:00'], 'Give two times of day such as 23:30 00:30.'],
  [['notice'], 'Say what the notice is, or off.'],
  [['notice', ''], 'Say what the notice is, or off.'],
  [['address deny', 'somewhere'], 'somewhere is no address and no network.'],
  [['address allow', '10.0.0.1/8'], '10.0.0.1/8 is no address and no network.'],
  [['address forget', 'x'], 'x is no address and no network.'],
  [['audit', 'many'], 'Say how many, such as 20.'],
])('%j is refused, and changes nothing', async ([name = '', ...words], sentence) => {
  const before = await contents(db);
  await expect(operator(name, ...words)).rejects.toThrow(new CannotDo(sentence));
  expect(await contents(db)).toEqual(before);
});

test('the audit log is read newest first, in the words that were typed, also those of the time before inputs were kept', async () => {
  await owner.query(`insert into audit_log (operator, act, why) values ('lek', 'member block 0812345678', 'long ago')`);
  await operator('slip-window', '23:30', '00:30');
  await operator('service', 'active');
  const [first, second, third, ...rest] = (await operator('audit', '3')).split('\n');
  expect(first).toMatch(/^20\d\d-.*Z {2}a tester {2}service active {2}— a test$/);
  expect(second).toMatch(/Z {2}a tester {2}slip-window 23:30 00:30 {2}— a test$/);
  expect(third).toMatch(/Z {2}lek {2}member block 0812345678 {2}— long ago$/);
  expect(rest).toEqual([]);
});
