import { bankOfClearingCode, clearingCodeOf } from '@krapao/contract/banks.ts';
import { readSlipPayload } from '@krapao/contract/deposits/emv.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import { body } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import type { Books } from '../books.ts';
import type { Answer, FaultPoint } from '../faults.ts';
import { isSame } from '../games/signatures.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Door, registerApi } from './api.ts';
import { tellReceiver } from './lies.ts';
import { cutName, maskAccount } from './names.ts';
import { receiverName } from './receivers.ts';
import { findTransfer, type Transfer } from './transfers.ts';

export const verifierTables = `
  create table if not exists verifier_answers (
    id bigint generated always as identity primary key,
    code text not null
  )`;

const Next = body({
  code: Type.String({ pattern: '^[0-9A-Za-z_-]{1,50}$' }),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});

const DELAY_MINUTES = 5;
const SLIPS: FaultPoint = { target: 'verifier', call: 'slips', hasEffect: false, refusal: refusal('rejected') };
export const verifierCalls = [SLIPS];

/** Verifies slips against the transfers that the banks remember. */
export function registerVerifier(sandbox: Sandbox): void {
  const { http, books, key } = sandbox;
  const door: Door = {
    isOpen: ({ headers }) => isSame(headers['x-authorization'], key),
    closed: { status: 401, body: { success: false, code: 'unauthorized' } },
  };
  registerApi(sandbox, door, [
    { method: 'POST', url: '/verifier/api/slips', point: SLIPS, perform: ({ payload }) => verify(books, payload) },
  ]);

  http.post('/verifier/next', { schema: { body: Next } }, async ({ body: { code, times = 1 } }) => {
    await books.query('insert into verifier_answers (code) select $1 from generate_series(1, $2)', [code, times]);
    return { code, times };
  });
}

async function verify(books: Books, payload: unknown): Promise<Answer> {
  const ordered = await takeOrdered(books);
  if (ordered) return refusal(ordered);
  const slip = typeof payload === 'string' ? readSlipPayload(payload) : 'not-a-slip';
  if (typeof slip === 'string') return refusal('bad_payload');
  const found = await findTransfer(books, bankOfClearingCode(slip.bank), slip.reference);
  if (!found) return refusal('slip_not_found');
  if (await isForgotten(books, found)) return refusal('slip_expired');
  const receiver = await tellReceiver(books, receiverName(found.receiver_bank, found.receiver_account));
  return { status: 200, body: { success: true, data: proof(found, receiver) } };
}

/** Takes the oldest ordered answer. Each one is given once. */
async function takeOrdered(books: Books): Promise<string | undefined> {
  const { rows } = await books.query<{ code: string }>(
    `delete from verifier_answers
     where id = (select id from verifier_answers order by id limit 1 for update skip locked) returning code`,
  );
  return rows[0]?.code;
}

/** Banks forget after seven days. */
async function isForgotten(books: Books, { id }: Transfer): Promise<boolean> {
  const { rowCount } = await books.query(
    `select from transfers where id = $1 and paid_at < product_now() - interval '7 days'`,
    [id],
  );
  return rowCount === 1;
}

function proof(row: Transfer, receiver: string) {
  const account = (number: string) => ({ type: 'BANKAC', value: maskAccount(number) });
  return {
    transRef: row.reference,
    sendingBank: clearingCodeOf(row.sending_bank),
    receivingBank: clearingCodeOf(row.receiver_bank),
    transTimestamp: row.paid_at.toISOString(),
    sender: { displayName: cutName(row.sender_name), account: account(row.sender_account) },
    receiver: {
      displayName: cutName(receiver),
      account: account(row.receiver_account),
    },
    amount: moneyToWire(BigInt(row.amount)),
    currency: row.currency,
    ref1: row.bill_reference,
  };
}

function refusal(code: string): Answer {
  const delay = code === 'bank_delay' ? { delayMinutes: DELAY_MINUTES } : {};
  return { status: code === 'slip_not_found' ? 404 : 400, body: { success: false, code, ...delay } };
}
