import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { atTheEnd } from '../../test/at-the-end.ts';
import { BY_ITSELF, cloneDatabase, SOON } from '../../test/harness.ts';
import { watchNewConnections } from './new-connections.ts';
import { watchWarnings } from './warnings.ts';

/** As PostgreSQL with a main process that is stopped: the system accepts, and nobody answers. */
async function silentDatabase(): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(async () => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`;
}

test('a database that takes no new connection is found, whatever it answers on those it has', async () => {
  const { url } = await cloneDatabase();
  const watch = (databaseUrl: string) => {
    const warnings = watchWarnings(fastify().log);
    const watching = watchNewConnections(databaseUrl, warnings, 50);
    atTheEnd(async () => watching.stop());
    return { ...watching, warnings };
  };
  const well = watch(url);
  await expect.poll(well.seconds, SOON).toBeGreaterThan(0);
  expect(well.seconds()).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(well.warnings.standing()).toEqual([]);
  const hung = watch(await silentDatabase());
  await expect.poll(hung.warnings.standing, BY_ITSELF).toEqual(['NO_NEW_CONNECTIONS']);
  expect(hung.seconds()).toBe(Number.POSITIVE_INFINITY);
});
