import { createHash } from 'node:crypto';
import { parseMoney } from '@krapao/contract/money.ts';
import { type Call, type Dialect, decimals, type Fields, type Outcome, type Refused } from '../dialect.ts';
import { AGENT, isSame, sortedFields } from '../signatures.ts';

const AMOUNT = /^[+-]?(\d+(?:\.\d{1,2})?)$/;

const CODES: Record<Refused, number> = {
  'player-exists': 101,
  'no-player': 102,
  'not-enough': 201,
  'reference-used': 205,
  rejected: 301,
  'wrong-password': 301,
  'no-reference': 404,
  'bad-request': 400,
  'bad-signature': 403,
};

const ACTIONS: Record<string, Call> = {
  create: 'create',
  balance: 'balance',
  check: 'status',
  password: 'reset-password',
  launch: 'launch',
};

export const action: Dialect = {
  routes: [{ method: 'POST', path: '', call: callOf }],
  duplicates: 'refused',
  reference: 'requestid',

  fields: (request) => Object.fromEntries(new URLSearchParams(String(request.body ?? ''))),

  isSigned(_request, { sign, ...signed }, _game, key) {
    const expected = createHash('md5')
      .update(sortedFields(signed) + key)
      .digest('hex');
    return signed.agent === AGENT && isSame(sign, expected);
  },

  amount(sent) {
    const digits = AMOUNT.exec(String(sent))?.[1];
    return digits ? parseMoney(digits) : null;
  },

  say(outcome) {
    if (outcome.call !== 'refused') return { status: 200, body: { code: 0, ...rest(outcome) } };
    return { status: outcome.why === 'bad-signature' ? 401 : 200, body: { code: CODES[outcome.why] } };
  },
};

/** The sign of the amount says which way a transfer goes. */
function callOf({ action, amount }: Fields): Call | undefined {
  if (action === 'transfer') return String(amount).startsWith('-') ? 'move-out' : 'move-in';
  return ACTIONS[String(action)];
}

function rest(outcome: Outcome): object {
  switch (outcome.call) {
    case 'balance':
      return { balance: decimals(outcome.balance, outcome.fraction), outstanding: decimals(outcome.inPlay) };
    case 'move-in':
    case 'move-out':
      return { balance: decimals(outcome.balance) };
    case 'status':
      return { status: outcome.state === 'done' ? 1 : 2 };
    case 'launch':
      return { url: outcome.url };
    default:
      return {};
  }
}
