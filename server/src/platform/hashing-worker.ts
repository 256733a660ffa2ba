import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Hashed, ToHash } from './hashing-threads.ts';

parentPort?.on('message', ({ password, salt, cost }: ToHash) => {
  const hashed: Hashed = { tag: argon2Sync('argon2id', { message: password, nonce: salt, ...cost }) };
  parentPort?.postMessage(hashed);
});
