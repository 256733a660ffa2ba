import { randomBytes } from 'node:crypto';
import { formatMoney, type Minor } from '@krapao/contract/money.ts';
import { Amount, body } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import { type Books, inTransaction } from '../books.ts';
import type { Answer, FaultPoint } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { bearerDoor, registerApi } from './api.ts';
import { readAmount } from './payers.ts';
import { WALLET_MOBILES } from './receivers.ts';

export const voucherTables = `
  create table if not exists vouchers (
    hash text primary key,
    amount bigint not null check (amount > 0),
    members integer not null check (members > 0),
    is_expired boolean not null
  );
  create table if not exists voucher_tickets (
    hash text not null references vouchers,
    mobile text not null,
    amount bigint not null,
    primary key (hash, mobile)
  )`;

const Voucher = body({
  amount: Amount,
  members: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  expired: Type.Optional(Type.Boolean()),
});

type Code =
  | 'SUCCESS'
  | 'VOUCHER_NOT_FOUND'
  | 'VOUCHER_EXPIRED'
  | 'VOUCHER_OUT_OF_STOCK'
  | 'TARGET_USER_REDEEMED'
  | 'TARGET_USER_NOT_FOUND'
  | 'CONDITION_NOT_MET';
type Ticket = { mobile: string; amount: Minor };
type Found = { amount: Minor; members: number; isExpired: boolean; tickets: Ticket[] };

const faultPoint = (call: string, hasEffect: boolean): FaultPoint => ({
  target: 'truemoney',
  call,
  hasEffect,
  refusal: answerWith('CONDITION_NOT_MET'),
});
const REDEEM = faultPoint('redeem', true);
const VERIFY = faultPoint('verify', false);
export const trueMoneyCalls = [REDEEM, VERIFY];

const CAMPAIGN = '/truemoney/api/campaign/vouchers/:hash';

/** Gift vouchers, and the wallets that redeem them. */
export function registerTrueMoney(sandbox: Sandbox): void {
  const { http, books, key } = sandbox;
  const door = { ...bearerDoor(key), closed: { status: 401, body: { status: { code: 'UNAUTHORIZED' }, data: null } } };
  registerApi(sandbox, door, [
    {
      method: 'GET',
      url: `${CAMPAIGN}/verify`,
      point: VERIFY,
      perform: async ({ hash, mobile }) => {
        const found = await findVoucher(books, String(hash));
        return found ? answerWith('SUCCESS', found, String(mobile)) : answerWith('VOUCHER_NOT_FOUND');
      },
    },
    {
      method: 'POST',
      url: `${CAMPAIGN}/redeem`,
      point: REDEEM,
      perform: ({ hash, mobile, voucher_hash }) =>
        voucher_hash === hash
          ? redeem(books, String(hash), String(mobile))
          : Promise.resolve(answerWith('VOUCHER_NOT_FOUND')),
    },
  ]);

  http.post('/truemoney/vouchers', { schema: { body: Voucher } }, async ({ body: { amount, members, expired } }) => {
    const hash = randomBytes(18).toString('hex');
    await books.query('insert into vouchers (hash, amount, members, is_expired) values ($1, $2, $3, $4)', [
      hash,
      readAmount(amount),
      members ?? 1,
      expired ?? false,
    ]);
    return { link: `https://gift.truemoney.com/campaign/?v=${hash}` };
  });
}

/** A wallet gets its part of a voucher once. */
function redeem(books: Books, hash: string, mobile: string): Promise<Answer> {
  return inTransaction(books, async (client) => {
    await client.query('select from vouchers where hash = $1 for update', [hash]);
    const found = await findVoucher(client, hash);
    if (!found) return answerWith('VOUCHER_NOT_FOUND');
    const refused = whyNot(found, mobile);
    if (refused) return answerWith(refused, found, mobile);
    const ticket = { mobile, amount: nextPart(found) };
    await client.query('insert into voucher_tickets (hash, mobile, amount) values ($1, $2, $3)', [
      hash,
      mobile,
      ticket.amount,
    ]);
    return answerWith('SUCCESS', { ...found, tickets: [...found.tickets, ticket] }, mobile);
  });
}

function whyNot({ members, isExpired, tickets }: Found, mobile: string): Code | undefined {
  if (!WALLET_MOBILES.includes(mobile)) return 'TARGET_USER_NOT_FOUND';
  if (tickets.some((ticket) => ticket.mobile === mobile)) return 'TARGET_USER_REDEEMED';
  if (tickets.length >= members) return 'VOUCHER_OUT_OF_STOCK';
  return isExpired ? 'VOUCHER_EXPIRED' : undefined;
}

/** Equal parts; the last one gets what could not be divided. */
function nextPart({ amount, members, tickets }: Found): Minor {
  const [part, rest] = [amount / BigInt(members), amount % BigInt(members)];
  return tickets.length + 1 === members ? part + rest : part;
}

async function findVoucher(books: Pick<Books, 'query'>, hash: string): Promise<Found | undefined> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(hash)) return undefined;
  const vouchers = await books.query<{ amount: string; members: number; is_expired: boolean }>(
    'select amount, members, is_expired from vouchers where hash = $1',
    [hash],
  );
  const voucher = vouchers.rows[0];
  if (!voucher) return undefined;
  const tickets = await books.query<{ mobile: string; amount: string }>(
    'select mobile, amount from voucher_tickets where hash = $1',
    [hash],
  );
  return {
    amount: BigInt(voucher.amount),
    members: voucher.members,
    isExpired: voucher.is_expired,
    tickets: tickets.rows.map(({ mobile, amount }) => ({ mobile, amount: BigInt(amount) })),
  };
}

function answerWith(code: Code, found?: Found, mobile?: string): Answer {
  const status = code === 'SUCCESS' ? 200 : 400;
  if (!found) return { status, body: { status: { code }, data: null } };
  const mine = found.tickets.find((ticket) => ticket.mobile === mobile);
  const voucher = {
    amount_baht: formatMoney(found.amount),
    member: found.members,
    status: found.tickets.length < found.members ? 'active' : 'redeemed',
  };
  const my_ticket = mine ? { amount_baht: formatMoney(mine.amount) } : null;
  return { status, body: { status: { code }, data: { voucher, my_ticket } } };
}
