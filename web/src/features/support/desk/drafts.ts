import { onDeskEnd } from './desk-session.ts';

/** What was begun in one conversation is still there after a look at another. */
const drafts = new Map<string, string>();
onDeskEnd(() => drafts.clear());

export function draftOf(conversationId: string): string {
  return drafts.get(conversationId) ?? '';
}

export function keepDraft(conversationId: string, text: string): void {
  if (text) drafts.set(conversationId, text);
  else drafts.delete(conversationId);
}
