import { createHmac } from 'node:crypto';
import { parseMoney } from '@krapao/contract/money.ts';
import { type Dialect, decimals, jsonFields, type Outcome, type Refused } from '../dialect.ts';
import { AGENT, isSame } from '../signatures.ts';

const TWO_DECIMALS = /^\d+\.\d\d$/;

const REFUSALS: Record<Refused, { status: number; code: string }> = {
  'player-exists': { status: 409, code: 'player_exists' },
  'no-player': { status: 404, code: 'player_not_found' },
  'not-enough': { status: 422, code: 'insufficient_balance' },
  rejected: { status: 422, code: 'rejected' },
  'reference-used': { status: 409, code: 'reference_reused' },
  'no-reference': { status: 404, code: 'transaction_not_found' },
  'wrong-password': { status: 401, code: 'wrong_password' },
  'bad-request': { status: 400, code: 'bad_request' },
  'bad-signature': { status: 401, code: 'bad_signature' },
};

export const envelope: Dialect = {
  routes: [
    { method: 'POST', path: '/players', call: 'create' },
    { method: 'POST', path: '/balance', call: 'balance' },
    { method: 'POST', path: '/deposit', call: 'move-in' },
    { method: 'POST', path: '/withdraw', call: 'move-out' },
    { method: 'POST', path: '/transactions', call: 'status' },
    { method: 'POST', path: '/password', call: 'reset-password' },
    { method: 'POST', path: '/launch', call: 'launch' },
  ],
  duplicates: 'replays',
  reference: 'reference',

  fields: (request) => jsonFields(request.body),

  isSigned({ headers, body }, _fields, { hash = 'sha256' }, key) {
    const expected = createHmac(hash, key)
      .update(String(body ?? ''))
      .digest('hex');
    return headers['x-agent'] === AGENT && isSame(headers['x-signature'], expected);
  },

  amount: (sent) => (typeof sent === 'string' && TWO_DECIMALS.test(sent) ? parseMoney(sent) : null),

  say(outcome) {
    if (outcome.call !== 'refused') return { status: 200, body: { status: 'ok', data: data(outcome) } };
    const { status, code } = REFUSALS[outcome.why];
    return { status, body: { status: 'error', code } };
  },
};

function data(outcome: Outcome): object {
  switch (outcome.call) {
    case 'balance':
      return { balance: decimals(outcome.balance, outcome.fraction), inPlay: decimals(outcome.inPlay) };
    case 'move-in':
    case 'move-out':
      return { reference: outcome.reference, balance: decimals(outcome.balance) };
    case 'status':
      return { state: outcome.state };
    case 'launch':
      return { url: outcome.url };
    default:
      return {};
  }
}
