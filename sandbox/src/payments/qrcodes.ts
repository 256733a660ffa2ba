import type { Currency, Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { type Books, inTransaction } from '../books.ts';
import type { Party } from './parties.ts';
import { TRANSFER_COLUMNS, type Transfer } from './transfers.ts';

export const qrcodeTables = `
  create table if not exists qrcodes (
    id bigint generated always as identity primary key,
    code text not null,
    reference text not null,
    -- The product's own id of the QR code.
    order_id text not null unique,
    amount bigint not null check (amount > 0),
    currency text not null,
    payload text not null,
    expires_at timestamptz not null,
    is_cancelled boolean not null default false,
    transfer_id bigint unique references transfers,
    unique (code, reference)
  )`;

export type QrcodeState = 'open' | 'paid' | 'cancelled' | 'expired';

export type Qrcode = {
  id: string;
  code: string;
  reference: string;
  order_id: string;
  amount: string;
  currency: Currency;
  payload: string;
  transfer_id: string | null;
  state: QrcodeState;
};

/** A QR code that was paid stays paid, even if it was cancelled or expired before. */
const COLUMNS = `id, code, reference, order_id, amount, currency, payload, transfer_id,
  case when transfer_id is not null then 'paid' when is_cancelled then 'cancelled'
    when expires_at <= product_now() then 'expired' else 'open' end as state`;

const LIST_LENGTH = 20;
export const REFERENCE = '^[A-Z0-9]{1,20}$';

export type NewQrcode = { reference: string; orderId: string; amount: Minor; currency: Currency; lifeSeconds: number };

/** Makes one QR code per reference: the same request again gets the first code, another request is refused. */
export async function createQrcode(books: Books, party: Party, asked: NewQrcode): Promise<Qrcode | 'reused'> {
  await books.query(
    `insert into qrcodes (code, reference, order_id, amount, currency, payload, expires_at)
     values ($1, $2, $3, $4, $5, $6, product_now() + make_interval(secs => $7)) on conflict do nothing`,
    [
      party.code,
      asked.reference,
      asked.orderId,
      asked.amount,
      asked.currency,
      party.payload(asked.reference, asked.amount),
      asked.lifeSeconds,
    ],
  );
  const made = await findQrcode(books, party, asked.reference);
  return made?.order_id === asked.orderId && BigInt(made.amount) === asked.amount ? made : 'reused';
}

export async function findQrcode(
  books: Books | pg.PoolClient,
  { code }: Party,
  reference: string,
): Promise<Qrcode | undefined> {
  // PostgreSQL refuses a NUL in a text.
  if (!new RegExp(REFERENCE).test(reference)) return undefined;
  const { rows } = await books.query<Qrcode>(`select ${COLUMNS} from qrcodes where code = $1 and reference = $2`, [
    code,
    reference,
  ]);
  return rows[0];
}

/** A QR code that was paid or has expired is not cancelled. */
export function cancelQrcode(books: Books, party: Party, reference: string): Promise<Qrcode | undefined> {
  return inTransaction(books, async (client) => {
    const found = await findQrcode(client, party, reference);
    if (!found) return undefined;
    await client.query(
      `update qrcodes set is_cancelled = true where id = $1 and transfer_id is null and expires_at > product_now()`,
      [found.id],
    );
    return findQrcode(client, party, reference);
  });
}

export async function findOrder(books: Books, orderId: string): Promise<Qrcode | undefined> {
  const { rows } = await books.query<Qrcode>(`select ${COLUMNS} from qrcodes where order_id = $1`, [orderId]);
  return rows[0];
}

export async function lockOrder(client: pg.PoolClient, orderId: string): Promise<Qrcode | undefined> {
  const { rows } = await client.query<Qrcode>(`select ${COLUMNS} from qrcodes where order_id = $1 for update`, [
    orderId,
  ]);
  return rows[0];
}

export async function listOrders(books: Books): Promise<Qrcode[]> {
  const { rows } = await books.query<Qrcode>(`select ${COLUMNS} from qrcodes order by id desc limit ${LIST_LENGTH}`);
  return rows;
}

/** The payments of a QR code, oldest first. */
export async function transfersOf(books: Books, { code, reference }: Qrcode): Promise<Transfer[]> {
  const { rows } = await books.query<Transfer>(
    `select ${TRANSFER_COLUMNS} from transfers where bill_reference = $2 and receiver_bank = $1 order by id`,
    [code, reference],
  );
  return rows;
}
