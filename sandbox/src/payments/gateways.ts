import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Answer, FaultPoint } from '../faults.ts';
import type { Fields } from '../games/dialect.ts';
import type { Sandbox } from '../sandbox.ts';
import {
  AmountText,
  type ApiCall,
  amountOf,
  BAD_REQUEST,
  NOT_FOUND,
  REJECTED,
  registerApi,
  signedDoor,
} from './api.ts';
import { tellPayments } from './gateway-lies.ts';
import { GATEWAYS, type Party } from './parties.ts';
import { cancelQrcode, createQrcode, findQrcode, REFERENCE, transfersOf } from './qrcodes.ts';

const Create = Type.Object({
  reference: Type.String({ pattern: REFERENCE }),
  orderId: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
  amount: AmountText,
  currency: Type.String(),
  lifeSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
});

export const gatewayCalls: FaultPoint[] = GATEWAYS.flatMap((party) =>
  ['create', 'inquiry', 'cancel'].map((call) => faultPoint(party, call)),
);

function faultPoint({ code }: Party, call: string): FaultPoint {
  return { target: `payments/${code.toLowerCase()}`, call, hasEffect: call === 'create', refusal: REJECTED };
}

/** WW, PAYONEX, PAYTIMZ and FP: they sign their callbacks and require signed calls. */
export function registerGateways(sandbox: Sandbox): void {
  for (const party of GATEWAYS) registerApi(sandbox, signedDoor(sandbox.key), callsOf(sandbox, party));
}

function callsOf(sandbox: Sandbox, party: Party): ApiCall[] {
  const base = `/payments/${party.code.toLowerCase()}/api/qrcodes`;
  return [
    {
      method: 'POST',
      url: base,
      point: faultPoint(party, 'create'),
      perform: (fields) => create(sandbox, party, fields),
    },
    {
      method: 'GET',
      url: `${base}/:reference`,
      point: faultPoint(party, 'inquiry'),
      perform: (fields) => inquire(sandbox, party, String(fields.reference)),
    },
    {
      method: 'POST',
      url: `${base}/:reference/cancel`,
      point: faultPoint(party, 'cancel'),
      perform: (fields) => cancel(sandbox, party, String(fields.reference)),
    },
  ];
}

async function create({ books }: Sandbox, party: Party, fields: Fields): Promise<Answer> {
  if (!Value.Check(Create, fields)) return BAD_REQUEST;
  const { reference, orderId, lifeSeconds } = fields;
  const amount = amountOf(fields.amount);
  if (amount === null) return BAD_REQUEST;
  if (fields.currency !== party.currency) return { status: 422, body: { code: 'currency_not_supported' } };
  const made = await createQrcode(books, party, { reference, orderId, amount, currency: party.currency, lifeSeconds });
  if (made === 'reused') return { status: 409, body: { code: 'reference_reused' } };
  return { status: 200, body: { reference, payload: made.payload } };
}

async function inquire({ books }: Sandbox, party: Party, reference: string): Promise<Answer> {
  const found = await findQrcode(books, party, reference);
  if (!found) return NOT_FOUND;
  const told = await tellPayments(books, party, await transfersOf(books, found));
  return { status: 200, body: { reference, state: found.state, ...told } };
}

async function cancel({ books }: Sandbox, party: Party, reference: string): Promise<Answer> {
  const found = await cancelQrcode(books, party, reference);
  return found ? { status: 200, body: { reference, state: found.state } } : NOT_FOUND;
}
