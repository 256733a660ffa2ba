import type { Mutant } from '../mutant.ts';

const MONEY = 'contract/src/money.ts';
const MONEY_TEST = 'contract/src/money.test.ts';

export const contract: Mutant[] = [
  {
    name: 'half a baht is read as five satang',
    file: MONEY,
    from: `replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(`,
    to: `replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padStart(`,
    why: '100.5 is booked as 100.05',
    noticedBy: [MONEY_TEST],
  },
  {
    name: 'what was taken is added as if it were given',
    file: MONEY,
    from: 'amount < 0 ? -minorOf(-amount)',
    to: 'amount < 0 ? minorOf(-amount)',
    why: 'a statement tells a loss as a win',
    noticedBy: [MONEY_TEST],
  },
  {
    name: 'a damaged QR code of a payment is believed',
    file: 'contract/src/deposits/emv.ts',
    from: ' || fields.get(CHECKSUM) !== crc16(text.slice(0, -4))',
    to: '',
    why: 'a member pays an amount, or an account, that was never meant',
    noticedBy: ['contract/src/deposits/emv.test.ts'],
  },
  {
    name: 'a draw on the edge falls into the slice before',
    file: 'contract/src/rewards/draw.ts',
    from: 'if (left < BigInt(weight)) return',
    to: 'if (left <= BigInt(weight)) return',
    why: 'what cannot be won is won now and then',
    noticedBy: ['contract/src/rewards/draw.test.ts'],
  },
  {
    name: 'a spin is fair if any of its checks passes',
    file: 'contract/src/rewards/proof.ts',
    from: `Object.values(steps).every((step) => step !== 'failed')`,
    to: `Object.values(steps).some((step) => step !== 'failed')`,
    why: 'a member is told that a spin was fair which was not',
    noticedBy: ['contract/src/rewards/proof.test.ts'],
  },
];
