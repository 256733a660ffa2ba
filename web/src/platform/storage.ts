/**
 * The browser may refuse storage (private mode, blocked cookies, full disk). Nothing may break then: a value
 * that could not be stored lives as long as the page.
 */
export type StoredKey =
  | 'token'
  | 'locale'
  | 'remember-agreement'
  | 'last-sign-in'
  | 'last_sync'
  | 'last-wallet'
  | 'invite-code'
  | 'phone-proof'
  | 'security-read'
  | 'notice-read'
  | 'outcomes'
  | 'last-deposit'
  | 'money-hidden'
  | 'guest-id'
  | 'pending-transfers'
  | 'unanswered-withdrawals'
  | 'pending-spins'
  | 'chat-started'
  | 'chat-outbox'
  | 'desk-token'
  | 'desk-name';
export type StoreName = 'localStorage' | 'sessionStorage';

const unsaved = new Map<string, string>();

export function readStored(key: StoredKey, store: StoreName = 'localStorage'): string | null {
  // First: what was stored under the key before could not be replaced.
  const kept = unsaved.get(`${store}.${key}`);
  if (kept !== undefined) return kept;
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: StoredKey, value: string, store: StoreName = 'localStorage'): void {
  try {
    window[store].setItem(key, value);
    unsaved.delete(`${store}.${key}`);
  } catch {
    unsaved.set(`${store}.${key}`, value);
  }
}

export function removeStored(key: StoredKey, store: StoreName = 'localStorage'): void {
  unsaved.delete(`${store}.${key}`);
  try {
    window[store].removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
