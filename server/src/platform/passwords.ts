import { randomBytes, timingSafeEqual } from 'node:crypto';
import { fairLane } from './fair-lane.ts';
import { hashInThread } from './hashing-threads.ts';

/** argon2id, 19 MiB, two passes: 34 ms of one core, never on the event loop. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const PLACES = { places: 500, retryAfterSeconds: 2 };

/**
 * Members who sign in wait for nobody who registers or sets a password, and operators for no member. `set` is also for
 * members who sign in again and again.
 */
const lanes = {
  'sign-in': fairLane({ ...PLACES, atOnce: 2 }),
  desk: fairLane({ ...PLACES, atOnce: 1 }),
  set: fairLane({ ...PLACES, atOnce: 1 }),
  register: fairLane({ ...PLACES, atOnce: 1 }),
};

type Lane = keyof typeof lanes;

/** The address that a password comes from; without one, it is the service's own. */
export async function hashPassword(password: string, from = '', lane: Lane = 'register'): Promise<string> {
  const salt = randomBytes(16);
  const tag = await lanes[lane](from, () => hashInThread({ password, salt, cost: COST }));
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** `null` stands for a member who does not exist: it takes as long as a wrong password, so time tells nothing. */
export async function isPassword(
  password: string,
  hash: string | null,
  from = '',
  lane: Lane = 'sign-in',
): Promise<boolean> {
  const [salt, tag] = (hash ?? '')
    .split('$')
    .slice(-2)
    .map((part) => Buffer.from(part, 'base64'));
  const known = salt?.length ? salt : randomBytes(16);
  const computed = await lanes[lane](from, () => hashInThread({ password, salt: known, cost: COST }));
  return hash !== null && tag !== undefined && tag.length === computed.length && timingSafeEqual(tag, computed);
}
