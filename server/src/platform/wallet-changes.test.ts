import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { listenForWalletChanges } from './wallet-changes.ts';

test('a database that is away is tried one connection at a time, with a pause between', async () => {
  const tries: number[] = [];
  const away = createServer((socket) => {
    tries.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(away, 'listening');
  const { port } = away.address() as AddressInfo;
  const listening = listenForWalletChanges(`postgres://u:p@127.0.0.1:${port}/d`, () => {}, fastify().log);
  await expect.poll(() => tries.length, { timeout: 20_000, interval: 20 }).toBe(4);
  await listening.stop();
  away.close();
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(900);
});
