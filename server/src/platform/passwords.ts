import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sharesOf } from './addresses.ts';
import { fairLane } from './fair-lane.ts';
import { hashInThread } from './hashing-threads.ts';

/** argon2id, 19 MiB, two passes: 34 ms of one core, never on the event loop. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const LINES = { mostWaiting: 200, mostOfOne: 50, retryAfterSeconds: 2 };

/** Nobody who registers stands in the way of a member or an operator who signs in. */
const lanes = {
  'sign-in': fairLane({ ...LINES, atOnce: 2 }),
  register: fairLane({ ...LINES, atOnce: 1 }),
};

/** The address that a password comes from; without one, it is the service's own. */
export async function hashPassword(
  password: string,
  from = '',
  lane: keyof typeof lanes = 'register',
): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inLane(lane, from, () => hashInThread({ password, salt, cost: COST }));
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** `null` stands for a member who does not exist: it takes as long as a wrong password, so time tells nothing. */
export async function isPassword(password: string, hash: string | null, from = ''): Promise<boolean> {
  const [salt, tag] = (hash ?? '')
    .split('$')
    .slice(-2)
    .map((part) => Buffer.from(part, 'base64'));
  const known = salt?.length ? salt : randomBytes(16);
  const computed = await inLane('sign-in', from, () => hashInThread({ password, salt: known, cost: COST }));
  return hash !== null && tag !== undefined && tag.length === computed.length && timingSafeEqual(tag, computed);
}

function inLane<T>(lane: keyof typeof lanes, from: string, work: () => Promise<T>): Promise<T> {
  return lanes[lane](sharesOf(from)[0].subject, work);
}
