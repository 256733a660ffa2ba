import { moneyToWire } from '@krapao/contract/money.ts';
import { body, CurrencyCode } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Books } from '../books.ts';
import type { Answer, FaultPoint } from '../faults.ts';
import type { Fields } from '../games/dialect.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { AmountText, amountOf, BAD_REQUEST, NOT_FOUND, REJECTED, registerApi, signedDoor } from './api.ts';
import { tellState, tells } from './payout-lies.ts';
import { acceptPayout, closePayout, decidePayout, findPayout, listFates, listPayouts, orderFate } from './payouts.ts';
import { PersonName } from './people.ts';

const Reference = Type.String({ pattern: '^[\\x21-\\x7e]{1,50}$' });
const OfPayout = Type.Object({ reference: Reference });
const Create = Type.Object({
  reference: Reference,
  amount: AmountText,
  currency: CurrencyCode,
  bank: Type.String({ pattern: '^[0-9A-Z]{1,20}$' }),
  account: Type.String({ pattern: '^\\d{1,30}$' }),
  name: PersonName,
});
const Next = body({ result: Type.Enum(['paid', 'refused', 'silent']) });
const Decision = body({ result: Type.Enum(['paid', 'refused']) });

const faultPoint = (call: string, hasEffect: boolean): FaultPoint => ({
  target: 'payouts',
  call,
  hasEffect,
  refusal: REJECTED,
});
const CREATE = faultPoint('create', true);
const STATE = faultPoint('state', false);
const CLOSE = faultPoint('close', false);
export const payoutCalls = [CREATE, STATE, CLOSE];

const BASE = '/payouts/api/payouts';

/** The payout channel: the product's calls, and the controls that decide how a payout ends. */
export function registerPayouts(sandbox: Sandbox): void {
  const { books, key } = sandbox;
  registerApi(sandbox, signedDoor(key), [
    { method: 'POST', url: BASE, point: CREATE, perform: (fields) => create(books, fields) },
    {
      method: 'GET',
      url: `${BASE}/:reference`,
      point: STATE,
      perform: async (fields) => {
        const found = Value.Check(OfPayout, fields) ? await findPayout(books, fields.reference) : undefined;
        if (!found) return NOT_FOUND;
        return answerWith(200, found.reference, await tellState(books, found.reference, found.state));
      },
    },
    {
      method: 'POST',
      url: `${BASE}/:reference/close`,
      point: CLOSE,
      perform: async (fields) => {
        if (!Value.Check(OfPayout, fields)) return BAD_REQUEST;
        if (await tells(books, 'no close')) return NOT_FOUND;
        const { reference } = fields;
        return answerWith(200, reference, await tellState(books, reference, await closePayout(books, reference)));
      },
    },
  ]);
  registerFates(sandbox);
}

async function create(books: Books, fields: Fields): Promise<Answer> {
  if (!Value.Check(Create, fields)) return BAD_REQUEST;
  const { reference, currency, bank, account, name } = fields;
  const amount = amountOf(fields.amount);
  if (amount === null) return BAD_REQUEST;
  const state = await acceptPayout(books, { reference, amount, currency, bank, account, name });
  if (state === 'reused') return { status: 409, body: { code: 'reference_reused' } };
  const isRejected = state === 'closed' || (await tells(books, 'rejected though taken'));
  return isRejected ? REJECTED : answerWith(202, reference, state);
}

function answerWith(status: number, reference: string, state: string): Answer {
  return { status, body: { reference, state } };
}

function registerFates({ http, books }: Sandbox): void {
  http.get('/payouts', async () => {
    const payouts = await listPayouts(books);
    return payouts.map(({ amount, is_silent, ...rest }) => ({
      ...rest,
      amount: moneyToWire(BigInt(amount)),
      isSilent: is_silent,
    }));
  });

  http.get('/payouts/next', () => listFates(books));

  http.post('/payouts/next', { schema: { body: Next } }, async ({ body: { result } }) => {
    await orderFate(books, result);
    return listFates(books);
  });

  http.post(
    '/payouts/:reference/decide',
    { schema: { params: OfPayout, body: Decision } },
    async ({ params: { reference }, body: { result } }) => {
      if (await decidePayout(books, reference, result)) return { reference, state: result };
      const found = await findPayout(books, reference);
      if (!found) throw new Refusal(404, `The channel has no payout ${reference}.`);
      throw new Refusal(409, `Payout ${reference} waits for nobody: it is ${found.state}.`);
    },
  );
}
