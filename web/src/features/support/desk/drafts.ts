import { onDeskEnd } from './desk-session.ts';

/** A room's draft is still there after a look at another room. */
const drafts = new Map<string, string>();
onDeskEnd(() => drafts.clear());

export function draftOf(roomId: string): string {
  return drafts.get(roomId) ?? '';
}

export function keepDraft(roomId: string, text: string): void {
  if (text) drafts.set(roomId, text);
  else drafts.delete(roomId);
}
