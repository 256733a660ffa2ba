import { decimalText, figureInText } from './decimals.ts';
import { CURRENCY_CODES, type Dialect, hmac, type Question, type Refusal, type Variant, wordFor } from './dialect.ts';
import type { MoveState } from './game-provider.ts';

const REFUSALS: Record<string, Refusal> = {
  player_exists: 'exists',
  player_not_found: 'refused',
  insufficient_balance: 'refused',
  rejected: 'refused',
  wrong_password: 'refused',
  bad_request: 'refused',
  bad_signature: 'refused',
  reference_reused: 'repeated',
  transaction_not_found: 'absent',
};
const STATES: Record<string, MoveState> = { done: 'done', failed: 'failed', in_progress: 'in-progress' };

/** JSON in an envelope of status and data, signed over the body. */
export function envelope({ hash, launchWithPassword }: Variant): Dialect {
  return {
    say: (question, { agent, key }) => {
      const [path, fields] = words(question, launchWithPassword);
      const body = JSON.stringify(fields);
      const headers = { 'content-type': 'application/json', 'x-agent': agent, 'x-signature': hmac(hash, key, body) };
      return { method: 'POST', path, headers, body };
    },
    understand: (status, answer) => {
      if (status === 200 && answer.status === 'ok' && typeof answer.data === 'object' && answer.data !== null)
        return { is: 'ok', data: answer.data as Record<string, unknown> };
      return { is: (status >= 400 && answer.status === 'error' && wordFor(REFUSALS, answer.code)) || 'unclear' };
    },
    readBalance: ({ balance, inPlay }) => ({
      balance: figureInText(balance),
      inPlay: figureInText(inPlay),
    }),
    readMove: (data, reference) => (data.reference === reference ? 'done' : 'unknown'),
    readState: ({ state }) => wordFor(STATES, state) ?? 'unknown',
    readLink: ({ url }) => url,
  };
}

function words(question: Question, launchWithPassword: boolean): [path: string, fields: Record<string, string>] {
  switch (question.ask) {
    case 'create': {
      const { username, password, currency } = question;
      return ['/players', { username, password, currency: CURRENCY_CODES[currency] }];
    }
    case 'balance':
      return ['/balance', { username: question.username }];
    case 'move': {
      const { username, reference, amount } = question;
      return [
        question.direction === 'in' ? '/deposit' : '/withdraw',
        { username, reference, amount: decimalText(amount) },
      ];
    }
    case 'state':
      return ['/transactions', { reference: question.reference }];
    case 'password':
      return ['/password', { username: question.username, password: question.password }];
    case 'launch':
      return ['/launch', { username: question.username, ...(launchWithPassword && { password: question.password }) }];
    case 'login-fields':
      throw new Error('providers of this dialect have no sign-in form');
  }
}
