import { readStored, removeStored, writeStored } from './storage.ts';

type Listener = () => void;
const endListeners: Listener[] = [];

/** A module that keeps a member's data in memory forgets it here. */
export function onSessionEnd(listener: Listener): void {
  endListeners.push(listener);
}

/** Read anew every time: another tab may have signed out or changed the password. */
export function currentToken(): string | null {
  return readStored('token', 'sessionStorage') ?? readStored('token', 'localStorage');
}

export function startSession(token: string, remember: boolean): void {
  endSession();
  writeStored('token', token, remember ? 'localStorage' : 'sessionStorage');
}

/** A password change answers with a new token; it stays where the old one was. */
export function replaceToken(token: string): void {
  const remembered = readStored('token', 'sessionStorage') === null;
  writeStored('token', token, remembered ? 'localStorage' : 'sessionStorage');
}

export function endSession(): void {
  removeStored('token', 'sessionStorage');
  removeStored('token', 'localStorage');
  for (const listener of endListeners) listener();
}
