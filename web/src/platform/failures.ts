import { ApiError } from './api-error.ts';
import { loginUrl } from './intended-url.ts';
import { goTo } from './navigation.ts';
import { currentToken, endSession, isOvertaken } from './session.ts';
import { createStore } from './store.ts';

/** The one place that knows which failures lead to another screen, whichever call brings them. */
const SESSION_ENDED: ReadonlySet<string> = new Set([
  'invalid-token',
  'EXPIRED_AUTH_TOKEN',
  'UNAUTHORIZED',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
]);

const LOGIN = '/login';
/** Where people reach support: no failure leads away from there. */
export const CONTACT: ReadonlySet<string> = new Set(['/contact', '/user/contact']);

/** A call was answered that the service is gone. No watch reads until a call is answered that it is back. */
export const isServiceGone = createStore(false);

/** Passed to the login page by the navigation that leads there. */
export type LoginState = { endedBy?: ApiError['code']; phone?: string; isNew?: true };

/** Whether the token of the call no longer counts. */
export function endsSession({ code }: ApiError): boolean {
  return SESSION_ENDED.has(code);
}

export function handleFailure(error: ApiError, tokenUsed: string | null): void {
  if (error.code === 'gone') {
    error.handled = true;
    isServiceGone.set(true);
    if (!CONTACT.has(window.location.pathname)) goTo('/terminated', { replace: true });
    return;
  }
  if (!endsSession(error)) return;
  error.handled = true;
  // A password change replaces the token while older calls are still on their way.
  if (tokenUsed !== currentToken()) return;
  // The sign-in that another tab has stored since is not this page's to end.
  if (isOvertaken()) {
    window.location.reload();
    return;
  }
  // A screen may call once more while it is left, without a token: the login page already knows where to lead back to.
  if (tokenUsed === null && window.location.pathname === LOGIN) return;
  endSession();
  const state: LoginState = { endedBy: error.code };
  goTo(loginUrl(window.location.pathname + window.location.search), { replace: true, state });
}

/** The failure has already led to another screen; nothing is left to show. */
export function isHandled(error: unknown): boolean {
  return error instanceof ApiError && error.handled;
}
