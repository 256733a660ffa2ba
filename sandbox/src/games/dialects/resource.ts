import { moneyFromWire, moneyToWire } from '@krapao/contract/money.ts';
import { type Dialect, decimals, jsonFields, type Outcome, type Refused } from '../dialect.ts';
import { AGENT, isSame } from '../signatures.ts';

const REFUSALS: Record<Refused, { status: number; error: string }> = {
  'player-exists': { status: 409, error: 'USER_EXISTS' },
  'no-player': { status: 404, error: 'USER_NOT_FOUND' },
  'not-enough': { status: 422, error: 'INSUFFICIENT_FUNDS' },
  rejected: { status: 422, error: 'REJECTED' },
  'reference-used': { status: 409, error: 'REFERENCE_CONFLICT' },
  'no-reference': { status: 404, error: 'TRANSFER_NOT_FOUND' },
  'wrong-password': { status: 422, error: 'REJECTED' },
  'bad-request': { status: 400, error: 'BAD_REQUEST' },
  'bad-signature': { status: 401, error: 'BAD_KEY' },
};

export const resource: Dialect = {
  routes: [
    { method: 'PUT', path: '/users/:username', call: 'create' },
    { method: 'GET', path: '/users/:username/wallet', call: 'balance' },
    {
      method: 'PUT',
      path: '/transfers/:reference',
      call: ({ type }) => (type === 'DEPOSIT' ? 'move-in' : type === 'WITHDRAW' ? 'move-out' : undefined),
    },
    { method: 'GET', path: '/transfers/:reference', call: 'status' },
    { method: 'PUT', path: '/users/:username/password', call: 'reset-password' },
    { method: 'POST', path: '/users/:username/session', call: 'launch' },
    { method: 'GET', path: '/login-state', call: 'login-state' },
  ],
  duplicates: 'replays',
  reference: 'reference',

  fields: (request) => ({ ...jsonFields(request.body), ...(request.params as object) }),

  isSigned: ({ headers }, _fields, _game, key) => headers['x-agent'] === AGENT && isSame(headers['x-api-key'], key),

  amount: (sent) => (typeof sent === 'number' ? moneyFromWire(sent) : null),

  say(outcome) {
    if (outcome.call !== 'refused') return { status: 200, body: content(outcome) };
    const { status, error } = REFUSALS[outcome.why];
    return { status, body: { error } };
  },
};

function content(outcome: Outcome): object {
  switch (outcome.call) {
    case 'create':
    case 'reset-password':
      return { username: outcome.username };
    case 'balance':
      return {
        balance: Number(decimals(outcome.balance, outcome.fraction)),
        outstanding: moneyToWire(outcome.inPlay),
      };
    case 'move-in':
    case 'move-out':
      return { reference: outcome.reference, status: 'COMPLETED' };
    case 'status':
      return { reference: outcome.reference, status: outcome.state === 'done' ? 'COMPLETED' : 'REJECTED' };
    case 'launch':
      return { url: outcome.url };
    case 'login-state':
      return { event: outcome.event };
    default:
      return {};
  }
}
