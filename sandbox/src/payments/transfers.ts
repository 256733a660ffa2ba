import { randomInt } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { type Books, inTransaction } from '../books.ts';
import { decimals } from '../games/dialect.ts';
import { Refusal } from '../sandbox.ts';
import { cutName, showLastFour } from './names.ts';
import type { Account } from './receivers.ts';

export const transferTables = `
  create table if not exists feed_accounts (
    bank text not null,
    number text not null,
    last_cursor bigint not null,
    primary key (bank, number)
  );

  create table if not exists transfers (
    id bigint generated always as identity primary key,
    sending_bank text not null,
    reference text not null,
    amount bigint not null check (amount > 0),
    currency text not null,
    paid_at timestamptz not null,
    sender_account text not null,
    sender_name text not null,
    receiver_bank text not null,
    receiver_account text not null,
    -- Our reference of the QR code that was scanned; null: no QR code.
    bill_reference text,
    -- The transfer's place in the receiver's feed; null: the bank does not report the transfer.
    cursor bigint,
    unique (sending_bank, reference)
  );
  -- Reported behind what comes meanwhile: it has no place in the feed yet.
  alter table transfers add column if not exists is_late boolean not null default false;
  create unique index if not exists transfers_feed on transfers (receiver_bank, receiver_account, cursor);
  create index if not exists transfers_by_bill on transfers (bill_reference) where bill_reference is not null`;

export type NewTransfer = {
  from: Account & { name: string };
  to: Account;
  amount: Minor;
  currency: Currency;
  /** Null: now, by the product's clock. */
  paidAt: string | null;
  reference: string | null;
  billReference: string | null;
  isTold: boolean;
  /** The bank reports it later than what comes meanwhile. */
  isLate?: boolean;
};

export type Transfer = {
  id: string;
  sending_bank: string;
  reference: string;
  amount: string;
  currency: Currency;
  paid_at: Date;
  sender_account: string;
  sender_name: string;
  receiver_bank: string;
  receiver_account: string;
  bill_reference: string | null;
};

export const TRANSFER_COLUMNS = `id, sending_bank, reference, amount, currency, paid_at, sender_account, sender_name,
  receiver_bank, receiver_account, bill_reference`;

/** Moves money: from now on the slip proves the transfer, and the receiver's bank reports it if `isTold`. */
export async function transfer(client: pg.PoolClient, made: NewTransfer): Promise<Transfer> {
  const { from, to, amount, currency } = made;
  const cursor = made.isTold && !made.isLate ? await nextCursor(client, to) : null;
  const { rows } = await client.query<Transfer>(
    `insert into transfers (sending_bank, reference, amount, currency, paid_at, sender_account, sender_name,
       receiver_bank, receiver_account, bill_reference, cursor, is_late)
     values ($1, $2, $3, $4, coalesce($5, product_now()), $6, $7, $8, $9, $10, $11, $12)
     on conflict (sending_bank, reference) do nothing returning ${TRANSFER_COLUMNS}`,
    [
      from.bank,
      made.reference ?? newReference(),
      amount,
      currency,
      made.paidAt,
      from.number,
      from.name,
      to.bank,
      to.number,
      made.billReference,
      cursor,
      made.isLate ?? false,
    ],
  );
  if (!rows[0]) throw new Refusal(409, `${from.bank} has a transfer ${made.reference} already.`);
  return rows[0];
}

/**
 * The account's row stays locked until the transfer is committed, so a cursor is visible only after all smaller ones:
 * a reader that goes on from the last cursor it saw misses no transfer.
 */
async function nextCursor(client: pg.PoolClient, { bank, number }: Account): Promise<string> {
  const { rows } = await client.query<{ last_cursor: string }>(
    `insert into feed_accounts (bank, number, last_cursor) values ($1, $2, 1)
     on conflict (bank, number) do update set last_cursor = feed_accounts.last_cursor + 1 returning last_cursor`,
    [bank, number],
  );
  return rows[0]?.last_cursor ?? '';
}

/** Payments that the bank left out of its feed are added at the end of the feed, once the bank no longer tells this lie. */
export async function listLate(books: Books, { bank, number }: Account, lie: string): Promise<void> {
  const late = `from transfers where receiver_bank = $1 and receiver_account = $2 and is_late and cursor is null
    and not exists (select from lies where target = 'banks/' || lower($1) and lie = $3 and coalesce(remaining, 1) > 0)`;
  if ((await books.query(`select ${late} limit 1`, [bank, number, lie])).rowCount === 0) return;
  await inTransaction(books, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select id ${late} order by id for update`, [
      bank,
      number,
      lie,
    ]);
    for (const { id } of rows)
      await client.query('update transfers set cursor = $2 where id = $1', [
        id,
        await nextCursor(client, { bank, number }),
      ]);
  });
}

/** Like 20261115150412ATF09999, with enough random characters that no two are equal. */
function newReference(): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const chance = randomInt(36 ** 8)
    .toString(36)
    .toUpperCase()
    .padStart(8, '0');
  return `${time}${chance}`;
}

export async function findTransfer(books: Books, bank: string, reference: string): Promise<Transfer | undefined> {
  const { rows } = await books.query<Transfer>(
    `select ${TRANSFER_COLUMNS} from transfers where sending_bank = $1 and reference = $2`,
    [bank, reference],
  );
  return rows[0];
}

/** These banks, and True Wallet, show the whole sender; the others hide most of the number and cut the name. */
const SHOWS_ALL = ['KBANK', 'GSB', 'TRUEMONEY'];

/** The payment as the receiver's bank or gateway reports it. */
export function payment(row: Transfer, showsAll = SHOWS_ALL.includes(row.receiver_bank)) {
  return {
    sendingBank: row.sending_bank,
    reference: row.reference,
    amount: decimals(BigInt(row.amount)),
    currency: row.currency,
    paidAt: row.paid_at.toISOString(),
    receiverBank: row.receiver_bank,
    receiverAccount: row.receiver_account,
    senderAccount: showsAll ? row.sender_account : showLastFour(row.sender_account),
    senderName: showsAll ? row.sender_name : cutName(row.sender_name),
    billReference: row.bill_reference,
  };
}
