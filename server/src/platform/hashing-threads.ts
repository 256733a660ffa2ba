import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ToHash = {
  password: string;
  salt: Uint8Array;
  cost: { memory: number; passes: number; parallelism: number; tagLength: number };
};

/** What a thread answers. */
export type Hashed = { tag: Uint8Array };

const idle: Worker[] = [];

/**
 * Hashes in a thread of our own. Node's own pool has four threads, in which files are read and names are looked up: a
 * hash would keep them waiting. There are as many threads as were ever needed at once, which the callers limit.
 */
export async function hashInThread(toHash: ToHash): Promise<Buffer> {
  const thread = idle.pop() ?? new Worker(new URL('./hashing-worker.ts', import.meta.url));
  // Only a thread at work keeps the process alive.
  thread.ref();
  thread.postMessage(toHash);
  const tag = await answerOf(thread);
  thread.unref();
  idle.push(thread);
  return Buffer.from(tag);
}

/** Under `node --watch` a thread also sends the names of the files that it imports. */
async function answerOf(thread: Worker): Promise<Uint8Array> {
  for await (const [message] of on(thread, 'message') as AsyncIterable<[Partial<Hashed>]>)
    if (message.tag) return message.tag;
  throw new Error('a hashing thread ended without an answer');
}
