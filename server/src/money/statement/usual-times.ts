/** What movements of the last days took, as long as it is told without being measured anew. */
const FRESH_MS = 5 * 60_000;

/**
 * Measures at most every few minutes on this node, by the product's clock, however often it is asked. While a measurement
 * runs, all who ask wait for the same one.
 */
export function measuredSometimes<Times>(
  now: () => Promise<Date>,
  measure: () => Promise<Times>,
): () => Promise<Times> {
  let last: { at: number; times: Promise<Times> } | null = null;
  return async () => {
    const at = (await now()).getTime();
    if (last && at >= last.at && at < last.at + FRESH_MS) return last.times;
    const times = measure();
    last = { at, times };
    times.catch(() => {
      if (last?.times === times) last = null;
    });
    return times;
  };
}
