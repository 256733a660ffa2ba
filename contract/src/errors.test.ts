import { expect, test } from 'vitest';
import { ERRORS, FIELD_PROBLEMS, SLIP_REASONS } from './errors.ts';

const codes = Object.entries(ERRORS);
const codesWith = (...statuses: number[]) => codes.filter(([, status]) => statuses.includes(status)).map(([c]) => c);

test('a failure travels on a status the product knows', () => {
  const known = [200, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 502, 503];
  expect(codes.filter(([, status]) => !known.includes(status))).toEqual([]);
});

test('only the messages of a success travel on 200', () => {
  expect(codesWith(200).sort()).toEqual([
    'BONUS_CLEAR',
    'INVITE_BONUS_SUCCESS',
    'OTP_CODE_VALID',
    'OTP_SENT',
    'OTP_VERIFIED',
    'REFUND_SUCCESS',
    'SLIP_RECEIVED',
    'TRUELINK_SENT',
  ]);
});

test('401 means that the caller is not, or no longer, known', () => {
  expect(codesWith(401).sort()).toEqual([
    'EXPIRED_AUTH_TOKEN',
    'INVALID_USER_1',
    'INVALID_USER_2',
    'INVALID_USER_3',
    'INVALID_USER_4',
    'UNAUTHORIZED',
    'WRONG_CREDENTIAL',
    'invalid-token',
  ]);
});

test('statuses that were decided stay as decided', () => {
  expect(ERRORS).toMatchObject({
    KEY_MISSING: 403,
    KEY_INVALID: 403,
    INVALID_IP: 403,
    gone: 410,
    INVALID_REQUEST: 400,
    IDEMPOTENCY_CONFLICT: 409,
    MONEY_NOT_ENOUGH: 422,
    BONUS_CONDITION: 422,
    SLIP_UPLOAD_FAIL: 422,
    REQUEST_LIMIT: 429,
    REQUEST_LIMIT_1MIN: 429,
  });
  expect(codesWith(410)).toEqual(['gone']);
});

test('a field problem that is also an error code has the status 400 or 404', () => {
  const statuses = FIELD_PROBLEMS.flatMap((problem) => codes.filter(([code]) => code === problem).map(([, s]) => s));
  expect(statuses.every((status) => status === 400 || status === 404)).toBe(true);
});

test('every name has one meaning, so one text per language is enough', () => {
  expect(new Set(FIELD_PROBLEMS).size).toBe(FIELD_PROBLEMS.length);
  expect(new Set(SLIP_REASONS).size).toBe(SLIP_REASONS.length);
  expect(SLIP_REASONS.filter((reason) => reason in ERRORS)).toEqual([]);
});
