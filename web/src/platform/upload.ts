import type { CallName, Calls } from '@krapao/contract/calls.ts';
import { UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits.ts';
import { failureOf, headersOf, type Reply, withToken } from './api.ts';
import { ApiError } from './api-error.ts';

type UploadName = { [N in CallName]: Calls[N] extends { upload: object } ? N : never }[CallName];

type Upload = {
  file: File;
  /** For an upload with an effect; see idempotency.ts. */
  idempotencyKey?: string;
  signal: AbortSignal;
  /** The uploaded share of the file, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Like `call`, for one file. By XMLHttpRequest, because `fetch` does not report upload progress. */
export function upload<N extends UploadName>(name: N, input: Upload): Promise<Reply<N>> {
  return withToken((token) => uploadAs(token, name, input));
}

/** Like `callAs`, for one file. */
export function uploadAs<N extends UploadName>(token: string | null, name: N, input: Upload): Promise<Reply<N>> {
  return send(name, input, token) as Promise<Reply<N>>;
}

function send(name: UploadName, { file, idempotencyKey, signal, onProgress }: Upload, token: string | null) {
  return new Promise<unknown>((resolve, reject) => {
    const [method = 'POST', path = ''] = name.split(' ');
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [header, value] of headersOf(token, idempotencyKey)) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = jsonOf(request.responseText);
      if (request.status >= 200 && request.status < 300 && reply !== undefined) resolve(reply);
      else reject(failureOf(request.status, reply, request.getResponseHeader('retry-after')));
    };
    request.onerror = () => reject(new ApiError({ code: 'NETWORK_ERROR' }));
    request.ontimeout = () => reject(new ApiError({ code: 'TIMEOUT' }));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
