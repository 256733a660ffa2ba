import type { Entry } from './conversation.ts';

/** What was sent from this page is shown from its memory, and not loaded again. */
export function createPreviews() {
  const addresses = new Map<string, string>();
  return {
    keep: (id: string, address: string) => void addresses.set(id, address),

    /** Puts what is in memory in the place of what would be loaded. */
    localize(entry: Entry): Entry {
      const url = addresses.get(entry.id);
      if (url === undefined || entry.message.message_type !== 'media') return entry;
      return { ...entry, message: { ...entry.message, payload: { ...entry.message.payload, url } } };
    },

    drop(id: string): void {
      URL.revokeObjectURL(addresses.get(id) ?? '');
      addresses.delete(id);
    },

    dropAll(): void {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}
