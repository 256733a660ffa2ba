import { createHash, createHmac } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Figure } from './decimals.ts';
import type { MoveState, Outcome } from './game-provider.ts';

/** A call, before a dialect gives it words. */
export type Question =
  | { ask: 'create'; username: string; password: string; currency: Currency }
  | { ask: 'balance'; username: string }
  | { ask: 'move'; direction: 'in' | 'out'; username: string; reference: string; amount: Minor }
  | { ask: 'state'; reference: string }
  | { ask: 'password'; username: string; password: string }
  | { ask: 'launch'; username: string; password: string }
  | { ask: 'login-fields' };

type HttpCall = { method: string; path: string; headers: Record<string, string>; body?: string };

/** The meaning of an answer. Any answer that is not plainly one of the others is `unclear`. */
export type Meaning = { is: 'ok'; data: Record<string, unknown> } | { is: Refusal | 'unclear' };

/** The dialect's word for a provider's code; undefined for a code that is not on its list. */
export function wordFor<W>(words: Record<string, W>, said: unknown): W | undefined {
  const isWord = typeof said === 'string' || typeof said === 'number';
  return isWord && Object.hasOwn(words, said) ? words[said] : undefined;
}

/** `repeated`: the reference was used before, so the provider has to be asked for the state of that move. */
export type Refusal = 'exists' | 'refused' | 'repeated' | 'absent';

export type Connection = { agent: string; key: string };

/** How the providers that share a dialect differ. */
export type Variant = { hash: 'sha1' | 'sha256'; launchWithPassword: boolean };

/** How one family of providers says things; docs/game-dialects.md has the words. */
export type Dialect = {
  say: (question: Question, connection: Connection) => HttpCall;
  /** The status counts too: a proxy before a provider has error pages of its own. */
  understand: (status: number, answer: Record<string, unknown>) => Meaning;
  readBalance: (data: Record<string, unknown>) => { balance: Figure | null; inPlay: Figure | null };
  /** A move that was accepted need not be over, nor be the one that was asked for. */
  readMove: (data: Record<string, unknown>, reference: string) => Outcome;
  readState: (data: Record<string, unknown>) => MoveState;
  readLink: (data: Record<string, unknown>) => unknown;
};

export const CURRENCY_CODES: Record<Currency, string> = { BAHT: 'THB', LAK: 'LAK' };

export type Fields = Record<string, string | number>;

export function sortedFields(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

export function hmac(hash: 'sha1' | 'sha256', key: string, text: string): string {
  return createHmac(hash, key).update(text).digest('hex');
}

/** The signature of older providers. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
