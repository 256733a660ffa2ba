import { type CallName, calls } from './calls.ts';
import { ERRORS, type ErrorCode, FIELD_PROBLEMS, type Refusals } from './errors.ts';
import { refusalsOf } from './refusals.ts';
import type { CallSchema } from './schemas.ts';

type Json = Record<string, unknown>;

const DESCRIPTION = `The header \`x-api-key\` names the client in every call. A member's or an operator's sign-in answers a
token, which the calls that need it take as \`Authorization: Bearer\`.

A refusal has the status of its code and the body \`{"message": CODE}\`. Each call lists its codes and says when.

Calls with an effect take an \`Idempotency-Key\`, a UUID: repeated with the same key, a call has the effect once and gets
the same answer.`;

/** The calls of the contract as an OpenAPI 3.1 document. */
export function openApiOf({ title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(calls) as [CallName, CallSchema][]) {
    const [method, path] = partsOf(name);
    const documented = documentedPathOf(path);
    paths[documented] = { ...paths[documented], [method]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Failure }, headers: { RetryAfter } },
  };
}

const SECURITY_SCHEMES = {
  client: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  member: { type: 'http', scheme: 'bearer' },
  operator: { type: 'http', scheme: 'bearer' },
};

const Failure = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'The code of the refusal' },
    fields: {
      type: 'object',
      description: 'What is wrong with which field',
      additionalProperties: { type: 'string', enum: FIELD_PROBLEMS },
    },
    games: { type: 'array', items: { type: 'string' }, description: 'The codes of the games that it is about' },
  },
};

const RetryAfter = { description: 'When to call again, in seconds', schema: { type: 'integer', minimum: 1 } };

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'By it the call has its effect once, however often it is made',
  schema: { type: 'string', format: 'uuid' },
};

const DEVICE_ID = {
  name: 'x-device-id',
  in: 'header',
  required: false,
  description:
    'A UUID that the client makes once for each browser or phone and keeps. A friend counts for an inviter only where both are known by it and differ.',
  schema: { type: 'string', format: 'uuid' },
};

function operationOf(name: CallName, call: CallSchema): Json {
  const [, path] = partsOf(name);
  const parameters = [
    ...parametersIn('path', call.params).map((parameter, position) => ({
      ...parameter,
      name: parametersOf(documentedPathOf(path))[position],
    })),
    ...parametersIn('query', call.query),
    ...(call.effect ? [IDEMPOTENCY_KEY] : []),
    ...(call.device ? [DEVICE_ID] : []),
  ];
  const body = requestBodyOf(call);
  return {
    operationId: operationIdOf(name),
    summary: call.summary,
    tags: [path.split('/')[2]],
    security: [{ client: [], ...(!call.public && { [call.operator ? 'operator' : 'member']: [] }) }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      200: { description: answerOf(call), content: { 'application/json': { schema: inNewerDraft(call.reply) } } },
      ...refusalResponses(refusalsOf(name, call)),
    },
  };
}

/** `GET /api/wallet/transfer/{id}` is `getWalletTransferById`, and an OTP is an `Otp`, as generators would spell it. */
export function operationIdOf(name: CallName): string {
  const [method, path] = partsOf(name);
  const words = path.split('/').slice(2).filter(Boolean);
  const fixed = words.filter((word) => !word.startsWith('{')).flatMap((word) => word.split('-'));
  const given = parametersOf(path);
  const suffix = given.length > 0 ? `By${given.map(capitalised).join('And')}` : '';
  const id = `${method}${fixed.map(capitalised).join('')}${suffix}`;
  return id.replace(/(?<=[A-Z])[A-Z]+$/, (rest) => rest.toLowerCase());
}

/** OpenAPI takes paths that differ only in the names of their parameters for one: the parameter gets both names. */
function documentedPathOf(path: string): string {
  const shapeOf = (one: string) => one.replaceAll(/\{\w+\}/g, '{}');
  const alike = Object.keys(calls)
    .map((name) => partsOf(name)[1])
    .filter((other) => shapeOf(other) === shapeOf(path));
  const names = parametersOf(path).map((_, position) =>
    [...new Set(alike.map((other) => parametersOf(other)[position] ?? ''))]
      .map((name, index) => (index === 0 ? name : capitalised(name)))
      .join('Or'),
  );
  return path.replaceAll(/\{\w+\}/g, () => `{${names.shift()}}`);
}

function parametersIn(place: 'path' | 'query', schema: object | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }));
}

function requestBodyOf({ body, upload }: CallSchema): Json | undefined {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.maxMb} MB` };
    const schema = { type: 'object', required: ['file'], properties: { file } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!body) return undefined;
  const { anyOf = [] } = body as { anyOf?: { type?: string }[] };
  const isOptional = anyOf.some(({ type }) => type === 'null');
  return { required: !isOptional, content: { 'application/json': { schema: inNewerDraft(body) } } };
}

function answerOf({ refusesInReply }: CallSchema): string {
  return refusesInReply ? `The answer, which may be a refusal:\n${listed(refusesInReply)}` : 'The answer';
}

const SAYS_WHEN_TO_RETRY = ['429', '503'];

function refusalResponses(refusals: Refusals): Json {
  const byStatus = Object.groupBy(Object.keys(refusals) as ErrorCode[], (code) => ERRORS[code]);
  const responses = Object.entries(byStatus).map(([status, codes = []]) => {
    const ofStatus = Object.fromEntries(codes.map((code) => [code, refusals[code as keyof Refusals]]));
    const message = { properties: { message: { type: 'string', enum: codes } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', ...message }] };
    const headers = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
    const response = {
      description: listed(ofStatus),
      ...(SAYS_WHEN_TO_RETRY.includes(status) && { headers }),
      content: { 'application/json': { schema } },
    };
    return [status, response];
  });
  return Object.fromEntries(responses);
}

/** A list in Markdown, which OpenAPI's descriptions are. */
function listed(refusals: Refusals): string {
  return Object.entries(refusals)
    .map(([code, when]) => `- \`${code}\`: ${when}`)
    .join('\n');
}

/** The server validates and writes by an older draft of JSON Schema than OpenAPI's, which tells tuples in another way. */
function inNewerDraft(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inNewerDraft);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, inNewerDraft(part)]));
  const { items, additionalItems, ...rest } = parts;
  return Array.isArray(items) ? { ...rest, prefixItems: items, items: additionalItems } : parts;
}

function partsOf(name: string): [method: string, path: string] {
  const [method = '', path = ''] = name.split(' ');
  return [method.toLowerCase(), path];
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
