import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import { type Database, one, type Queryable } from './database.ts';
import { requireSignature } from './signed-hooks.ts';

/** The product's time. SQL has the same as `app_now()`; no other code may read a clock for it. */
export async function now(db: Queryable): Promise<Date> {
  return (await one<{ at: Date }>(db, 'select app_now() as at')).at;
}

const LONGEST_LEAP_SECONDS = 400 * 24 * 60 * 60;
const Leap = Type.Object({ advanceSeconds: Type.Integer({ minimum: 1, maximum: LONGEST_LEAP_SECONDS }) });

/** `POST /hooks/clock` lets the sandbox move time forward. The hook does not exist where there is no sandbox. */
export function clockHook(hooks: FastifyInstance, config: Config, db: Database, sweep: () => Promise<void>): void {
  if (!config.sandboxUrl) return;
  const options = { schema: { body: Leap }, preValidation: requireSignature(config.sandboxKey) };
  hooks.post<{ Body: Type.Static<typeof Leap> }>('/hooks/clock', options, async (request) => {
    await db.query('update clock set ahead = ahead + make_interval(secs => $1)', [request.body.advanceSeconds]);
    await sweep();
    return { now: (await now(db)).toISOString() };
  });
}
