/** How many times longer than `npm run test:stress` does by itself; none in `npm test`. */
const TIMES = Number(process.env.STRESS || 0);

/**
 * The size of a test that is the better the longer it goes on: a short one for `npm test`, a long one for
 * `npm run test:stress`.
 */
export function sized(short: number, long: number): number {
  return TIMES > 0 ? long * TIMES : short;
}
