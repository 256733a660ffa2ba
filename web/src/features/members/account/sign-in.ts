import { call } from '../../../platform/api.ts';
import { currentToken, endSession, startSession } from '../../../platform/session.ts';

type Credentials = { username: string; password: string; remember: boolean };

export async function logIn(credentials: Credentials): Promise<void> {
  const { token } = await call('POST /api/login', { body: credentials });
  startSession(token, credentials.remember);
}

/** Signing out never waits for the network: the server is told, and this browser forgets whatever the answer. */
export function logOut(): void {
  if (currentToken() !== null) call('POST /api/logout', { keepalive: true }).catch(() => undefined);
  endSession();
}
