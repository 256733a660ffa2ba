import { AppError } from './app-error.ts';

type Rules = {
  atOnce: number;
  /** Of all askers together, and of one. */
  mostWaiting: number;
  mostOfOne: number;
  retryAfterSeconds: number;
};

/** Does the work of an asker in turn. Beyond the lane's length the asker is told to come back instead of waiting. */
type Lane = <T>(asker: string, work: () => Promise<T>) => Promise<T>;

type Waiting = { begin: () => Promise<void>; turnAway: () => void };

/**
 * A lane for costly work in which askers take turns: an asker who comes with much waits behind every other, and an asker
 * who comes with little waits for one piece of each. Where no place is left, the asker with most of them loses the last.
 */
export function fairLane({ atOnce, mostWaiting, mostOfOne, retryAfterSeconds }: Rules): Lane {
  /** In the order of turns. No line is empty. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  const takeNext = (): Waiting | undefined => {
    const [[asker, line] = []] = lines;
    if (asker === undefined || !line) return undefined;
    lines.delete(asker);
    const next = line.shift();
    if (line.length > 0) lines.set(asker, line);
    waiting -= 1;
    return next;
  };
  const beginNext = () => {
    for (let next = running < atOnce && takeNext(); next; next = running < atOnce && takeNext()) {
      running += 1;
      void next.begin().finally(() => {
        running -= 1;
        beginNext();
      });
    }
  };
  /** Frees a place for an asker with so many, if another has more. */
  const isRoomMade = (places: number): boolean => {
    if (waiting < mostWaiting) return true;
    const [longest = []] = [...lines.values()].sort((one, other) => other.length - one.length);
    if (longest.length <= places + 1) return false;
    longest.pop()?.turnAway();
    waiting -= 1;
    return true;
  };
  return (asker, work) =>
    new Promise((settle, fail) => {
      const turnAway = () => fail(new AppError('REQUEST_LIMIT', { retryAfterSeconds }));
      const line = lines.get(asker) ?? [];
      if (line.length >= mostOfOne || !isRoomMade(line.length)) return turnAway();
      line.push({ begin: () => work().then(settle, fail), turnAway });
      lines.set(asker, line);
      waiting += 1;
      beginNext();
    });
}
