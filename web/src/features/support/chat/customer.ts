import type { Join } from '@krapao/contract/realtime.ts';
import { deviceId } from '../../../platform/device.ts';
import { currentToken } from '../../../platform/session.ts';

/** Whose room it is. */
export type Customer = { userId: string } | { guestId: string };

/** A name for what is kept of this customer, in this browser only. */
export function ownerOf(customer: Customer): string {
  return 'userId' in customer ? `member ${customer.userId}` : `guest ${customer.guestId}`;
}

/** The guest of this browser, whom a member may have been before signing in. */
export function guestHere(): string {
  return ownerOf({ guestId: deviceId() });
}

/** Read anew each time: a password change gives another token. */
export function joinOf(customer: Customer): Join {
  return 'userId' in customer ? { userId: customer.userId, token: currentToken() ?? '' } : customer;
}

/** With both, what was said here as a guest becomes the member's. */
export function readerOf(customer: Customer): { userId?: string; guestId: string } {
  return 'userId' in customer ? { userId: customer.userId, guestId: deviceId() } : customer;
}
