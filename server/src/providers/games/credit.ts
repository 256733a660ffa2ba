import { figureInMinorUnits } from './decimals.ts';
import {
  CURRENCY_CODES,
  type Dialect,
  type Fields,
  hmac,
  type Question,
  type Refusal,
  sortedFields,
  type Variant,
  wordFor,
} from './dialect.ts';
import type { MoveState } from './game-provider.ts';

const REFUSALS: Record<string, Refusal> = {
  MEMBER_EXISTS: 'exists',
  MEMBER_NOT_FOUND: 'refused',
  NOT_ENOUGH_CREDIT: 'refused',
  REJECTED: 'refused',
  WRONG_PASSWORD: 'refused',
  BAD_REQUEST: 'refused',
  BAD_SIGNATURE: 'refused',
  DUPLICATE_REFERENCE: 'repeated',
  REFERENCE_NOT_FOUND: 'absent',
};
const STATES: Record<string, MoveState> = { SUCCESS: 'done', FAIL: 'failed', PENDING: 'in-progress' };

/** Whole minor units, signed over the sorted fields of body or query. */
export function credit({ hash, launchWithPassword }: Variant): Dialect {
  return {
    say: (question, { agent, key }) => {
      const { method, path, fields } = words(question, launchWithPassword);
      const authorization = `HMAC ${agent}:${hmac(hash, key, sortedFields(fields))}`;
      if (method === 'POST') {
        const headers = { authorization, 'content-type': 'application/json' };
        return { method, path, headers, body: JSON.stringify(fields) };
      }
      const query = new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return { method, path: `${path}?${query}`, headers: { authorization } };
    },
    understand: (status, answer) => {
      if (status === 200 && answer.success === true) return { is: 'ok', data: answer };
      return { is: (status >= 400 && answer.success === false && wordFor(REFUSALS, answer.error)) || 'unclear' };
    },
    readBalance: ({ credit, inPlay }) => ({
      balance: figureInMinorUnits(credit),
      inPlay: figureInMinorUnits(inPlay),
    }),
    readMove: ({ credit }) => (figureInMinorUnits(credit) === null ? 'unknown' : 'done'),
    readState: ({ state }) => wordFor(STATES, state) ?? 'unknown',
    readLink: ({ link }) => link,
  };
}

function words(question: Question, launchWithPassword: boolean): { method: string; path: string; fields: Fields } {
  switch (question.ask) {
    case 'create': {
      const { username, password, currency } = question;
      const fields = { username, password, currency: CURRENCY_CODES[currency] };
      return { method: 'POST', path: '/member/create', fields };
    }
    case 'balance':
      return { method: 'GET', path: '/member/balance', fields: { username: question.username } };
    case 'move': {
      const { username, reference, amount } = question;
      const path = question.direction === 'in' ? '/credit/add' : '/credit/remove';
      return { method: 'POST', path, fields: { username, ref: reference, amount: Number(amount) } };
    }
    case 'state':
      return { method: 'GET', path: '/credit/status', fields: { ref: question.reference } };
    case 'password': {
      const { username, password } = question;
      return { method: 'POST', path: '/member/password', fields: { username, password } };
    }
    case 'launch': {
      const fields = { username: question.username, ...(launchWithPassword && { password: question.password }) };
      return { method: 'POST', path: '/game/launch', fields };
    }
    case 'login-fields':
      throw new Error('providers of this dialect have no sign-in form');
  }
}
