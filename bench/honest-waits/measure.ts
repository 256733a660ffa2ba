import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../server/test/drawn-slips.ts';
import { drawAmounts, drawPayments, KIND_NAMES, makeTenthEqual } from './draw-payments.ts';
import { drawPeople, type Member, register, statementOf } from './members.ts';
import { IN_TIME_MS, PATIENCE_MS, type Paid, payAll } from './pay.ts';
import { type Service, startService } from './service.ts';
import { type Left, PLAIN, REVIEWED, withdrawPlain, withdrawReviewed } from './withdraw.ts';

const PAYERS = 60;
const PLAIN_WITHDRAWALS = 20;
const REVIEWED_WITHDRAWALS = 10;
/** As the list shows them: channels; rule: remark. */
const NAMED = /; [^:]+: /;

export type Measured = {
  different: Paid[];
  tenthEqual: Paid[];
  /**
   * The same while the bank that makes QR codes does not say in its feed by which code it was paid; null where the sandbox
   * of that version cannot leave this out.
   */
  withoutCodes: Paid[] | null;
  plain: Left[];
  reviewed: Left[];
};

/** All of the measurement at the product of one tree. The same seed is the same people and the same payments. */
export async function measure(name: string, root: string, seed: number): Promise<Measured> {
  await using parts = new AsyncDisposableStack();
  const service = await startService(parts, root);
  const { open } = await service.call<{ open: boolean }>('GET /api/lookup/slip');
  if (!open) throw new Error('No slips are taken at this time of the day: measure later.');
  const random = seededRandom(seed);
  const nextAmount = drawAmounts(random);
  const different = drawPayments(random, PAYERS, nextAmount);
  const tenthEqual = makeTenthEqual(random, drawPayments(random, PAYERS, nextAmount));
  const withoutCodes = makeTenthEqual(random, drawPayments(random, PAYERS, nextAmount));
  const people = drawPeople(random, PAYERS + PLAIN_WITHDRAWALS + REVIEWED_WITHDRAWALS);
  const members = await register(service, people);
  const payers = members.slice(0, PAYERS);
  const plain = members.slice(PAYERS, PAYERS + PLAIN_WITHDRAWALS);
  const reviewed = members.slice(PAYERS + PLAIN_WITHDRAWALS);

  const paidDifferent = await payAll(service, payers, different);
  showPayments(`${name}: no equal amounts`, paidDifferent);
  const paidEqual = await payAll(service, payers, tenthEqual);
  showPayments(`${name}: a tenth equal to another`, paidEqual);
  const paidWithoutCodes = (await hideCodes(service)) ? await payAll(service, payers, withoutCodes) : null;
  const hidden = `${name}: a tenth equal to another, and the bank's lines name no QR code`;
  if (paidWithoutCodes) showPayments(hidden, paidWithoutCodes);
  await payIn(service, plain, PLAIN.paidIn);
  await payIn(service, reviewed, REVIEWED.paidIn);
  const leftPlain = await withdrawPlain(service, plain);
  showWithdrawals(`${name}: withdrawals, from the hold`, leftPlain);
  const leftReviewed = await withdrawReviewed(service, reviewed);
  showWithdrawals(`${name}: withdrawals, from the approval`, leftReviewed);
  const payments = { different: paidDifferent, tenthEqual: paidEqual, withoutCodes: paidWithoutCodes };
  return { ...payments, plain: leftPlain, reviewed: leftReviewed };
}

async function hideCodes({ sandbox }: Service): Promise<boolean> {
  return sandbox.lie({ target: 'banks/kbank', lie: 'QR lines without code' }).then(
    () => true,
    () => false,
  );
}

/** From the registered accounts, to an account of ours that shows them whole. */
async function payIn(service: Service, members: Member[], least: number): Promise<void> {
  for (const [index, { bank, account, name }] of members.entries()) {
    const from = { fromBank: bank, fromAccount: account, fromName: name };
    const to = { toBank: 'GSB', toAccount: '000000000014' };
    await service.sandbox.bankTransfer({ ...from, ...to, amount: least + index });
  }
  for (const member of members) while (!(await hasDeposit(service, member))) await delay(200);
}

async function hasDeposit(service: Service, member: Member): Promise<boolean> {
  return (await statementOf(service, member, 'deposit')).some(({ status }) => status === 'SUCCESS');
}

export const inTime = (paid: Paid[]) => paid.filter(({ ms }) => ms !== null && ms <= IN_TIME_MS);
const slow = (paid: Paid[]) => paid.filter((payment) => !inTime(paid).includes(payment));
/** Of these the operators' list names no reason. */
export const unnamed = (paid: Paid[]) => slow(paid).filter(({ why }) => !NAMED.test(why ?? ''));

const at = (share: number, values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function showPayments(title: string, paid: Paid[]): void {
  showTitle(title);
  console.log(`${''.padEnd(36)}  paid  ≤ ${IN_TIME_MS / 1_000} s   median    p95  slowest`);
  for (const [name, some] of [
    ...KIND_NAMES.map((name) => [name, paid.filter(({ kind }) => kind.name === name)] as const),
    ['all', paid] as const,
  ]) {
    const seconds = some.map(({ ms }) => (ms ?? Number.POSITIVE_INFINITY) / 1_000);
    const [median, most, slowest] = [0.5, 0.95, 1].map((share) => `${at(share, seconds).toFixed(2)} s`.padStart(8));
    console.log(
      `${name.padEnd(36)}  ${`${some.length}`.padStart(4)}  ${`${inTime(some).length}`.padStart(6)}  ${median} ${most} ${slowest}`,
    );
  }
  for (const { kind, to, amount, equalTo, payer, reference, ms, why } of slow(paid)) {
    const took = ms === null ? `not within ${PATIENCE_MS / 1_000} s` : `after ${(ms / 1_000).toFixed(1)} s`;
    const equal = equalTo ? `, equal to a ${equalTo.kind.name}` : '';
    console.log(
      `  ${kind.name}, ${amount} to ${to} by member ${payer} (${reference})${equal}: ${took}; ${why ?? 'never in the list'}`,
    );
  }
}

function showWithdrawals(title: string, left: Left[]): void {
  showTitle(title);
  for (const [what, seconds] of [
    ['to the channel', left.map(({ seconds }) => seconds)],
    ['from there to paid', left.map(({ paidAfter }) => paidAfter)],
  ] as const) {
    const known = seconds.filter((one) => one !== null);
    const [least, median, most] = [Math.min(...known), at(0.5, known), Math.max(...known)].map((one) => one.toFixed(2));
    console.log(`${what.padEnd(20)} ${known.length} of ${left.length}: ${least} to ${most} s, median ${median} s`);
  }
  for (const { reasons } of left.filter(({ paidAfter }) => paidAfter === null)) console.log(`  not paid: ${reasons}`);
}

function showTitle(title: string): void {
  const load = loadavg()
    .map((one) => one.toFixed(2))
    .join(', ');
  console.log(`\n${title}   (${new Date().toISOString()}, load ${load})`);
}
