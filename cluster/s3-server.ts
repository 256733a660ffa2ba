/// <reference path="../world/s3rver.d.ts" />
import S3rver from '@20minutes/s3rver';

/** An S3-compatible storage as a process of its own, with one bucket, at ADDRESS and PORT; the FOLDER holds its files. */
const { ADDRESS = '', PORT, BUCKET = '', FOLDER = '' } = process.env;
const server = new S3rver({
  address: ADDRESS,
  port: Number(PORT),
  silent: true,
  directory: FOLDER,
  configureBuckets: [{ name: BUCKET }],
});
await server.run();
process.send?.({ type: 'ready' });
for (const signal of ['SIGTERM', 'disconnect']) process.on(signal, () => process.exit(0));
