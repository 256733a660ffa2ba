import { readStored, removeStored, type StoreName, writeStored } from './storage.ts';

type Listener = () => void;
const endListeners: Listener[] = [];

/** A module that keeps a member's data in memory forgets it here. */
export function onSessionEnd(listener: Listener): void {
  endListeners.push(listener);
}

let own: string | null = null;

/**
 * The first sign-in that this page found. What another tab stores afterwards is never used here: a page must not call as
 * another member than the one it shows.
 */
export function currentToken(): string | null {
  own ??= storedToken();
  return own;
}

function storedToken(): string | null {
  return readStored('token', 'sessionStorage') ?? readStored('token', 'localStorage');
}

/** Whether another tab has signed out, signed another member in, or changed the password. */
export function isOvertaken(): boolean {
  return own !== null && storedToken() !== own;
}

/** A page that another tab has overtaken begins anew. Returns the function that ends the watch. */
export function followOtherSignIns(): () => void {
  const follow = () => isOvertaken() && window.location.reload();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Where the token is: what a sign-in keeps of its member is kept beside it, and gone with it when a tab is closed. */
export function placeOfToken(): StoreName {
  return readStored('token', 'sessionStorage') === null ? 'localStorage' : 'sessionStorage';
}

export function startSession(token: string, remember: boolean): void {
  endSession();
  own = token;
  writeStored('token', token, remember ? 'localStorage' : 'sessionStorage');
  writeStored('last-sign-in', String(Date.now()));
}

/** A password change answers with a new token; it stays where the old one was. */
export function replaceToken(token: string): void {
  own = token;
  writeStored('token', token, placeOfToken());
}

/** The time of the last sign-in stays: it tells nobody who uses this device. */
export function endSession(): void {
  own = null;
  for (const place of ['sessionStorage', 'localStorage'] as const) {
    removeStored('token', place);
    // Here, and not where it is written: a sign-in ends on pages too that have no code of the wallet or of deposits.
    removeStored('last-wallet', place);
    removeStored('last-deposit', place);
  }
  for (const listener of endListeners) listener();
}
