import type { RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Books } from './books.ts';

/** Gives a handler the types of its route's TypeBox schemas. */
interface TypeBoxTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypes
>;

/** The dependencies of every outside party. */
export type Sandbox = {
  http: Http;
  books: Books;
  key: string;
  productUrl: string;
  /** Aborts when the sandbox closes, so that no delayed answer keeps it open. */
  closing: AbortSignal;
};

/** A refusal whose message is for the caller. */
export class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Every failure has the shape `{message}`: callers and the page read nothing else. */
export function createHttp(): Http {
  const http = Fastify({
    // A caller that was cut off in the middle of a call leaves a connection that will not be used again.
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  http.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: `The sandbox has no ${request.method} ${request.url}.` }),
  );
  http.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof Refusal || status < 500) return reply.code(status).send({ message: error.message });
    console.error('sandbox:', error);
    return reply.code(500).send({ message: 'The sandbox failed; its terminal says why.' });
  });
  return http.withTypeProvider<TypeBoxTypes>();
}
