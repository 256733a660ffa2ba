import { CURRENCIES, type Currency, type Minor } from '@krapao/contract/money.ts';
import { useSyncExternalStore } from 'react';
import type { Reply } from '../platform/api.ts';
import { currentToken, isOvertaken, onSessionEnd, placeOfToken } from '../platform/session.ts';
import { readStored, type StoredKey, writeStored } from '../platform/storage.ts';
import { balancesOf } from './balances.ts';

/** Another number for another form: what an older version of the app has kept is not read. */
const FORM = 2;
const KEY: StoredKey = 'last-wallet';

/** What home shows of a wallet at once, and no more. */
export type LastWallet = {
  /** As of when the total is. */
  at: Date;
  total: Minor;
  currency: Currency;
};

type Kept = { form: typeof FORM; signIn: string; at: string; total: string; currency: Currency };

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
export function keepWallet(wallet: Reply<'GET /api/wallet'>, at: Date, askedBy: string | null): void {
  if (askedBy === null || askedBy !== currentToken() || isOvertaken()) return;
  const kept: Kept = {
    form: FORM,
    signIn: markOf(askedBy),
    at: at.toISOString(),
    total: String(balancesOf(wallet).total),
    currency: wallet.profile.currency,
  };
  writeStored(KEY, JSON.stringify(kept), placeOfToken());
}

function walletIn(text: string, token: string): LastWallet | null {
  const kept = parsed(text);
  if (!isKept(kept) || kept.signIn !== markOf(token)) return null;
  return { at: new Date(kept.at), total: BigInt(kept.total), currency: kept.currency };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { form, at, total, currency } = value as Partial<Record<string, unknown>>;
  return (
    form === FORM &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof total === 'string' &&
    /^\d+$/.test(total) &&
    CURRENCIES.some((known) => known === currency)
  );
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
