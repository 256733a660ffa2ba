import { createHmac } from 'node:crypto';
import { body } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import { Refusal, type Sandbox } from './sandbox.ts';

/** `product_now()` is real time plus every move of the product's clock that the sandbox made. */
export const clockTables = `
  create table if not exists leaps (
    is_only boolean primary key default true check (is_only),
    seconds bigint not null default 0
  );
  insert into leaps default values on conflict do nothing;

  create or replace function product_now() returns timestamptz language sql volatile as
    'select clock_timestamp() + make_interval(secs => seconds) from leaps'`;

const LONGEST_LEAP_SECONDS = 400 * 24 * 60 * 60;
const Leap = body({ advanceSeconds: Type.Integer({ minimum: 1, maximum: LONGEST_LEAP_SECONDS }) });

/** Long, because the product clears away everything that expired before it answers. */
const PRODUCT_DEADLINE_MS = 60_000;

/** `POST /clock` moves the product's clock by a signed hook and passes the product's answer on. */
export function registerClock({ http, books, key, productUrl, closing }: Sandbox): void {
  http.post('/clock', { schema: { body: Leap } }, async (request, reply) => {
    const rawBody = JSON.stringify({ advanceSeconds: request.body.advanceSeconds });
    const timestamp = String(Date.now());
    const call = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', key).update(`${timestamp}.${rawBody}`).digest('hex'),
      },
      body: rawBody,
      signal: AbortSignal.any([closing, AbortSignal.timeout(PRODUCT_DEADLINE_MS)]),
    };
    const product = await ask(`${productUrl}/hooks/clock`, call);
    if (product.status === 200)
      await books.query('update leaps set seconds = seconds + $1', [request.body.advanceSeconds]);
    return reply.code(product.status).type(product.type).send(product.text);
  });
}

async function ask(url: string, call: RequestInit): Promise<{ status: number; type: string; text: string }> {
  try {
    const response = await fetch(url, call);
    const type = response.headers.get('content-type') ?? 'text/plain';
    return { status: response.status, type, text: await response.text() };
  } catch (error) {
    const { name } = error as Error;
    const why = name === 'TimeoutError' ? `did not answer in ${PRODUCT_DEADLINE_MS / 1000} s` : 'cannot be reached';
    throw new Refusal(502, `The product at ${new URL(url).origin} ${why}, so its clock may not have moved.`);
  }
}
