import { execFileSync } from 'node:child_process';
import { ROOT } from '../launch/tool.ts';
import { tell } from './figures.ts';
import { inTime, type Measured, measure, unnamed } from './honest-waits/measure.ts';
import type { Left } from './honest-waits/withdraw.ts';

/**
 * How long honest members wait for deposits and withdrawals, beside an earlier version. `PEER` is a folder in which that
 * version is checked out and installed; it is measured first, by the same calls. Without it, the limits are what c68fd12
 * had. `SEED` draws other members and payments.
 */
const { PEER, SEED } = process.env;
const DELAY_S = { hold: 30, approval: 10 };

/** Workers look every half second: two runs of one version differ by as much. */
const BETWEEN_LOOKS_S = 0.5;

type Waits = {
  inTime: number;
  equalInTime: number;
  leaving: number;
  approved: number;
  paid: number;
};

/** Of the run that docs/performance.md tells of. */
const AT_C68FD12: Waits = { inTime: 190, equalInTime: 190, leaving: 0.69, approved: 0.57, paid: 3.58 };

const seed = Number(SEED || 34);
console.log(`seed ${seed}`);
const peer = PEER ? await measurePeer(PEER) : AT_C68FD12;
const measured = await measure(commitOf(ROOT), ROOT, seed);
const own = waitsOf(measured);

console.log('');
tell({ name: 'payments credited within 10 s', value: own.inTime, least: peer.inTime });
tell({ name: 'payments credited within 10 s, a tenth of them equal', value: own.equalInTime });
const { different, tenthEqual, withoutCodes } = measured;
if (withoutCodes)
  tell({ name: 'the same, and the lines of a bank name no QR code', value: inTime(withoutCodes).length });
const waitingWithoutRule = unnamed([...different, ...tenthEqual, ...(withoutCodes ?? [])]);
tell({ name: 'payments that wait longer and name no rule', value: waitingWithoutRule.length, most: 0 });
tellSlowest('withdrawal, hold to channel, slowest', own.leaving, DELAY_S.hold + peer.leaving);
tellSlowest('approved withdrawal, approval to channel, slowest', own.approved, DELAY_S.approval + peer.approved);
tellSlowest('withdrawal, channel to paid, slowest', own.paid, peer.paid);

function tellSlowest(name: string, value: number, limit: number): void {
  tell({ name, value, unit: 's', most: Number((limit + BETWEEN_LOOKS_S).toFixed(2)) });
}

async function measurePeer(root: string): Promise<Waits> {
  const name = commitOf(root);
  const waits = waitsOf(await measure(name, root, seed));
  console.log('');
  for (const [what, value] of Object.entries(waits)) tell({ name: `${name}: ${what}`, value });
  return waits;
}

function waitsOf({ different, tenthEqual, plain, reviewed }: Measured): Waits {
  const slowest = (left: Left[], part: 'seconds' | 'paidAfter') =>
    Math.max(...left.map((one) => one[part] ?? Number.POSITIVE_INFINITY));
  return {
    inTime: inTime(different).length,
    equalInTime: inTime(tenthEqual).length,
    leaving: slowest(plain, 'seconds'),
    approved: slowest(reviewed, 'seconds'),
    paid: slowest([...plain, ...reviewed], 'paidAfter'),
  };
}

function commitOf(root: string): string {
  return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}
