import { createHmac, randomUUID } from 'node:crypto';
import { openSandboxReceivers } from '../server/src/demo/receivers.ts';
import { problems } from '../server/src/ledger/ledger.ts';
import { many } from '../server/src/platform/database.ts';
import { tell } from './figures.ts';
import { atRate, summary } from './load.ts';
import { type Member, startWorld } from './world.ts';

const PER_SECOND = 50;
const SECONDS = 20;
const MOST_P99_MS = 1_000;
const AT_THE_SAME_TIME = 8;
const AMOUNTS = [100, 200, 300, 500, 1_000];
const KEY = 'sandbox-key-not-a-secret';

type Paid = { qrcodeId: string; reference: string; payment: { amount: string } };

/** The time from a gateway's callback to the money in the member's wallet, at the rate of a busy evening. */
await using parts = new AsyncDisposableStack();
const { url, sandbox, db, members } = await startWorld(parts, PER_SECOND * SECONDS);
await openSandboxReceivers(db);

const codes: Paid[] = [];
const waiting = [...members.entries()];
await Promise.all(
  Array.from({ length: AT_THE_SAME_TIME }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) codes.push(await makeAndPay(...next));
  }),
);

const times = await atRate(codes.length, PER_SECOND, async (n) => {
  const code = codes[n] as Paid;
  const start = performance.now();
  await sendCallback(code);
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
      select coalesce(sum(entry.amount), 0) from ledger_transfers transfer
        join ledger_entries entry on entry.transfer_id = transfer.id
        join ledger_accounts account on account.id = entry.account_id and account.name = 'main'
      where transfer.member_id = qrcodes.member_id and transfer.reason = 'deposit')`,
);
if (wrong.length > 0) throw new Error(`not credited exactly once: ${wrong.map((row) => row.member_id).join(', ')}`);
const books = await problems(db);
if (books.length > 0) throw new Error(books.join('\n'));

const { medianMs, p99Ms, count } = summary(times, SECONDS);
console.log(`${count} callbacks at ${PER_SECOND}/s, each credited exactly once, median ${medianMs.toFixed(0)} ms\n`);
tell({ name: 'payment, callback to money in the wallet, p99', value: p99Ms, unit: 'ms', most: MOST_P99_MS });

async function makeAndPay(index: number, { token }: Member): Promise<Paid> {
  const headers = { 'x-api-key': 'member-web', authorization: `Bearer ${token}` };
  const made = await askJson(`${url}/api/qrcode/ww`, { amount: AMOUNTS[index % AMOUNTS.length] }, headers);
  const { qrcodeId } = made as { qrcodeId: string };
  // Keeps the worker from asking about the QR code: the callback is measured.
  const [code] = await many<{ reference: string }>(
    db,
    `update qrcodes set ask_at = app_now() + interval '1 hour' where id = $1 returning reference`,
    [qrcodeId],
  );
  const { payment } = await sandbox.pay(qrcodeId, { times: 0 });
  return { qrcodeId, reference: code?.reference ?? '', payment };
}

async function sendCallback({ reference, payment }: Paid): Promise<void> {
  const body = { nonce: randomUUID(), reference, status: 'paid', amount: payment.amount, payment };
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', KEY)
    .update(`${timestamp}.${JSON.stringify(body)}`)
    .digest('hex');
  await askJson(`${url}/hooks/payments/ww`, body, { 'x-timestamp': timestamp, 'x-signature': signature });
}

async function askJson(address: string, content: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}`);
  return response.json();
}
