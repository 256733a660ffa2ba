import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue } from '../../platform/due-work.ts';
import { deleteInBatches } from '../../platform/housekeeping.ts';

export type Qrcode = {
  id: string;
  member_id: string;
  provider: QrProvider;
  reference: string;
  amount: Minor;
  currency: Currency;
  payload: string | null;
  status: 'MAKING' | 'OPEN' | 'CANCELLED' | 'EXPIRED' | 'FAILED' | 'PAID';
  expires_at: Date;
};

/** How soon the gateway is asked about a code for the first time: a lost callback must not cost the member a minute. */
const ASK_EVERY = `interval '15 seconds'`;

export function findWaiting(db: Queryable, memberId: string, provider: QrProvider): Promise<Qrcode | null> {
  const sql = `select * from qrcodes where member_id = $1 and provider = $2 and status = 'OPEN' and expires_at > app_now()`;
  return maybeOne<Qrcode>(db, sql, [memberId, provider]);
}

export function findByReference(db: Queryable, provider: QrProvider, reference: string): Promise<Qrcode | null> {
  const sql = 'select * from qrcodes where provider = $1 and reference = $2';
  return maybeOne<Qrcode>(db, sql, [provider, reference]);
}

/** A new code takes the place of a waiting one, which can still be paid and is watched like any cancelled code. */
export async function insertQrcode(
  tx: Transaction,
  code: Pick<Qrcode, 'member_id' | 'provider' | 'reference' | 'amount' | 'currency'>,
  lifeSeconds: number,
): Promise<Qrcode> {
  const { member_id, provider, reference, amount, currency } = code;
  await tx.query(
    `update qrcodes set status = 'CANCELLED', closed_at = app_now(), ask_at = app_now()
      where member_id = $1 and provider = $2 and status in ('MAKING', 'OPEN')`,
    [member_id, provider],
  );
  return one<Qrcode>(
    tx,
    `insert into qrcodes (member_id, provider, reference, amount, currency, expires_at, ask_at)
      values ($1, $2, $3, $4, $5, app_now() + $6 * interval '1 second', app_now() + $6 * interval '1 second')
      returning *`,
    [member_id, provider, reference, amount, currency, lifeSeconds],
  );
}

/** Null if the code was replaced or paid meanwhile. */
export function openQrcode(db: Queryable, id: string, payload: string): Promise<Qrcode | null> {
  return maybeOne<Qrcode>(
    db,
    `update qrcodes set status = 'OPEN', payload = $2, ask_at = app_now() + ${ASK_EVERY}
      where id = $1 and status = 'MAKING' returning *`,
    [id, payload],
  );
}

/** The code was never shown, so it cannot be paid. */
export async function failQrcode(db: Queryable, id: string): Promise<void> {
  await db.query(`update qrcodes set status = 'FAILED', ask_at = null where id = $1 and status = 'MAKING'`, [id]);
}

/** Answers the code as it was before; null if the member has no such code. */
export function cancelQrcode(db: Queryable, memberId: string, id: string): Promise<Qrcode | null> {
  return maybeOne<Qrcode>(
    db,
    `with code as (select * from qrcodes where id = $1 and member_id = $2 for update),
        cancelled as (update qrcodes set status = 'CANCELLED', closed_at = app_now(), ask_at = app_now()
          from code where qrcodes.id = code.id and code.status = 'OPEN')
      select * from code`,
    [id, memberId],
  );
}

export async function askSoon(db: Queryable, id: string): Promise<void> {
  await db.query('update qrcodes set ask_at = app_now() where id = $1', [id]);
}

const UNPAID: DueTable = {
  table: 'qrcodes',
  key: ['id'],
  due: 'ask_at',
  clock: 'app_now()',
  open: 'ask_at is not null',
  countsTries: false,
};

export function takeUnpaidQrcodes(
  db: Queryable,
  provider: QrProvider,
  limit: number,
  leaseMs: number,
): Promise<Qrcode[]> {
  return leaseDue<Qrcode>(db, UNPAID, { limit, next: leaseMs, returning: '*', only: { provider } });
}

const IS_WAITING = `status in ('MAKING', 'OPEN')`;
const HAS_RUN_OUT = `${IS_WAITING} and expires_at <= app_now()`;

/**
 * Plans the next question about a code. A code that waits is asked about soon, since its callback may have been lost. A
 * code that is over may be paid late, and a paid one once more: it is asked about for days, each time after as long as
 * has passed since it ended, and for the last time at their end.
 */
export async function askAgain(db: Queryable, id: string, days: number): Promise<void> {
  // At the latest when the code runs out, which must be noticed.
  const soon = `least(app_now() + ${ASK_EVERY}, greatest(expires_at, app_now() + interval '1 second'))`;
  const lastTime = `closed_at + $2 * interval '1 day'`;
  const asLongAgain = `app_now() + greatest(app_now() - closed_at, ${ASK_EVERY})`;
  await db.query(
    `update qrcodes set
        status = case when ${HAS_RUN_OUT} then 'EXPIRED' else status end,
        closed_at = case when ${HAS_RUN_OUT} then app_now() else closed_at end,
        ask_at = case
          when ${IS_WAITING} then ${soon}
          when app_now() < ${lastTime} then least(${asLongAgain}, ${lastTime})
        end
      where id = $1`,
    [id, days],
  );
}

/**
 * The code that a payment names, in any state. The row is not locked: posting the payment locks its member before the
 * code is written to.
 */
export function findPaidQrcode(tx: Transaction, reference: string): Promise<Qrcode | null> {
  return maybeOne<Qrcode>(tx, 'select * from qrcodes where reference = $1', [reference]);
}

/** Called in the transaction that credits a payment of the code, under its member's lock. */
export async function markQrcodePaid(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `update qrcodes set status = 'PAID', ask_at = app_now() + ${ASK_EVERY}, closed_at = app_now() where id = $1`,
    [id],
  );
}

/** False if a callback with this nonce came before. */
export async function useNonce(tx: Transaction, provider: QrProvider, nonce: string): Promise<boolean> {
  const sql = 'insert into callback_nonces (provider, nonce) values ($1, $2) on conflict do nothing';
  return (await tx.query(sql, [provider, nonce])).rowCount === 1;
}

/** A signed callback is refused for its age long before its nonce is forgotten. */
export async function sweepNonces(db: Queryable): Promise<void> {
  await deleteInBatches(db, 'callback_nonces', `at < clock_timestamp() - interval '1 hour'`);
}
