/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'krapao-files';

/** An S3-compatible storage of its own, with one bucket, as the product's configuration. */
export async function startBucket() {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET }],
  });
  const address = await server.run();
  return {
    env: {
      S3_URL: `http://127.0.0.1:${address.port}/${BUCKET}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    stop: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
