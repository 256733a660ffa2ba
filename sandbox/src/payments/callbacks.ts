import { randomUUID } from 'node:crypto';
import type { Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import type { Books } from '../books.ts';
import { decimals } from '../games/dialect.ts';
import type { Sandbox } from '../sandbox.ts';
import { sign } from './api.ts';
import { GATEWAYS } from './parties.ts';
import { payment, TRANSFER_COLUMNS, type Transfer } from './transfers.ts';

export const callbackTables = `
  create table if not exists callbacks (
    id bigint generated always as identity primary key,
    code text not null,
    reference text not null,
    transfer_id bigint not null references transfers,
    -- The amount that the callback reports, true or not.
    amount bigint not null,
    sent integer not null default 0,
    -- When the callback is sent (again), by real time; null: never again.
    due_at timestamptz
  );
  create index if not exists callbacks_due on callbacks (due_at) where due_at is not null`;

const SENT_AT_MOST = 3;
const APART_SECONDS = 12;
const DEADLINE_MS = 10_000;
/** Timers cannot wait longer than 24.8 days; a long wait is cut into pieces. */
const LONGEST_NAP_MS = 60 * 60_000;

type NewCallback = { code: string; reference: string; transferId: string; amount: Minor };

export async function planCallbacks(
  client: pg.PoolClient,
  { code, reference, transferId, amount }: NewCallback,
  { times, delayMs }: { times: number; delayMs: number },
): Promise<void> {
  await client.query(
    `insert into callbacks (code, reference, transfer_id, amount, due_at)
     select $1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::float8 / 1000) from generate_series(1, $6)`,
    [code, reference, transferId, amount, delayMs, times],
  );
}

type Callback = Transfer & { callback_id: string; code: string; callback_reference: string; reported_amount: string };

/** Sends callbacks as they fall due. Call the returned function when there is a new callback. */
export function startCallbacks(sandbox: Sandbox): () => void {
  const { http, books, closing } = sandbox;
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();

  const run = (work: () => Promise<void>) => {
    const promise = work()
      .catch((error: unknown) => {
        if (!closing.aborted) console.error('sandbox: callbacks:', error);
      })
      .finally(() => running.delete(promise));
    running.add(promise);
  };
  const wake = () => {
    if (!closing.aborted) run(sendDue);
  };
  const sendDue = async () => {
    for (const callback of await takeDue(books)) run(() => deliver(sandbox, callback));
    const napMs = await untilNextDue(books);
    if (napMs === null || closing.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(napMs, LONGEST_NAP_MS));
  };

  http.addHook('onReady', async () => wake());
  http.addHook('preClose', async () => {
    clearTimeout(timer);
    while (running.size > 0) await Promise.all(running);
    clearTimeout(timer);
  });
  return wake;
}

/** Counts a callback as sent before sending it: a sandbox that dies in between sends it again, but never too often. */
async function takeDue(books: Books): Promise<Callback[]> {
  const { rows } = await books.query<Callback>(
    `with due as (
       update callbacks set sent = sent + 1,
         due_at = case when sent + 1 < ${SENT_AT_MOST} then clock_timestamp() + interval '${APART_SECONDS} s' end
       where id in (select id from callbacks where due_at <= clock_timestamp() for update skip locked)
       returning id as callback_id, code, reference as callback_reference, amount as reported_amount, transfer_id
     )
     select callback_id, code, callback_reference, reported_amount, ${TRANSFER_COLUMNS}
     from due join transfers on transfers.id = transfer_id`,
  );
  return rows;
}

async function untilNextDue(books: Books): Promise<number | null> {
  const { rows } = await books.query<{ ms: number | null }>(
    'select extract(epoch from min(due_at) - clock_timestamp())::float8 * 1000 as ms from callbacks',
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

async function deliver({ books, key, productUrl, closing }: Sandbox, callback: Callback): Promise<void> {
  const rawBody = JSON.stringify(isSigned(callback) ? signedBody(callback) : unsignedBody(callback));
  const timestamp = String(Date.now());
  const signature = { 'x-timestamp': timestamp, 'x-signature': sign(key, timestamp, rawBody) };
  const response = await fetch(`${productUrl}/hooks/payments/${callback.code.toLowerCase()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isSigned(callback) && signature) },
    body: rawBody,
    signal: AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (response?.ok) await books.query('update callbacks set due_at = null where id = $1', [callback.callback_id]);
}

function isSigned({ code }: Callback): boolean {
  return GATEWAYS.some((party) => party.code === code);
}

/** A false amount stands in the callback and in its payment alike. */
function signedBody(callback: Callback) {
  const amount = decimals(BigInt(callback.reported_amount));
  return {
    nonce: randomUUID(),
    reference: callback.callback_reference,
    status: 'paid',
    amount,
    payment: { ...payment(callback), amount },
  };
}

function unsignedBody(callback: Callback) {
  return {
    partnerTxnUid: callback.callback_reference,
    txnNo: callback.reference,
    txnAmount: decimals(BigInt(callback.reported_amount)),
    statusCode: '00',
  };
}
