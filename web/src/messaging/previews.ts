import type { Entry } from './conversation.ts';

/** Files sent from this page are shown from its memory, and not loaded again. */
export function createPreviews() {
  const addresses = new Map<string, string>();
  return {
    add: (id: string, address: string) => void addresses.set(id, address),

    /** Replaces an entry's address by the one in memory. */
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
