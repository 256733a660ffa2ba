import { CURRENCIES, type Currency } from '@krapao/contract/money.ts';
import { useSyncExternalStore } from 'react';
import type { Reply } from '../platform/api.ts';
import { currentToken, isOvertaken, onSessionEnd, placeOfToken } from '../platform/session.ts';
import { readStored, type StoredKey, writeStored } from '../platform/storage.ts';

/** Another number for another form: what an older version of the app has kept is not read. */
const FORM = 1;
const KEY: StoredKey = 'last-wallet';

type Wallet = Reply<'GET /api/wallet'>;

const AMOUNTS = ['amount', 'inTransit', 'withdrawing', 'frozen', 'owed', 'withheld'] as const;
type Amounts = Pick<Wallet['wallet'], (typeof AMOUNTS)[number]>;
type Place = Pick<Wallet['slots'][number], 'code' | 'name' | 'amount'>;

/** What home shows of a wallet at once, and no more: no account number, no phone, no name of the member. */
export type LastWallet = {
  /** As of when the figures are. */
  at: Date;
  memberId: string;
  currency: Currency;
  wallet: Amounts;
  /** The games with money in them. */
  slots: readonly Place[];
};

type Kept = Omit<LastWallet, 'at'> & { form: typeof FORM; signIn: string; at: string };

/** Tells the sign-ins of a browser apart, and does not tell the token. */
function markOf(token: string): string {
  let mark = 0;
  for (let at = 0; at < token.length; at++) mark = (Math.imul(mark, 31) + token.charCodeAt(at)) | 0;
  return String(mark >>> 0);
}

/**
 * Keeps what was read by the sign-in that asked for it, for the next visit. If that sign-in has ended meanwhile, here or in
 * another tab, nothing is kept.
 */
export function keepWallet({ profile, wallet, slots }: Wallet, at: Date, askedBy: string | null): void {
  if (askedBy === null || askedBy !== currentToken() || isOvertaken()) return;
  const kept: Kept = {
    form: FORM,
    signIn: markOf(askedBy),
    at: at.toISOString(),
    memberId: profile._id,
    currency: profile.currency,
    wallet: amountsOf(wallet),
    slots: slots.filter(({ amount }) => amount > 0).map(({ code, name, amount }) => ({ code, name, amount })),
  };
  writeStored(KEY, JSON.stringify(kept), placeOfToken());
}

function amountsOf(wallet: Wallet['wallet']): Amounts {
  const told = AMOUNTS.filter((name) => wallet[name] !== undefined).map((name) => [name, wallet[name]]);
  return Object.fromEntries(told) as Amounts;
}

function walletIn(text: string, token: string): LastWallet | null {
  const kept = parsed(text);
  if (!isKept(kept) || kept.signIn !== markOf(token)) return null;
  const { at, memberId, currency, wallet, slots } = kept;
  return { at: new Date(at), memberId, currency, wallet, slots };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value) || value.form !== FORM) return false;
  const { at, memberId, currency, wallet, slots } = value;
  if (typeof memberId !== 'string' || !CURRENCIES.some((known) => known === currency)) return false;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return false;
  if (!isObject(wallet) || !Array.isArray(slots)) return false;
  const { amount, inTransit, withdrawing, ...others } = wallet;
  return [amount, inTransit, withdrawing, ...Object.values(others)].every(Number.isFinite) && slots.every(isPlace);
}

function isPlace(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof value.code === 'string' && typeof value.name === 'string' && Number.isFinite(value.amount);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

let read: { text: string; token: string; last: LastWallet | null } | null = null;

/** What this browser knows of the wallet of the member who is signed in, or null. */
export function lastWallet(): LastWallet | null {
  const token = currentToken();
  const text = readStored(KEY, placeOfToken());
  if (token === null || text === null) return null;
  if (read?.text !== text || read.token !== token) read = { text, token, last: walletIn(text, token) };
  return read.last;
}

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  // Another tab may sign out, or in.
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

onSessionEnd(() => {
  read = null;
  for (const watcher of [...watchers]) watcher();
});

/**
 * The wallet as it was last read in this browser by this sign-in, until it has been read anew. Old figures: they are shown
 * with their time, and nothing that moves money goes by them. A page that was rendered at build has none.
 */
export function useLastWallet(): LastWallet | null {
  return useSyncExternalStore(watch, lastWallet, () => null);
}
