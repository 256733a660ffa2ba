import type { IncomingMessage } from 'node:http';
import { type CallName, type Calls, calls } from '@krapao/contract/calls.ts';
import type { BodyOf, CallSchema, ParamsOf, QueryOf, ReplyOf } from '@krapao/contract/schemas.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Config } from '../config.ts';
import { plainAddress } from './addresses.ts';
import { AppError, moneyStandsStill } from './app-error.ts';
import type { Database } from './database.ts';
import type { Drain } from './drain.ts';
import {
  AlreadyAttempted,
  type Attempt,
  attemptOf,
  firstAnswer,
  forgetUnanswered,
  type RecordedAnswer,
  UUID,
} from './idempotency.ts';
import { isKeepable } from './keepable-text.ts';
import { readOperator } from './operator-sessions.ts';
import type { ReadGate, SignedIn } from './sessions.ts';
import { type CameOnly, requireMayUpload } from './upload-budgets.ts';
import { type Upload, withUpload } from './uploads.ts';
import type { Warnings } from './warnings.ts';

export type Platform = {
  app: FastifyInstance;
  config: Config;
  db: Database;
  readGate: ReadGate;
  warnings: Warnings;
  drain: Drain;
};

/** A person of the service, signed in at the desk. */
type Operator = { name: string; token: string };

type AttemptOf<C extends CallSchema> = C extends { effect: true } ? Attempt : undefined;
type UploadOf<C extends CallSchema> = C extends { upload: object } ? Upload | null : undefined;
type MemberOf<C extends CallSchema> = C extends { public: true }
  ? SignedIn | null
  : C extends { operator: true }
    ? null
    : SignedIn;
type OperatorOf<C extends CallSchema> = C extends { operator: true } ? Operator : undefined;

export type Call<N extends CallName> = {
  body: BodyOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  params: ParamsOf<Calls[N]>;
  /** A public call knows its member too, if it carries a good token. */
  member: MemberOf<Calls[N]>;
  /** Of a call at the desk: the operator who makes it. */
  operator: OperatorOf<Calls[N]>;
  /** Of a call with an effect: its id, by which it happens once. */
  attempt: AttemptOf<Calls[N]>;
  /** The file of a call that takes one; null if none was sent. */
  upload: UploadOf<Calls[N]>;
  /** No money moves. */
  standsStill: boolean;
  address: string;
  language: string;
  /** What the browser says it is. */
  agent: string;
  /** The browser's own id, if it sent one. The id proves nothing, and opens a visitor's chat: only its hash is kept. */
  device: string | null;
};

/** Registers the handler of one call of the contract: its path, schemas, and whether it needs a member. */
export function route<N extends CallName>(
  platform: Platform,
  name: N,
  handle: (call: Call<N>) => Promise<ReplyOf<Calls[N]>>,
): void {
  const { app, config, readGate } = platform;
  const schema: CallSchema = calls[name];
  const [method = '', path = ''] = name.split(' ');
  app.route({
    method: method as HTTPMethods,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { takesUpload: schema.upload !== undefined },
    schema: {
      ...(schema.params && { params: schema.params }),
      ...(schema.query && { querystring: schema.query }),
      ...(schema.body && { body: schema.body }),
      response: { 200: schema.reply },
    },
    preValidation: async (request) => {
      if (request.isMultipart() && !schema.upload) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
      request.member = await admit(request, readGate, name, schema);
      if (schema.operator) request.operator = await admitOperator(request, platform.db);
      refuseUnkeepableText(request);
    },
    handler: (request, reply) => {
      if (!schema.upload) return answer(request, reply, undefined);
      const admit = (bytes: number) => admitUpload(platform, request, path, bytes);
      const reception = { folder: config.uploadsDir, maxBytes: schema.upload.maxMb * 1024 * 1024, admit };
      return withUpload(request, reception, (upload) => answer(request, reply, upload));
    },
  });

  const answer = (request: FastifyRequest, reply: FastifyReply, upload: Upload | null | undefined) => {
    const attempt =
      schema.effect && request.member
        ? attemptOf(request, request.member.memberId, upload ? upload.sha256 : request.body)
        : undefined;
    const work = async () => {
      // A key that is known is answered what became of it.
      if (request.standsStill && schema.effect) throw moneyStandsStill();
      return handle({
        body: request.body,
        query: request.query,
        params: request.params,
        member: request.member,
        operator: request.operator,
        attempt,
        upload,
        standsStill: request.standsStill,
        address: addressOf(request),
        language: request.headers['accept-language'] ?? '',
        agent: request.headers['user-agent'] ?? '',
        device: deviceOf(request),
      } as Call<N>);
    };
    return attempt?.isKeyed ? onceForItsKey({ platform, schema, reply, attempt }, work) : work();
  };
}

type KeyedCall = { platform: Platform; schema: CallSchema; reply: FastifyReply; attempt: Attempt };

/** A repeated key gets the first answer. Two requests at the same moment meet at the claim, and one of them waits. */
async function onceForItsKey(
  { platform, schema, reply, attempt }: KeyedCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { db, config } = platform;
  // Long enough for two calls at a provider, one after the other.
  const patienceMs = 2 * config.providerTimeoutMs + 1_000;
  const answerBefore = async (): Promise<RecordedAnswer | null> => {
    const first = await firstAnswer(db, attempt, patienceMs);
    if (first !== 'in-progress') return first;
    if (isMovement(schema)) return { status: 200, body: { id: attempt.id, status: 'PENDING' } };
    await forgetUnanswered(db, attempt);
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  };
  const first = await answerBefore();
  if (first) return reply.code(first.status).send(first.body);
  try {
    return await work();
  } catch (error) {
    // The refusal may come from the first request with this key: its hold took the money.
    const answer = await answerBefore();
    if (answer) return reply.code(answer.status).send(answer.body);
    // The first request's transaction failed after all, and its claim was undone.
    if (error instanceof AlreadyAttempted) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    throw error;
  }
}

/** A movement goes on by itself once it is stored, so its repetition can be told that it is in progress. */
function isMovement({ reply }: CallSchema): boolean {
  const { properties = {} } = reply as { properties?: Record<string, unknown> };
  return 'id' in properties && 'status' in properties;
}

/** Judged by route as well as by address: /%61pi/wallet reaches the same handler as /api/wallet. */
export function isApiCall({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true;
}

/** The code of a game or provider is matched without regard to case, also where it is a fixed part of the path. */
export function inLowerCaseCodes({ url = '' }: IncomingMessage): string {
  return url.replace(/(?<=^\/api\/autoLogin\/)[^/?]+/, (code) => code.toLowerCase());
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

/** What a service that is gone still answers: that it is gone, and all that reaching support takes, on both sides. */
const STAYS =
  /^(?:GET \/api\/(?:lookup\/(?:active|contact|enableChatWidget)|account\/profile)$|\w+ \/api\/(?:chat|desk)\/)/;

/** One query reads the service, the address and the token's session (sessions.ts). Answers the member, if there is one. */
async function admit(request: FastifyRequest, readGate: ReadGate, name: CallName, schema: CallSchema) {
  const token = schema.operator ? null : tokenOf(request);
  const gate = await readGate({ address: addressOf(request), token });
  if (gate.isAddressDenied) throw new AppError('INVALID_IP');
  if (gate.isGone && !STAYS.test(name)) throw new AppError('gone');
  request.standsStill = gate.standsStill;
  if (typeof gate.session !== 'string') return gate.session;
  if (!schema.public && !schema.operator) throw new AppError(gate.session);
  return null;
}

async function admitOperator(request: FastifyRequest, db: Database): Promise<Operator> {
  const token = tokenOf(request);
  const name = await readOperator(db, token, 'desk');
  if (token === null || name === null) throw new AppError('invalid-token');
  return { name, token };
}

/** Operators send files by the customers' calls, and are no visitors. */
async function admitUpload(
  platform: Platform,
  request: FastifyRequest,
  path: string,
  bytes: number,
): Promise<CameOnly> {
  const person = request.member?.memberId ?? (await readOperator(platform.db, tokenOf(request), 'desk'));
  return requireMayUpload(platform, { kind: path.split('/')[2] ?? '', person, address: addressOf(request), bytes });
}

function tokenOf({ headers }: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** A proxy may forward "unknown" or an address with a port: then only the proxy's own address is known. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';
}

function deviceOf({ headers }: FastifyRequest): string | null {
  const device = String(headers['x-device-id'] ?? '').toLowerCase();
  return UUID.test(device) ? device : null;
}

/** Checked here once, so that no schema has to repeat it for every field. */
export function refuseUnkeepableText({
  body,
  params,
  query,
}: Partial<Record<'body' | 'params' | 'query', unknown>>): void {
  for (const part of [body, params, query]) {
    for (const [field, value] of Object.entries(part ?? {}))
      if (!isKeepable(value)) throw new AppError('INVALID_REQUEST', { fields: { [field]: 'INVALID' } });
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
  interface FastifyRequest {
    member: SignedIn | null;
    operator: Operator | undefined;
    standsStill: boolean;
  }
}
