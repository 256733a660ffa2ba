import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Storage, told } from './stored-file.ts';

/** The file may be there all the same: the caller tries again later. */
const unavailable = (reason: string, cause?: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5, cause: new Error(reason, { cause }) });

/** A bucket of an S3-compatible storage. `url` ends with the bucket: nodes alone speak to it, browsers never. */
export function bucketStorage({ url, region, accessKey, secretKey, timeoutMs }: Config['s3']): Storage {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  });
  /** Waits so long for the beginning of the answer: how fast a browser then reads a film is its own affair. */
  const ask = async (method: string, name: string, init: RequestInit = {}) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), timeoutMs);
    return client
      .fetch(`${url}/${name}`, { ...init, method, redirect: 'error', signal: patience.signal })
      .catch((cause: unknown) => {
        throw unavailable(`the storage does not answer for ${name}`, cause);
      })
      .finally(() => clearTimeout(timer));
  };
  const refuse = async (answer: Response, name: string): Promise<never> => {
    await answer.body?.cancel();
    throw unavailable(`the storage answers ${answer.status} for ${name}`);
  };
  return {
    keep: async (name, path) => {
      const answer = await ask('PUT', name, { body: await openAsBlob(path) });
      if (!answer.ok) await refuse(answer, name);
      await answer.body?.cancel();
      await rm(path, { force: true });
    },
    open: async (name, range) => {
      const answer = await ask('GET', name, range === undefined ? {} : { headers: { range } });
      if (answer.status === 404) return answer.body?.cancel().then(() => null) ?? null;
      if (!answer.ok && answer.status !== 416) return refuse(answer, name);
      if (answer.body && answer.ok)
        return { status: answer.status, headers: told(answer.headers), stream: Readable.fromWeb(answer.body as never) };
      await answer.body?.cancel();
      return { status: answer.status, headers: {}, stream: Readable.from([]) };
    },
    remove: async (name) => {
      const answer = await ask('DELETE', name);
      if (!answer.ok && answer.status !== 404) await refuse(answer, name);
      await answer.body?.cancel();
    },
  };
}
