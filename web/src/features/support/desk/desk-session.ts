import type { CallName, Calls } from '@krapao/contract/calls.ts';
import { type Args, callAs, type Reply } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { endsSession } from '../../../platform/failures.ts';
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

function startDesk({ token, name }: SignIn): void {
  endedBy = null;
  writeStored('desk-name', name, 'sessionStorage');
  writeStored('desk-token', token, 'sessionStorage');
  tell();
}

function endDesk(by: ApiError['code'] | null): void {
  endedBy = by;
  removeStored('desk-token', 'sessionStorage');
  removeStored('desk-name', 'sessionStorage');
  tell();
  for (const listener of endListeners) listener();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

type DeskCall = { [N in CallName]: Calls[N] extends { operator: true } ? N : never }[CallName];

/** Like `call`, with the operator's token; when that no longer counts, the desk asks for the password again. */
export async function deskCall<N extends DeskCall>(name: N, ...args: Args<N>): Promise<Reply<N>> {
  const token = deskToken();
  try {
    return await callAs(token, name, ...args);
  } catch (error) {
    if (error instanceof ApiError && endsSession(error)) {
      error.handled = true;
      // A sign-in since then has another token and goes on.
      if (token !== null && token === deskToken()) endDesk(error.code);
    }
    throw error;
  }
}

export async function signIn(name: string, password: string): Promise<void> {
  startDesk(await callAs(null, 'POST /api/desk/login', { body: { name, password } }));
}

/** Signing out never waits for the network: the server is told, and this tab forgets whatever the answer. */
export function signOut(): void {
  callAs(deskToken(), 'POST /api/desk/logout', { keepalive: true }).catch(() => undefined);
  endDesk(null);
}
