import type { OutboxStore } from '../../../messaging/outbox.ts';
import type { Outgoing } from '../../../messaging/outgoing.ts';
import { readStored, removeStored, writeStored } from '../../../platform/storage.ts';

type Kept = { owner: string; items: Pick<Outgoing, 'id' | 'message' | 'writtenAt' | 'status'>[] };

/**
 * Unsent texts and choices outlive a reload of the tab; files cannot. They are stored under the name of their writer,
 * and restored only for that writer, or for a member who was `previousGuest` before signing in.
 */
export function outboxStore(owner: string, previousGuest: string | null = null): OutboxStore {
  return {
    restore: () => {
      const kept = read();
      if (kept?.owner === owner) return kept.items.map(revived);
      if (kept && kept.owner === previousGuest)
        return kept.items.filter(({ status }) => status === 'sending').map(revived);
      return [];
    },
    save: (items) => {
      const kept = items.flatMap(({ id, message, writtenAt, status, file }) =>
        file === null ? [{ id, message, writtenAt, status }] : [],
      );
      if (kept.length > 0) writeStored('chat-outbox', JSON.stringify({ owner, items: kept }), 'sessionStorage');
      else removeStored('chat-outbox', 'sessionStorage');
    },
  };
}

/** Whether a message of this owner waits to be sent. */
export function hasUnsent(owner: string, previousGuest: string | null = null): boolean {
  return outboxStore(owner, previousGuest).restore().length > 0;
}

/** A member's messages end with the session. A guest's stay: the guest is the same afterwards. */
export function forgetMembersWords(): void {
  if (read()?.owner.startsWith('member ')) removeStored('chat-outbox', 'sessionStorage');
}

function revived({ id, message, writtenAt, status }: Kept['items'][number]): Outgoing {
  return { id, message, writtenAt, status, share: 0, error: null, file: null, filePath: null };
}

function read(): Kept | null {
  try {
    const kept: unknown = JSON.parse(readStored('chat-outbox', 'sessionStorage') ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is Kept {
  return typeof kept === 'object' && kept !== null && 'owner' in kept && 'items' in kept && Array.isArray(kept.items);
}
