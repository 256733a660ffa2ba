import type { Failure, FieldProblem } from '@krapao/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { endUnlessWhole } from './connection-limits.ts';

/** The one place where an error becomes an answer. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalFor(error);
    // A provider's refusal is a warning; an unforeseen error is our own fault.
    const isForeseen = error instanceof AppError && error.cause === undefined;
    if (refusal.status >= 500) request.log[isForeseen ? 'warn' : 'error']({ err: error }, 'request failed');
    return send(reply, refusal);
  });
}

/** For requests that Fastify refuses before there is a route, such as an address that cannot be decoded. */
export function answerFrameworkFailure(error: FastifyError, { raw }: FastifyRequest, reply: FastifyReply): void {
  endUnlessWhole(raw, reply);
  send(reply, refusalFor(error));
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return send(reply, new AppError('NO_DATA'));
}

function send(reply: FastifyReply, refusal: AppError) {
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfterSeconds)));
  return reply.code(refusal.status).send(failureOf(refusal));
}

export function failureOf({ code, fields, games }: AppError): Failure {
  return { message: code, ...(fields && { fields }), ...(games && { games }) };
}

export function refusalFor(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation) return new AppError('INVALID_REQUEST', { fields: wrongFields(error.validation) });
  if (error.statusCode === 413) return new AppError('BODY_TOO_LARGE');
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('INVALID_REQUEST');
  if (isDatabaseAway(error)) return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  return new AppError('INTERNAL_SERVER_ERROR');
}

const PROBLEMS: Record<string, FieldProblem> = {
  required: 'REQUIRED',
  additionalProperties: 'UNKNOWN_FIELD',
  minLength: 'REQUIRED',
  maxLength: 'TOO_LONG',
};

function wrongFields(problems: NonNullable<FastifyError['validation']>): Record<string, FieldProblem> {
  return Object.fromEntries(
    problems.map(({ instancePath, keyword, params }) => {
      const name =
        params.missingProperty ?? params.additionalProperty ?? (instancePath.slice(1).replaceAll('/', '.') || 'body');
      return [String(name), PROBLEMS[keyword] ?? 'INVALID'];
    }),
  );
}

/**
 * Connection refused, reset or shut down, no connection free, a wait given up, no room left, a database that is not there or
 * not open while a backup takes its place, or a server that only reads, since it has just started or another one took its
 * place: the client may try again.
 */
function isDatabaseAway(error: FastifyError): boolean {
  return (
    /^(ECONN|EPIPE|57P0|08|55P03|57014|25P03|25006|53|3D000)/.test(error.code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying|Query read timeout)/.test(error.message) ||
    // 0A000 for a table that is not kept in the log of writes, 55000 for a function of a primary, or a database that is put aside.
    (/^(0A000|55000)/.test(error.code ?? '') && /recovery|not currently accepting connections/.test(error.message))
  );
}
