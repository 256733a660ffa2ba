import { decimalText, figureInText } from './decimals.ts';
import {
  CURRENCY_CODES,
  type Dialect,
  type Fields,
  md5,
  type Question,
  type Refusal,
  sortedFields,
  wordFor,
} from './dialect.ts';
import type { MoveState } from './game-provider.ts';

const WRONG_SIGNATURE = 403;
const REFUSALS: Record<number, Refusal> = {
  101: 'exists',
  102: 'refused',
  201: 'refused',
  205: 'repeated',
  301: 'refused',
  400: 'refused',
  [WRONG_SIGNATURE]: 'refused',
  404: 'absent',
};
const STATES: Record<number, MoveState> = { 0: 'in-progress', 1: 'done', 2: 'failed' };

/** One address, a form with an action, MD5; a move is one call with a signed amount. */
export const action: Dialect = {
  say: (question, { agent, key }) => {
    const fields = { agent, ...words(question) };
    const form = { ...fields, sign: md5(sortedFields(fields) + key) };
    return {
      method: 'POST',
      path: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    };
  },
  understand: (status, answer) => {
    if (status === 200 && answer.code === 0) return { is: 'ok', data: answer };
    const isItsOwn = status === 200 || (status === 401 && answer.code === WRONG_SIGNATURE);
    return { is: (isItsOwn && typeof answer.code === 'number' && wordFor(REFUSALS, answer.code)) || 'unclear' };
  },
  readBalance: ({ balance, outstanding }) => ({
    balance: figureInText(balance),
    inPlay: figureInText(outstanding),
  }),
  readMove: ({ balance }) => (typeof balance === 'string' ? 'done' : 'unknown'),
  readState: ({ status }) => (typeof status === 'number' && wordFor(STATES, status)) || 'unknown',
  readLink: ({ url }) => url,
};

function words(question: Question): Fields & Record<string, string> {
  switch (question.ask) {
    case 'create': {
      const { username, password, currency } = question;
      return { action: 'create', username, password, currency: CURRENCY_CODES[currency] };
    }
    case 'balance':
      return { action: 'balance', username: question.username };
    case 'move': {
      const { username, reference, amount, direction } = question;
      const signed = `${direction === 'out' ? '-' : ''}${decimalText(amount)}`;
      return { action: 'transfer', username, requestid: reference, amount: signed };
    }
    case 'state':
      return { action: 'check', requestid: question.reference };
    case 'password':
      return { action: 'password', username: question.username, password: question.password };
    case 'launch':
      return { action: 'launch', username: question.username };
    case 'login-fields':
      throw new Error('the sign-in forms of this dialect carry nothing else');
  }
}
