import { once } from 'node:events';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startBucket } from '../../world/bucket.ts';
import { box, filesIn, film, load, TALKATIVE, uploadedMedia, uploadMedia } from '../test/chat.ts';
import {
  BY_ITSELF,
  newMember,
  slipsOf,
  startPayingWorld,
  startProduct,
  uploadSlip,
  walletOf,
} from '../test/harness.ts';

const bucket = await startBucket();
afterAll(() => bucket.stop());
const { product, sandbox, database } = await startPayingWorld({ ...TALKATIVE, ...bucket.env });
const PICTURE = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#cde' } })
  .png()
  .toBuffer();

test('pictures and films of the chat are kept there and loaded from the node, in parts too', async () => {
  const picture = await load(product, await uploadedMedia(product, 'image', PICTURE));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const content = film('isom', box('mdat', 'a film '.repeat(1_000)));
  const link = await uploadedMedia(product, 'video', content);
  expect(link).toMatch(/^\/media\/chat\//);
  expect((await load(product, link)).content.equals(content)).toBe(true);
  const part = await load(product, link, { range: 'bytes=100-299' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${content.length}`]);
  expect(part.content.equals(content.subarray(100, 300))).toBe(true);
  expect(await filesIn(product.mediaDir)).toEqual([]);
});

test('a slip is read from there, and its money is credited', async () => {
  const member = await newMember(product);
  const { slip } = await sandbox.bankTransfer({
    fromBank: member.registration.bankCode,
    fromAccount: member.registration.bankAccountNo,
    fromName: member.registration.bankAccountName,
    toBank: 'SCB',
    toAccount: '0000000011',
    amount: 310,
    feed: false,
  });
  const picture = new Uint8Array(await (await fetch(slip)).arrayBuffer());
  expect(await uploadSlip(product, member, picture)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await slipsOf(product, member))[0]?.status, BY_ITSELF).toBe('SUCCESS');
  expect((await walletOf(product, member)).amounts.wallet).toBe(310);
  const { link } = (await slipsOf(product, member))[0] ?? { link: '' };
  expect(Buffer.from(picture).equals(Buffer.from(await (await fetch(product.url + link)).arrayBuffer()))).toBe(true);
});

test('while it is silent uploads are refused for the moment, and nothing is written', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  afterAll(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const node = await startProduct(database, {
    ...TALKATIVE,
    ...bucket.env,
    S3_URL: `http://127.0.0.1:${port}/files`,
    S3_TIMEOUT_MS: '1000',
    ROLE: 'api',
  });
  const count = async () => (await database.db.query('select from chat_files')).rowCount;
  const before = await count();
  expect(await uploadMedia(node, 'image', PICTURE)).toMatchObject({ status: 503 });
  expect(await count()).toBe(before);
  expect(await node.call('GET /readyz')).toMatchObject({ status: 200 });
});
