import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { BY_ITSELF, cloneDatabase } from '../../test/harness.ts';
import { listen } from './listen.ts';

test('a database that is away is tried one connection at a time, with a pause between', async () => {
  const tries: number[] = [];
  const away = createServer((socket) => {
    tries.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(away, 'listening');
  const { port } = away.address() as AddressInfo;
  const listener = { channels: { news: () => {} }, onListening: () => {} };
  const listening = listen(`postgres://u:p@127.0.0.1:${port}/d`, listener, fastify().log);
  await expect.poll(() => tries.length, { timeout: 120_000, interval: 20 }).toBe(4);
  await listening.stop();
  away.close();
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(900);
});

test('notes come by their channel; after a broken connection they come again; each connection says when it begins to listen', async () => {
  const { url, db } = await cloneDatabase();
  const heard = vi.fn();
  const onListening = vi.fn();
  const channels = { news: (note: string) => heard('news', note), gossip: (note: string) => heard('gossip', note) };
  const listening = listen(url, { channels, onListening }, fastify().log);
  const tell = (channel: string, note: string) => db.query('select pg_notify($1, $2)', [channel, note]);
  await vi.waitFor(async () => {
    await tell('news', 'first');
    expect(heard).toHaveBeenCalledWith('news', 'first');
  }, BY_ITSELF);
  await tell('gossip', 'second');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('gossip', 'second'), BY_ITSELF);
  expect(onListening).toHaveBeenCalledOnce();

  await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ '^(listen .*|select)$'`);
  await vi.waitFor(() => expect(onListening).toHaveBeenCalledTimes(2), BY_ITSELF);
  await tell('news', 'third');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('news', 'third'), BY_ITSELF);
  await listening.stop();
});
