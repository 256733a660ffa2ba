import { createHmac } from 'node:crypto';
import { type Dialect, jsonFields, type Outcome, type Refused } from '../dialect.ts';
import { AGENT, isSame, sortedFields } from '../signatures.ts';

/** The same maximum for one move as in the other dialects. */
const MOST_MINOR_UNITS = 999_999_999_999;

const REFUSALS: Record<Refused, { status: number; error: string }> = {
  'player-exists': { status: 409, error: 'MEMBER_EXISTS' },
  'no-player': { status: 404, error: 'MEMBER_NOT_FOUND' },
  'not-enough': { status: 422, error: 'NOT_ENOUGH_CREDIT' },
  rejected: { status: 422, error: 'REJECTED' },
  'reference-used': { status: 409, error: 'DUPLICATE_REFERENCE' },
  'no-reference': { status: 404, error: 'REFERENCE_NOT_FOUND' },
  'wrong-password': { status: 401, error: 'WRONG_PASSWORD' },
  'bad-request': { status: 400, error: 'BAD_REQUEST' },
  'bad-signature': { status: 401, error: 'BAD_SIGNATURE' },
};

export const credit: Dialect = {
  routes: [
    { method: 'POST', path: '/member/create', call: 'create' },
    { method: 'GET', path: '/member/balance', call: 'balance' },
    { method: 'POST', path: '/credit/add', call: 'move-in' },
    { method: 'POST', path: '/credit/remove', call: 'move-out' },
    { method: 'GET', path: '/credit/status', call: 'status' },
    { method: 'POST', path: '/member/password', call: 'reset-password' },
    { method: 'POST', path: '/game/launch', call: 'launch' },
  ],
  duplicates: 'refused',
  reference: 'ref',

  fields: (request) => (request.method === 'GET' ? { ...(request.query as object) } : jsonFields(request.body)),

  isSigned({ headers }, fields, { hash = 'sha256' }, key) {
    const signature = createHmac(hash, key).update(sortedFields(fields)).digest('hex');
    return isSame(headers.authorization, `HMAC ${AGENT}:${signature}`);
  },

  amount: (sent) => (Number.isInteger(sent) && Number(sent) <= MOST_MINOR_UNITS ? BigInt(Number(sent)) : null),

  say(outcome) {
    if (outcome.call !== 'refused') return { status: 200, body: { success: true, ...rest(outcome) } };
    const { status, error } = REFUSALS[outcome.why];
    return { status, body: { success: false, error } };
  },
};

function rest(outcome: Outcome): object {
  switch (outcome.call) {
    case 'balance':
      return { credit: Number(`${outcome.balance}.${outcome.fraction}`), inPlay: Number(outcome.inPlay) };
    case 'move-in':
    case 'move-out':
      return { credit: Number(outcome.balance) };
    case 'status':
      return { state: outcome.state === 'done' ? 'SUCCESS' : 'FAIL' };
    case 'launch':
      return { link: outcome.url };
    default:
      return {};
  }
}
