import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../faults.ts';
import type { Game } from './catalogue.ts';
import type { FormState } from './form-state.ts';

export const CALLS = ['create', 'balance', 'move-in', 'move-out', 'status', 'reset-password', 'launch'] as const;
export type Call = (typeof CALLS)[number] | 'login-state';

/** A call of a provider, the same in every dialect. */
export type Ask =
  | { call: 'create'; username: string; password: string; currency: Currency }
  | { call: 'balance'; username: string }
  | { call: 'move-in' | 'move-out'; username: string; reference: string; amount: Minor }
  | { call: 'status'; reference: string }
  | { call: 'reset-password'; username: string; password: string }
  | { call: 'launch'; username: string; password: string | null }
  | { call: 'login-state' };

export type Refused =
  | 'player-exists'
  | 'no-player'
  | 'not-enough'
  | 'rejected'
  | 'reference-used'
  | 'no-reference'
  | 'wrong-password'
  | 'bad-request'
  | 'bad-signature';

/** The provider's answer to an `Ask`, the same in every dialect. */
export type Outcome =
  | { call: 'refused'; why: Refused }
  | { call: 'create' | 'reset-password'; username: string }
  /** `fraction`: digits of the balance after its minor units. */
  | { call: 'balance'; balance: Minor; inPlay: Minor; fraction: string }
  | { call: 'move-in' | 'move-out'; reference: string; balance: Minor }
  | { call: 'status'; reference: string; state: 'done' | 'failed' }
  | { call: 'launch'; url: string }
  | { call: 'login-state'; event: FormState };

export type Fields = Record<string, unknown>;

type Route = {
  method: 'GET' | 'POST' | 'PUT';
  /** Relative to the base of the provider's calls. */
  path: string;
  call: Call | ((fields: Fields) => Call | undefined);
};

export type Dialect = {
  routes: Route[];
  /** How the provider answers a reference that is used again. */
  duplicates: 'replays' | 'refused';
  /** The dialect's field name for our reference. */
  reference: string;
  fields(request: FastifyRequest): Fields;
  isSigned(request: FastifyRequest, fields: Fields, game: Game, key: string): boolean;
  amount(sent: unknown): Minor | null;
  say(outcome: Outcome): Answer;
};

const CURRENCIES: Record<string, Currency> = { THB: 'BAHT', LAK: 'LAK' };
const NAME = /^[\x21-\x7e]{1,100}$/;
const REFERENCE = /^[\x21-\x7e]{1,50}$/;
// PostgreSQL stores no NUL, and passwords contain no other control characters.
const PASSWORD = /^\P{Cc}{1,200}$/u;

/** Reads the fields as the call needs them, or `null` where one is missing or makes no sense. */
export function readAsk(call: Call, fields: Fields, dialect: Dialect, game: Game): Ask | null {
  if (call === 'login-state') return game.hasFormState ? { call } : null;
  if (call === 'status') {
    const reference = text(fields[dialect.reference], REFERENCE);
    return reference === null ? null : { call, reference };
  }
  const username = text(fields.username, NAME);
  if (username === null) return null;
  if (call === 'balance') return { call, username };
  if (call === 'move-in' || call === 'move-out') {
    const reference = text(fields[dialect.reference], REFERENCE);
    const amount = dialect.amount(fields.amount);
    return reference === null || amount === null || amount <= 0n ? null : { call, username, reference, amount };
  }
  if (call === 'launch' && !game.launchTakesPassword) return { call, username, password: null };
  const password = text(fields.password, PASSWORD);
  if (password === null) return null;
  if (call !== 'create') return { call, username, password };
  const currency = typeof fields.currency === 'string' ? CURRENCIES[fields.currency] : undefined;
  return currency ? { call, username, password, currency } : null;
}

function text(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

/** A body that is no JSON object has no fields, so the call is refused for the missing ones. */
export function jsonFields(body: unknown): Fields {
  try {
    const parsed: unknown = JSON.parse(String(body));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Two decimals, always: 100.00 */
export function decimals(minor: Minor, fraction = ''): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}${fraction}`;
}
