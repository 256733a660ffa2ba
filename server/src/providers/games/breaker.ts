const FAILURES_IN_A_ROW = 5;
const REST_MS = 5_000;

/** After failures in a row the work is refused at once for a while; then one attempt at a time finds out. */
export function breaker() {
  let failures = 0;
  let restsUntil = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failures >= FAILURES_IN_A_ROW) {
      if (Date.now() < restsUntil) throw new Error('resting after failures in a row');
      restsUntil = Date.now() + REST_MS;
    }
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      failures += 1;
      restsUntil = Date.now() + REST_MS;
      throw error;
    }
  };
}
