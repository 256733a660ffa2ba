import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Books } from '../books.ts';
import { type Answer, type FaultPoint, send } from '../faults.ts';
import type { Fields } from '../games/dialect.ts';
import { AGENT, isSame } from '../games/signatures.ts';
import type { Sandbox } from '../sandbox.ts';
import { AmountText, type ApiCall, amountOf, type Door, registerApi, registerUnparsed } from './api.ts';
import { tellPayments } from './gateway-lies.ts';
import { BANKS, type Party } from './parties.ts';
import { cancelQrcode, createQrcode, findQrcode, type QrcodeState, REFERENCE, transfersOf } from './qrcodes.ts';

export const bankTokenTables = `
  create table if not exists bank_tokens (
    token text primary key,
    code text not null,
    expires_at timestamptz not null
  )`;

const TOKEN_SECONDS = 1799;
const Create = Type.Object({
  partnerTxnUid: Type.String({ pattern: REFERENCE }),
  orderId: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
  txnAmount: AmountText,
  txnCurrency: Type.String(),
  lifeSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
});
const Original = Type.Object({ origPartnerTxnUid: Type.String() });
const STATUS: Record<QrcodeState, string> = {
  open: 'REQUESTED',
  paid: 'PAID',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
};

export const bankQrcodeCalls: FaultPoint[] = BANKS.flatMap((party) =>
  ['create', 'inquiry', 'cancel'].map((call) => faultPoint(party, call)),
);

function faultPoint({ code }: Party, call: string): FaultPoint {
  return {
    target: `payments/${code.toLowerCase()}`,
    call,
    hasEffect: call === 'create',
    refusal: refused('REJECTED'),
  };
}

/** KBANK and BCEL: their calls need a token, and their refusals have the status 200. */
export function registerBankQrcodes(sandbox: Sandbox): void {
  for (const party of BANKS) {
    registerTokens(sandbox, party);
    registerApi(sandbox, tokenDoor(sandbox.books, party), callsOf(sandbox, party));
  }
}

function callsOf({ books }: Sandbox, party: Party): ApiCall[] {
  const call = (path: string, name: string, perform: ApiCall['perform']): ApiCall => ({
    method: 'POST',
    url: `${baseOf(party)}/qr/${path}`,
    point: faultPoint(party, name),
    perform,
  });
  return [
    call('request', 'create', (fields) => create(books, party, fields)),
    call('inquiry', 'inquiry', (fields) => inquire(books, party, fields)),
    call('cancel', 'cancel', (fields) => cancel(books, party, fields)),
  ];
}

function baseOf({ code }: Party): string {
  return `/payments/${code.toLowerCase()}/api`;
}

function registerTokens(sandbox: Sandbox, party: Party): void {
  const { books, key } = sandbox;
  const basic = `Basic ${Buffer.from(`${AGENT}:${key}`).toString('base64')}`;
  registerUnparsed(sandbox, (scope) => {
    scope.post(`${baseOf(party)}/oauth/token`, async (request, reply) => {
      if (!isSame(request.headers.authorization, basic)) return send(reply, unauthorized('invalid_client'));
      if (new URLSearchParams(String(request.body ?? '')).get('grant_type') !== 'client_credentials') {
        return send(reply, { status: 400, body: { code: 'unsupported_grant_type' } });
      }
      return { access_token: await issueToken(books, party), token_type: 'Bearer', expires_in: TOKEN_SECONDS };
    });
  });
}

async function issueToken(books: Books, { code }: Party): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await books.query(
    `with gone as (delete from bank_tokens where expires_at <= clock_timestamp())
     insert into bank_tokens (token, code, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
    [token, code, TOKEN_SECONDS],
  );
  return token;
}

/** Tokens run out by real time, like signatures. */
function tokenDoor(books: Books, { code }: Party): Door {
  const isOpen = async ({ headers }: FastifyRequest) => {
    const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1];
    if (!token) return false;
    const { rowCount } = await books.query(
      'select from bank_tokens where token = $1 and code = $2 and expires_at > clock_timestamp()',
      [token, code],
    );
    return rowCount === 1;
  };
  return { isOpen, closed: unauthorized('invalid_token') };
}

async function create(books: Books, party: Party, fields: Fields): Promise<Answer> {
  if (!Value.Check(Create, fields)) return refused('BAD_REQUEST');
  const { partnerTxnUid: reference, orderId, txnCurrency, lifeSeconds } = fields;
  const amount = amountOf(fields.txnAmount);
  if (amount === null) return refused('BAD_REQUEST');
  if (txnCurrency !== party.currency) return refused('CURRENCY_NOT_SUPPORTED');
  const made = await createQrcode(books, party, { reference, orderId, amount, currency: party.currency, lifeSeconds });
  if (made === 'reused') return refused('DUPLICATE_PARTNER_TXN_UID');
  return done({ partnerTxnUid: reference, qrCode: made.payload });
}

async function inquire(books: Books, party: Party, fields: Fields): Promise<Answer> {
  if (!Value.Check(Original, fields)) return refused('BAD_REQUEST');
  const found = await findQrcode(books, party, fields.origPartnerTxnUid);
  if (!found) return done({ txnStatus: 'NOT_FOUND', payment: null, payments: [] });
  return done({
    txnStatus: STATUS[found.state],
    ...(await tellPayments(books, party, await transfersOf(books, found))),
  });
}

async function cancel(books: Books, party: Party, fields: Fields): Promise<Answer> {
  if (!Value.Check(Original, fields)) return refused('BAD_REQUEST');
  const found = await cancelQrcode(books, party, fields.origPartnerTxnUid);
  return done({ txnStatus: found ? STATUS[found.state] : 'NOT_FOUND' });
}

function done(body: object): Answer {
  return { status: 200, body: { statusCode: '00', ...body } };
}

function refused(errorCode: string): Answer {
  return { status: 200, body: { statusCode: '10', errorCode } };
}

function unauthorized(code: string): Answer {
  return { status: 401, body: { code } };
}
