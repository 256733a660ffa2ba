import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../test/harness.ts';

const database = await cloneDatabase();

test('a node that is about to stop says so first, serves on, and lets its sockets go', async () => {
  const product = await startProduct(database, { DRAIN_MS: '1000' });
  const { id, token } = await newMember(product);
  const socket = io(product.url, { transports: ['websocket'], forceNew: true, reconnection: false });
  expect(await socket.timeout(30_000).emitWithAck('join', { userId: id, token })).toEqual({ ok: true });
  const gone = new Promise<string>((settle) => socket.once('disconnect', settle));
  const drained = product.app.drain.begin(new AbortController().signal);

  expect(await product.call('GET /readyz')).toMatchObject({ status: 404, body: { status: 'stopping' } });
  expect(await product.call('GET /healthz')).toMatchObject({ status: 200 });
  expect(await product.call('GET /api/wallet', { token })).toMatchObject({ status: 200 });
  // Not as a token that has ended: this socket opens again by itself.
  expect(await gone).toBe('transport close');
  await drained;
});

test('a node that is told to stop a second time does not wait for the rest of its drain', async () => {
  const product = await startProduct(database, { DRAIN_MS: '600000' });
  const hurry = new AbortController();
  const drained = product.app.drain.begin(hurry.signal);
  hurry.abort();
  await drained;
  expect(await product.call('GET /readyz')).toMatchObject({ status: 404, body: { status: 'stopping' } });
});
