import type { Join } from '@krapao/contract/realtime.ts';
import { deviceId } from '../../../platform/device.ts';
import { currentToken } from '../../../platform/session.ts';

/** The customer whose room it is. */
export type Customer = { userId: string } | { guestId: string };

/** The owner's name of messages stored in this browser. */
export function ownerOf(customer: Customer): string {
  return 'userId' in customer ? `member ${customer.userId}` : `guest ${customer.guestId}`;
}

/** The owner's name of this browser's guest, who may since have signed in as a member. */
export function guestHere(): string {
  return ownerOf({ guestId: deviceId() });
}

/** Read anew each time: a password change gives another token. */
export function joinOf(customer: Customer): Join {
  return 'userId' in customer ? { userId: customer.userId, token: currentToken() ?? '' } : customer;
}

/** With both ids the server moves the guest's messages into the member's room. */
export function readerOf(customer: Customer): { userId?: string; guestId: string } {
  return 'userId' in customer ? { userId: customer.userId, guestId: deviceId() } : customer;
}
