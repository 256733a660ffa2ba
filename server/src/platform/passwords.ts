import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from './app-error.ts';

const hashWith = promisify(argon2);

/** argon2id, 19 MiB, two passes: 34 ms of one core, on Node's thread pool and never on the event loop. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each hash takes a core for a while: beyond this queue a caller is told to come back instead of waiting. */
const LONGEST_QUEUE = 100;
let waiting = 0;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await queued(() => tagOf(password, salt));
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** `null` stands for a member who does not exist: it takes as long as a wrong password, so time tells nothing. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt, tag] = (hash ?? '')
    .split('$')
    .slice(-2)
    .map((part) => Buffer.from(part, 'base64'));
  const computed = await queued(() => tagOf(password, salt?.length ? salt : randomBytes(16)));
  return hash !== null && tag !== undefined && tag.length === computed.length && timingSafeEqual(tag, computed);
}

function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  return hashWith('argon2id', { message: password, nonce: salt, ...COST });
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= LONGEST_QUEUE) throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: 2 });
  waiting++;
  try {
    return await work();
  } finally {
    waiting--;
  }
}
