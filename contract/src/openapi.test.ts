import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generate } from 'openapi-typescript-codegen';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runToolQuietly } from '../../launch/tool.ts';
import { type CallName, calls } from './calls.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { openApiOf, operationIdOf } from './openapi.ts';
import { refusalsOf } from './refusals.ts';
import type { CallSchema } from './schemas.ts';

type Parameter = { name: string; in: string; required?: boolean };
type Response = { description: string; content: { 'application/json': { schema: Schema } } };
type Schema = { allOf?: { properties?: { message: { enum: string[] } } }[] };
type Operation = {
  operationId: string;
  tags: [string];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: object };
  responses: Record<string, Response>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

const SOURCE = JSON.stringify(openApiOf({ title: 'Krapao', version: '1.0.0' }));
const DOCUMENT = JSON.parse(SOURCE) as Document;
const OPERATIONS = new Map(
  Object.values(DOCUMENT.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation]),
  ),
);
const NAMES = Object.keys(calls) as CallName[];
const schemaOf = (name: CallName): CallSchema => calls[name];

function operationOf(name: CallName): Operation {
  const operation = OPERATIONS.get(operationIdOf(name));
  if (!operation) throw new Error(`${name} is not in the document`);
  return operation;
}

test('openapi.json keeps the rules that Redocly recommends, but for the slash that the chat’s path ends with', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: SOURCE, absoluteRef: 'openapi.json', config });
  const told = problems.map(({ ruleId, location: [where] }) => `${ruleId} ${where?.pointer}`);
  expect(told).toEqual(['no-path-trailing-slash #/paths/~1api~1chat~1read-customer~1']);
});

test('openapi.json and every schema in it are valid by the specifications of OpenAPI 3.1 and JSON Schema 2020-12', async () => {
  expect(await new Validator().validate(JSON.parse(SOURCE))).toEqual({ valid: true });
  const draft = new Ajv2020({ strict: false });
  const schemas = schemasIn(JSON.parse(SOURCE));
  expect(schemas.length).toBeGreaterThan(NAMES.length);
  expect(schemas.filter((schema) => draft.validateSchema(schema) !== true)).toEqual([]);
});

/** The document's own schema leaves the schemas within it to their specification. */
function schemasIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === 'schema' ? [value as object] : schemasIn(value)));
}

test('each call has one operation, whose id is made of its method and path', () => {
  expect([...OPERATIONS.keys()].toSorted()).toEqual(NAMES.map(operationIdOf).toSorted());
  expect(operationIdOf('GET /api/wallet/transfer/{id}')).toBe('getWalletTransferById');
  expect(operationIdOf('PUT /api/chat/read-customer/')).toBe('putChatReadCustomer');
  expect(operationIdOf('GET /api/lookup/registerOTP')).toBe('getLookupRegisterOtp');
});

test('calls whose paths differ only in the name of a parameter share a path, whose parameter has both names', () => {
  expect(Object.keys(DOCUMENT.paths['/api/qrcode/{providerOrQrcodeId}'] ?? {})).toEqual(['get', 'post', 'delete']);
  for (const [path, methods] of Object.entries(DOCUMENT.paths)) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(methods))
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(placeholders);
  }
});

test('each refusal of a call stands under its status, with the sentence that says when', () => {
  for (const name of NAMES) {
    const { 200: answer, ...refusing } = operationOf(name).responses;
    const told = Object.entries(refusing).flatMap(([status, { description, content }]) => {
      const codes = content['application/json'].schema.allOf?.[1]?.properties?.message.enum ?? [];
      expect(codes.map((code) => ERRORS[code as ErrorCode])).toEqual(codes.map(() => Number(status)));
      const sentences = description.split('\n');
      return codes.map((code, index) => [code, sentences[index]]);
    });
    const listed = Object.entries(refusalsOf(name, schemaOf(name))).map(([code, when]) => [
      code,
      `- \`${code}\`: ${when}`,
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(listed));
    for (const code of Object.keys(schemaOf(name).refusesInReply ?? {})) expect(answer?.description).toContain(code);
  }
});

test('what follows from a call’s shape is refused by rule', () => {
  const codesOf = (name: CallName) => Object.keys(refusalsOf(name, schemaOf(name)));
  expect(codesOf('GET /api/lookup/banks')).toEqual([
    ...['REQUEST_LIMIT', 'KEY_MISSING', 'KEY_INVALID', 'INVALID_IP', 'INVALID_REQUEST', 'INTERNAL_SERVER_ERROR'],
    ...['SERVICE_UNAVAILABLE', 'gone'],
  ]);
  expect(codesOf('GET /api/lookup/active')).not.toContain('gone');
  expect(codesOf('GET /api/wallet')).toEqual(expect.arrayContaining(['invalid-token', 'INVALID_USER_4']));
  expect(codesOf('POST /api/desk/logout')).toEqual(expect.arrayContaining(['invalid-token', 'BODY_TOO_LARGE']));
  expect(codesOf('POST /api/desk/logout')).not.toContain('EXPIRED_AUTH_TOKEN');
  expect(codesOf('POST /api/wallet/slip')).toEqual(expect.arrayContaining(['REQUEST_LIMIT', 'IDEMPOTENCY_CONFLICT']));
});

test('every refusal of the catalogue is one of a call, but for those of callbacks and of a game with a form', () => {
  const listed = NAMES.flatMap((name) => {
    const { refusesInReply = {} } = schemaOf(name);
    return [...Object.keys(refusalsOf(name, schemaOf(name))), ...Object.keys(refusesInReply)];
  });
  const unlisted = Object.entries(ERRORS).filter(([code, status]) => status !== 200 && !listed.includes(code));
  expect(unlisted.map(([code]) => code)).toEqual(['UNAUTHORIZED', 'NONCE_USED', 'NOT_UFABET']);
});

test('registering and signing in name the id of the browser, which is optional', () => {
  const takers = NAMES.filter((name) => operationOf(name).parameters?.some((one) => one.name === 'x-device-id'));
  expect(takers.toSorted()).toEqual(['POST /api/account', 'POST /api/login']);
  for (const name of takers)
    expect(operationOf(name).parameters).toContainEqual(
      expect.objectContaining({ name: 'x-device-id', in: 'header', required: false }),
    );
});

test('files, optional bodies and Idempotency-Keys are told', () => {
  expect(Object.keys(operationOf('POST /api/wallet/slip').requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  expect(operationOf('POST /api/spinwheel/spin').requestBody?.required).toBe(false);
  for (const name of NAMES) {
    const isKeyed = operationOf(name).parameters?.some((parameter) => parameter.name === 'Idempotency-Key') ?? false;
    expect({ name, isKeyed }).toEqual({ name, isKeyed: schemaOf(name).effect === true });
  }
});

test('a client generated from openapi.json compiles: it sends what each call takes and takes what it answers', async () => {
  const folder = await newFolder();
  const input = JSON.parse(SOURCE) as Record<string, unknown>;
  await generate({ input, output: folder, httpClient: 'fetch', useOptions: true });
  await writeFile(join(folder, 'uses.ts'), USES_HEAD + NAMES.map(useOf).join('\n'));
  const compilerOptions = { ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] }, ...MODULES };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
  expect(await runToolQuietly('tsc', ['--project', folder])).toEqual({ code: 0, output: '' });
});

const MODULES = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
};

/** Inside the repository, so that the compiler finds the contract. */
async function newFolder(): Promise<string> {
  const cache = join(ROOT, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const USES_HEAD = `import type { Calls } from '@krapao/contract/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@krapao/contract/schemas.ts';
import * as client from './index';

declare const given: unknown;
type Answered<Call extends (...given: never) => PromiseLike<unknown>> = Awaited<ReturnType<Call>>;
`;

/** The generator leaves out an alternative without fields, which here stands for no promotion. */
const MAY_BE_EMPTY: CallName[] = ['GET /api/promotion/current', 'GET /api/promotion/find/{code}'];

/** The client is called with what the contract takes, and what the contract answers is told to its reader. */
function useOf(name: CallName): string {
  const { operationId, tags, parameters = [] } = operationOf(name);
  const { query, body, upload, effect } = schemaOf(name);
  const method = `client.${tags[0].charAt(0).toUpperCase()}${tags[0].slice(1)}Service.${operationId}`;
  const input = [
    ...parameters.filter((parameter) => parameter.in === 'path').map((parameter) => `${parameter.name}: ''`),
    ...(query ? [`...(given as QueryOf<Calls['${name}']>)`] : []),
    ...(body ? [`requestBody: given as BodyOf<Calls['${name}']>`] : []),
    ...(upload ? ['formData: { file: new Blob() }'] : []),
    ...(effect ? [`idempotencyKey: ''`] : []),
  ];
  const argument = input.length > 0 ? `{ ${input.join(', ')} }` : '';
  const answer = `ReplyOf<Calls['${name}']>${MAY_BE_EMPTY.includes(name) ? ' & { code: string }' : ''}`;
  return `export const ${operationId} = [
  () => ${method}(${argument}),
  (answer: ${answer}): Answered<typeof ${method}> => answer,
];`;
}
