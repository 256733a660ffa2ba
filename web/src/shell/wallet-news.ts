/** Several events of one movement make one reading. */
const GATHER_MS = 300;

/** After a reconnect everybody has missed something: readings are spread over this time, at random. */
export const SPREAD_MS = 5_000;

/** Reads the wallet when there is news of it. */
export function walletNews(read: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const readWithin = (ms: number) => {
    const at = performance.now() + ms;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      read();
    }, ms);
  };
  return {
    changed: () => readWithin(GATHER_MS),
    /** Events may have been lost, for many members at once. */
    missed: () => readWithin(Math.random() * SPREAD_MS),
    /** A member who uses the page does not wait for their turn. */
    memberActs: () => {
      if (dueAt !== Number.POSITIVE_INFINITY) readWithin(GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
