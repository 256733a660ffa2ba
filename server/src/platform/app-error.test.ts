import type { FastifyBaseLogger, FastifyError } from 'fastify';
import { expect, test, vi } from 'vitest';
import { cloneDatabase, newMember, newRegistration, startProduct } from '../../test/harness.ts';
import { AppError } from './app-error.ts';
import { refusalFor } from './failures.ts';
import { watchWarnings } from './warnings.ts';

const database = await cloneDatabase();
const product = await startProduct(database);

/** Takes a table away while `work` runs: a failure of ours that no rule of input foresees. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await database.owner.query(`alter table ${table} rename to taken_away`);
  await work().finally(() => database.owner.query(`alter table taken_away rename to ${table}`));
}

test('an unforeseen failure says what was being tried and nothing of its reason', async () => {
  const { username, password } = await newMember(product);
  await without('rate_limit_events', async () => {
    const answer = await product.call('POST /api/login', { body: { username, password } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'LOGIN_FAIL' } });
  });
  await without('otp_codes', async () => {
    const answer = await product.call('POST /api/otp/verify', { body: { otpToken: 'x', otpCode: '000000' } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'OTP_VERIFY_FAIL' } });
  });
  await database.owner.query('alter table members rename column source_code to taken_away');
  const answer = await product.call('POST /api/account', { body: newRegistration() });
  await database.owner.query('alter table members rename column taken_away to source_code');
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { message: 'REGISTER_FAIL' } });
  expect((await product.call('POST /api/login', { body: { username, password } })).status).toBe(200);
});

const AWAY = { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 };

test.each<[Partial<FastifyError>, object]>([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    '57P01',
    '08006',
    '55P03',
    '57014',
    '25P03',
    '25006',
    '53100',
    '3D000',
  ].map((code): [object, object] => [{ code }, AWAY]),
  ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'].map(
    (message): [object, object] => [{ message }, AWAY],
  ),
  [{ code: '0A000', message: 'cannot access temporary or unlogged relations during recovery' }, AWAY],
  [{ code: '55000', message: 'recovery is in progress' }, AWAY],
  [{ code: '55000', message: 'database "krapao" is not currently accepting connections' }, AWAY],
  [{ code: '0A000', message: 'cached plan must not change result type' }, { code: 'INTERNAL_SERVER_ERROR' }],
  [{ code: '23505' }, { code: 'INTERNAL_SERVER_ERROR', retryAfterSeconds: undefined }],
  [{ message: 'a Query read timeout of another' }, { code: 'INTERNAL_SERVER_ERROR' }],
  [{ statusCode: 413 }, { code: 'BODY_TOO_LARGE' }],
  [{ statusCode: 415 }, { code: 'UNSUPPORTED_MEDIA_TYPE' }],
  [{ statusCode: 400 }, { code: 'INVALID_REQUEST' }],
  [{ statusCode: 499 }, { code: 'INVALID_REQUEST' }],
  [{ statusCode: 500 }, { code: 'INTERNAL_SERVER_ERROR' }],
  [new AppError('gone'), { code: 'gone' }],
])('an error as %j is answered as %j', (error, answered) => {
  const thrown = error instanceof AppError ? error : Object.assign(new Error(error.message), error);
  expect(refusalFor(thrown as FastifyError)).toMatchObject(answered);
});

test('a warning stands for an hour after it was found last, and is logged once an hour', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const log = { error: vi.fn() };
  const { raise, standing } = watchWarnings(log as unknown as FastifyBaseLogger);
  const pass = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000);
  raise('DISK_NEARLY_FULL', 'full', { freeMb: 1 });
  pass(59);
  raise('DISK_NEARLY_FULL', 'full', { freeMb: 2 });
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ warning: 'DISK_NEARLY_FULL', freeMb: 1 }, 'full');
  pass(1);
  raise('DISK_NEARLY_FULL', 'full', { freeMb: 3 });
  expect(log.error).toHaveBeenCalledTimes(2);
  pass(59);
  expect(standing()).toEqual(['DISK_NEARLY_FULL']);
  pass(1);
  expect(standing()).toEqual([]);
  vi.useRealTimers();
});
