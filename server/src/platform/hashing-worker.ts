import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { ToHash } from './hashing-threads.ts';

parentPort?.on('message', ({ password, salt, cost }: ToHash) => {
  parentPort?.postMessage(argon2Sync('argon2id', { message: password, nonce: salt, ...cost }));
});
