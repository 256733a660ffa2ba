import { expect, test } from 'vitest';
import { fairLane } from './fair-lane.ts';

/** A network has four places, a tenth of all. */
const RULES = { atOnce: 1, places: 40, retryAfterSeconds: 2 };
const LIMIT = { code: 'REQUEST_LIMIT', retryAfterSeconds: 2 };

const [FLOOD, OTHER, MEMBER, NEWCOMER] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'] as const;
const strangers = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at + 1}`);
const repeat = (address: string, times: number) => Array<string>(times).fill(address);

/** A lane whose first work goes on until `open` is called; `done` names the addresses in the order of their turns. */
function busyLane() {
  const lane = fairLane(RULES);
  const done: string[] = [];
  let open = () => {};
  void lane('203.0.113.1', () => new Promise<void>((resolve) => (open = resolve)));
  const ask = (address: string) => lane(address, async () => void done.push(address));
  /** The refusal, or undefined for what is done. */
  const outcome = (address: string) => ask(address).catch((error: unknown) => error);
  return { ask, outcome, done, open: () => open() };
}
const DONE = undefined;
const REFUSED = expect.objectContaining(LIMIT);

test('a newcomer waits for one piece of work of each other network, however much those have', async () => {
  const { ask, done, open } = busyLane();
  const asked = [...repeat(FLOOD, 3), OTHER, MEMBER].map(ask);
  open();
  await Promise.all(asked);
  expect(done).toEqual([FLOOD, OTHER, MEMBER, FLOOD, FLOOD]);
});

test('one network has a tenth of the places', async () => {
  const { outcome, done, open } = busyLane();
  const asked = [...repeat(FLOOD, 7), MEMBER].map(outcome);
  open();
  expect(await Promise.all(asked)).toEqual([...Array(4).fill(DONE), ...Array(3).fill(REFUSED), DONE]);
  expect(done).toEqual([FLOOD, MEMBER, FLOOD, FLOOD, FLOOD]);
});

test('a /48 of IPv6 is one network, whose /64s take turns in its places', async () => {
  const { outcome, done, open } = busyLane();
  const from = (network: number, host: number) => `2001:db8:a:${network.toString(16)}::${host}`;
  const first = [from(1, 1), from(1, 2), from(1, 3), from(1, 4)].map(outcome);
  // The network is full: its longest line loses the last place to another of its lines.
  const more = [from(2, 1), from(3, 1), MEMBER, from(4, 1), from(5, 1)].map(outcome);
  open();
  expect(await Promise.all(first)).toEqual([DONE, REFUSED, REFUSED, REFUSED]);
  expect(await Promise.all(more)).toEqual([DONE, DONE, DONE, DONE, REFUSED]);
  expect(done).toEqual([from(1, 1), MEMBER, from(2, 1), from(3, 1), from(4, 1)]);
});

test('what names no address is the service’s own, and no maker of names has more of the lane by them', async () => {
  const { outcome, done, open } = busyLane();
  const asked = ['MEMBER01', 'MEMBER02', 'MEMBER03', '', 'command line', MEMBER].map(outcome);
  open();
  expect(await Promise.all(asked)).toEqual([...Array(4).fill(DONE), REFUSED, DONE]);
  expect(done).toEqual(['MEMBER01', MEMBER, 'MEMBER02', 'MEMBER03', '']);
});

test('in a full lane a newcomer of another network is admitted, and has the turn of its first work', async () => {
  const { outcome, done, open } = busyLane();
  const full = strangers(10).flatMap((address) => repeat(address, 4).map(outcome));
  const newcomers = [MEMBER, NEWCOMER].map(outcome);
  open();
  expect(await Promise.all(newcomers)).toEqual([DONE, DONE]);
  expect(done.slice(0, 12)).toEqual([...strangers(10), MEMBER, NEWCOMER]);
  expect((await Promise.all(full)).filter((refusal) => refusal !== DONE)).toEqual([REFUSED, REFUSED]);
});

test('where every network has one place, the next is turned away and none is pushed out', async () => {
  const { ask, outcome, done, open } = busyLane();
  const asked = strangers(40).map(ask);
  expect(await outcome(MEMBER)).toEqual(REFUSED);
  open();
  await Promise.all(asked);
  expect(done).toEqual(strangers(40));
});

test('work that fails fails for its caller alone, and the next has its turn', async () => {
  const lane = fairLane(RULES);
  const failing = lane(OTHER, () => Promise.reject(new Error('broken')));
  const next = lane(MEMBER, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
