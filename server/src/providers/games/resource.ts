import { moneyToWire } from '@krapao/contract/money.ts';
import { figureInNumber } from './decimals.ts';
import { CURRENCY_CODES, type Dialect, type Question, type Refusal, wordFor } from './dialect.ts';
import type { MoveState, Outcome } from './game-provider.ts';

const REFUSALS: Record<string, Refusal> = {
  USER_EXISTS: 'exists',
  USER_NOT_FOUND: 'refused',
  INSUFFICIENT_FUNDS: 'refused',
  REJECTED: 'refused',
  BAD_REQUEST: 'refused',
  BAD_KEY: 'refused',
  REFERENCE_CONFLICT: 'repeated',
  TRANSFER_NOT_FOUND: 'absent',
};
const STATES: Record<string, MoveState> = { COMPLETED: 'done', REJECTED: 'failed', PROCESSING: 'in-progress' };
const OUTCOMES: Record<string, Outcome> = { COMPLETED: 'done', REJECTED: 'refused' };

/** REST with a key in a header. A move is a resource named by our reference. */
export const resource: Dialect = {
  say: (question, { agent, key }) => {
    const { method, path, fields } = words(question);
    const headers = { 'x-agent': agent, 'x-api-key': key };
    if (!fields) return { method, path, headers };
    const body = JSON.stringify(fields);
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body };
  },
  understand: (status, answer) => {
    if (status === 200) return answer.error === undefined ? { is: 'ok', data: answer } : { is: 'unclear' };
    return { is: (status >= 400 && wordFor(REFUSALS, answer.error)) || 'unclear' };
  },
  readBalance: ({ balance, outstanding }) => ({
    balance: figureInNumber(balance),
    inPlay: figureInNumber(outstanding),
  }),
  readMove: (data, reference) => (data.reference === reference && wordFor(OUTCOMES, data.status)) || 'unknown',
  readState: ({ status }) => wordFor(STATES, status) ?? 'unknown',
  readLink: ({ url }) => url,
};

function words(question: Question): { method: string; path: string; fields?: Record<string, unknown> } {
  switch (question.ask) {
    case 'create': {
      const { password, currency } = question;
      return { method: 'PUT', path: userPath(question), fields: { password, currency: CURRENCY_CODES[currency] } };
    }
    case 'balance':
      return { method: 'GET', path: `${userPath(question)}/wallet` };
    case 'move': {
      const { username, reference, amount, direction } = question;
      const type = direction === 'in' ? 'DEPOSIT' : 'WITHDRAW';
      const fields = { username, type, amount: moneyToWire(amount) };
      return { method: 'PUT', path: `/transfers/${encodeURIComponent(reference)}`, fields };
    }
    case 'state':
      return { method: 'GET', path: `/transfers/${encodeURIComponent(question.reference)}` };
    case 'password':
      return { method: 'PUT', path: `${userPath(question)}/password`, fields: { password: question.password } };
    case 'launch':
      return { method: 'POST', path: `${userPath(question)}/session` };
    case 'login-fields':
      return { method: 'GET', path: '/login-state' };
  }
}

function userPath({ username }: { username: string }): string {
  return `/users/${encodeURIComponent(username)}`;
}
