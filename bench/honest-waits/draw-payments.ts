import type { Random } from '../../server/test/drawn-slips.ts';

/** How one payment is made. `to`: the bank, gateway or wallet of ours that it reaches; one of them is drawn. */
type Kind = { name: string; of: number; to: readonly string[]; by: 'code' | 'transfer' | 'wallet' } & {
  /** Of a QR code: whether the gateway names the payer. */
  isNamed?: boolean;
  /** The member uploads the slip of the transfer at once. */
  hasSlip?: boolean;
  /** Our bank never tells the transfer. */
  isUntold?: boolean;
};

const GATEWAYS = ['WW', 'PAYONEX', 'PAYTIMZ', 'FP'];
/** These banks of the sandbox show whole senders; SCB shows four digits and a cut name. */
const WHOLE = ['KBANK', 'GSB'];
const CUT = ['SCB'];

/** What 200 members do; the parts of the whole do not depend on the seed. */
const KINDS: readonly Kind[] = [
  { name: 'QR of a gateway, payer named', of: 30, to: GATEWAYS, by: 'code', isNamed: true },
  { name: 'QR of a gateway, payer not named', of: 30, to: GATEWAYS, by: 'code' },
  { name: 'QR of a bank, payer named', of: 15, to: ['KBANK'], by: 'code', isNamed: true },
  { name: 'QR of a bank, payer not named', of: 15, to: ['KBANK'], by: 'code' },
  { name: 'transfer, sender shown whole', of: 30, to: WHOLE, by: 'transfer' },
  { name: 'transfer, sender shown cut', of: 30, to: CUT, by: 'transfer' },
  { name: 'slip and feed, sender shown whole', of: 10, to: WHOLE, by: 'transfer', hasSlip: true },
  { name: 'slip and feed, sender shown cut', of: 10, to: CUT, by: 'transfer', hasSlip: true },
  { name: 'slip, and the feed never tells', of: 10, to: CUT, by: 'transfer', hasSlip: true, isUntold: true },
  { name: 'True Wallet', of: 20, to: ['TRUEMONEY'], by: 'wallet' },
];
export const KIND_NAMES = KINDS.map(({ name }) => name);

/** `equalTo`: the payment has the amount and the account of that one. */
export type Planned = { kind: Kind; to: string; payer: number; amount: number; equalTo?: Planned };

/** Amounts in whole baht, no two equal, and none that the demonstration pays in. */
export function drawAmounts(random: Random): () => number {
  const amounts = shuffled(
    random,
    Array.from({ length: 1_899 }, (_, index) => 101 + index),
  );
  return () => {
    const amount = amounts.pop();
    if (amount === undefined) throw new Error('there are no more amounts');
    return amount;
  };
}

/** One of each kind's payments after the other in a drawn order, each by a drawn payer. */
export function drawPayments(random: Random, payers: number, nextAmount: () => number): Planned[] {
  const kinds = KINDS.flatMap((kind) => Array.from({ length: kind.of }, () => kind));
  return shuffled(random, kinds).map((kind) => ({
    kind,
    to: kind.to[Math.floor(random() * kind.to.length)] as string,
    payer: Math.floor(random() * payers),
    amount: nextAmount(),
  }));
}

/**
 * Makes a tenth of the payments equal to another of the nine tenths that reaches the same account; every second of them is
 * paid right behind that other, where neither's line has been read yet.
 */
export function makeTenthEqual(random: Random, payments: Planned[]): Planned[] {
  const tenth = shuffled(random, payments).slice(0, payments.length / 10);
  const order = payments.filter((payment) => !tenth.includes(payment));
  const free = shuffled(random, order);
  for (const [index, payment] of tenth.entries()) {
    const equalTo = free.find(({ to }) => to === payment.to);
    if (!equalTo) throw new Error(`no other payment reaches ${payment.to}`);
    free.splice(free.indexOf(equalTo), 1);
    Object.assign(payment, { amount: equalTo.amount, equalTo });
    const place = index % 2 === 0 ? order.indexOf(equalTo) + 1 : Math.floor(random() * (order.length + 1));
    order.splice(place, 0, payment);
  }
  return order;
}

function shuffled<Item>(random: Random, items: Item[]): Item[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as Item);
}
