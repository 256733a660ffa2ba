import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { cloneDatabase, startProduct } from '../../test/harness.ts';

test('a connection that never asked for anything does not hold up the end', async () => {
  const product = await startProduct(await cloneDatabase());
  const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // An answer on a later connection shows that the server knows of the first.
  await product.call('GET /healthz');
  const ended = once(socket, 'close');
  await product.app.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
