import { call, callAs } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { currentToken, endSession, startSession } from '../../../platform/session.ts';

type Credentials = { username: string; password: string; remember: boolean };

export async function logIn(credentials: Credentials): Promise<void> {
  const { token } = await call('POST /api/login', { body: credentials });
  startSession(token, credentials.remember);
}

/** Signing out never waits for the network: the server is told, and this browser forgets whatever the answer. */
export function logOut(): void {
  const token = currentToken();
  endSession();
  if (token !== null) endAtServer(token);
}

/** Without a network the call is made again once the network is back, while the page is open. */
function endAtServer(token: string): void {
  callAs(token, 'POST /api/logout', { keepalive: true }).catch((error: unknown) => {
    const isLost = error instanceof ApiError && error.code === 'NETWORK_ERROR';
    if (isLost) window.addEventListener('online', () => endAtServer(token), { once: true });
  });
}
