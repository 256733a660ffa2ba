import { openSandboxReceivers } from '../server/src/demo/receivers.ts';
import { problems } from '../server/src/ledger/ledger.ts';
import { many } from '../server/src/platform/database.ts';
import { tell } from './figures.ts';
import { atRate, summary } from './load.ts';
import { makeAndPay, type Paid, sendCallback } from './paying.ts';
import { startWorld } from './world.ts';

const PER_SECOND = 50;
const SECONDS = 20;
const MOST_P99_MS = 1_000;
const AT_THE_SAME_TIME = 8;
const AMOUNTS = [100, 200, 300, 500, 1_000];

/** The time from a gateway's callback to the money in the member's wallet, at the rate of a busy evening. */
await using parts = new AsyncDisposableStack();
const world = await startWorld(parts, PER_SECOND * SECONDS);
const { db, members } = world;
await openSandboxReceivers(db);

const codes: Paid[] = [];
const waiting = [...members.entries()];
await Promise.all(
  Array.from({ length: AT_THE_SAME_TIME }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, { token }] = next;
      codes.push(await makeAndPay(world, token, AMOUNTS[index % AMOUNTS.length] as number));
    }
  }),
);

const times = await atRate(codes.length, PER_SECOND, async (n) => {
  const code = codes[n] as Paid;
  const start = performance.now();
  await sendCallback(world, code);
  const ms = performance.now() - start;
  // The measured time ends with the answer, so the payment must be credited by then.
  const credited = await many(db, 'select from payments where qrcode_id = $1 and credited_at is not null', [
    code.qrcodeId,
  ]);
  if (credited.length !== 1) throw new Error(`${code.reference} was answered and not credited`);
  return ms;
});

const wrong = await many<{ member_id: string }>(
  db,
  `select member_id from qrcodes where status <> 'PAID' or amount <> (
      select coalesce(sum(ledger_entries.amount), 0) from ledger_entries
        where owner = qrcodes.member_id and account = 'main' and reason = 'deposit')`,
);
if (wrong.length > 0) throw new Error(`not credited exactly once: ${wrong.map((row) => row.member_id).join(', ')}`);
const books = await problems(db);
if (books.length > 0) throw new Error(books.join('\n'));

const { medianMs, p99Ms, count } = summary(times, SECONDS);
console.log(`${count} callbacks at ${PER_SECOND}/s, each credited exactly once, median ${medianMs.toFixed(0)} ms\n`);
tell({ name: 'payment, callback to money in the wallet, p99', value: p99Ms, unit: 'ms', most: MOST_P99_MS });
