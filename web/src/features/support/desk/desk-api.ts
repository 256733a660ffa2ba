import type { CallName, Calls } from '@krapao/contract/calls.ts';
import { type Args, callAs, type Reply } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { endsSession } from '../../../platform/failures.ts';
import { deskToken, endDesk, startDesk } from './desk-session.ts';

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
