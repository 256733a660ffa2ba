import { sharesOf } from './addresses.ts';

/** A connection, or the answer to a request. */
type Open = { readonly destroyed: boolean; once: (event: 'close', work: () => void) => unknown };

/**
 * Counts the connections that are open from each address, on this node. Answers whether one more was admitted, which
 * then counts until it closes.
 */
export function openPerAddress(limit: number): (address: string, connection: Open) => boolean {
  const open = new Map<string, number>();
  const countOf = (subject: string) => open.get(subject) ?? 0;
  return (address, connection) => {
    const shares = sharesOf(address);
    if (shares.some(({ subject, times }) => countOf(subject) >= limit * times)) return false;
    // One that is over already would never be uncounted.
    if (connection.destroyed) return false;
    for (const { subject } of shares) open.set(subject, countOf(subject) + 1);
    connection.once('close', () => {
      for (const { subject } of shares) {
        if (countOf(subject) > 1) open.set(subject, countOf(subject) - 1);
        else open.delete(subject);
      }
    });
    return true;
  };
}
