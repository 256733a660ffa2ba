import type { ApiError } from '../../../platform/api-error.ts';
import { readStored, removeStored, writeStored } from '../../../platform/storage.ts';

/** An operator's sign-in in this tab. It has nothing to do with a member's: neither touches the other. */
type SignIn = { token: string; name: string };
type Listener = () => void;

const watchers = new Set<Listener>();
const endListeners: Listener[] = [];
let endedBy: ApiError['code'] | null = null;

/** A module that keeps customers' data in memory forgets it here. */
export function onDeskEnd(listener: Listener): void {
  endListeners.push(listener);
}

export function watchDesk(watcher: Listener): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function deskToken(): string | null {
  return readStored('desk-token', 'sessionStorage');
}

/** The name of the signed-in operator. */
export function deskName(): string {
  return readStored('desk-name', 'sessionStorage') ?? '';
}

/** Why the last sign-in ended, if the operator did not sign out. */
export function deskEndedBy(): ApiError['code'] | null {
  return endedBy;
}

export function startDesk({ token, name }: SignIn): void {
  endedBy = null;
  writeStored('desk-name', name, 'sessionStorage');
  writeStored('desk-token', token, 'sessionStorage');
  tell();
}

export function endDesk(by: ApiError['code'] | null): void {
  endedBy = by;
  removeStored('desk-token', 'sessionStorage');
  removeStored('desk-name', 'sessionStorage');
  tell();
  for (const listener of endListeners) listener();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
