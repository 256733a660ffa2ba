import { isIP } from 'node:net';
import { type CallName, type Calls, calls } from '@krapao/contract/calls.ts';
import type { BodyOf, CallSchema, ParamsOf, QueryOf, ReplyOf } from '@krapao/contract/schemas.ts';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from './app-error.ts';
import type { Database } from './database.ts';
import { readGate, type SignedIn } from './sessions.ts';

export type Platform = { app: FastifyInstance; config: Config; db: Database };

type MemberOf<C extends CallSchema> = C extends { public: true } ? SignedIn | null : SignedIn;

export type Call<N extends CallName> = {
  body: BodyOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  params: ParamsOf<Calls[N]>;
  /** A public call knows its member too, if it carries a good token. */
  member: MemberOf<Calls[N]>;
  address: string;
  language: string;
};

/** Registers the handler of one call of the contract: its path, schemas, and whether it needs a member. */
export function route<N extends CallName>(
  { app, config, db }: Platform,
  name: N,
  handle: (call: Call<N>) => Promise<ReplyOf<Calls[N]>>,
): void {
  const schema: CallSchema = calls[name];
  const [method = '', path = ''] = name.split(' ');
  app.route({
    method: method as HTTPMethods,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: schema.summary,
      tags: [path.split('/')[2] ?? ''],
      security: schema.public ? [{ client: [] }] : [{ client: [], member: [] }],
      ...(schema.params && { params: schema.params }),
      ...(schema.query && { querystring: schema.query }),
      ...(schema.body && { body: schema.body }),
      response: { 200: schema.reply },
    },
    preValidation: async (request) => {
      request.member = await admit(request, config, db, name, schema);
      refuseNulCharacters(request);
    },
    handler: (request) =>
      handle({
        body: request.body,
        query: request.query,
        params: request.params,
        member: request.member,
        address: addressOf(request),
        language: request.headers['accept-language'] ?? '',
      } as Call<N>),
  });
}

/** By its route as well as by its address: /%61pi/wallet reaches the same handler as /api/wallet. */
export function isApiCall({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true;
}

/** The client's key is checked before anything is read from the database. */
export function requireClientKey({ app, config }: Platform): void {
  app.addHook('onRequest', async (request) => {
    if (!isApiCall(request) || request.routeOptions.url === '/api/openapi.json') return;
    const key = request.headers['x-api-key'];
    if (key === undefined) throw new AppError('KEY_MISSING');
    if (key !== config.clientKey) throw new AppError('KEY_INVALID');
  });
}

async function admit(request: FastifyRequest, config: Config, db: Database, name: CallName, schema: CallSchema) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const gate = await readGate(db, config, addressOf(request), token);
  if (gate.isAddressDenied) throw new AppError('INVALID_IP');
  if (gate.isGone && name !== 'GET /api/lookup/active') throw new AppError('gone');
  if (typeof gate.session !== 'string') return gate.session;
  if (!schema.public) throw new AppError(gate.session);
  return null;
}

/** One spelling per address: an IPv4 caller may come mapped into IPv6, and a link-local one with a zone. */
function addressOf({ ip, socket }: FastifyRequest): string {
  // A proxy may forward "unknown" or an address with a port: then all we know is the proxy itself.
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return address.replace(/^::ffff:/, '').replace(/%.*$/, '');
}

/** PostgreSQL keeps no NUL in a text; said here once, it need not be a rule of every field. */
function refuseNulCharacters({ body, params, query }: FastifyRequest): void {
  for (const part of [body, params, query]) {
    for (const [field, value] of Object.entries(part ?? {})) {
      if (typeof value === 'string' && value.includes('\0'))
        throw new AppError('INVALID_REQUEST', { fields: { [field]: 'INVALID' } });
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    member: SignedIn | null;
  }
}
