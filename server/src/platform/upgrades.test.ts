import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cloneDatabase, startProduct } from '../../test/harness.ts';

const product = await startProduct(await cloneDatabase(), { ROLE: 'api' });

test.each(['websocket', 'h2c'])('a call that offers to speak %s is answered as if it did not', async (upgrade) => {
  const headers = { 'x-api-key': 'member-web', connection: 'Upgrade', upgrade };
  const asked = request(`${product.url}/api/lookup/active`, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, '{"terminated":null}']);
});
