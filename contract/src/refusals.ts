import type { Refusals } from './errors.ts';
import type { CallSchema } from './schemas.ts';

/** The service is gone for every call but this: by it a client learns so. */
const ANSWERS_WHEN_GONE = 'GET /api/lookup/active';

const OF_EVERY_CALL = {
  REQUEST_LIMIT: 'Too many calls from this address, at this moment or within the minute',
  KEY_MISSING: 'The header `x-api-key` is missing',
  KEY_INVALID: 'The key in `x-api-key` is no client’s',
  INVALID_IP: 'The service is closed to the address that the call comes from',
  INVALID_REQUEST: 'What was sent is not as described here; `fields` says where',
  INTERNAL_SERVER_ERROR: 'The service failed',
  SERVICE_UNAVAILABLE: 'The service, or a party that it needs, is busy or away: the call may be made again',
} satisfies Refusals;

const OF_A_BODY = {
  BODY_TOO_LARGE: 'The body is larger than the call takes',
  UNSUPPORTED_MEDIA_TYPE: 'The body is of a type that the call does not take',
} satisfies Refusals;

const OF_MEMBERS = {
  'invalid-token': 'No member is signed in by the token, or it is missing',
  EXPIRED_AUTH_TOKEN: 'The sign-in has run out',
  INVALID_USER_1: 'The member no longer exists',
  INVALID_USER_2: 'The member was blocked',
  INVALID_USER_3: 'An operator ended the sign-in',
  INVALID_USER_4: 'The member belongs to another edition',
} satisfies Refusals;

const OF_OPERATORS = { 'invalid-token': 'No operator is signed in at the desk by the token' } satisfies Refusals;

const OF_AN_EFFECT = {
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used for something else',
  MONEY_STANDS_STILL: 'No money moves until the service has compared its books; what is known can be looked at',
} satisfies Refusals;

const OF_UPLOADS = { REQUEST_LIMIT: 'Too many files, or too many bytes in them, within the hour' } satisfies Refusals;

/** Every refusal of a call: those that follow from its shape, and its own, which may say more of the same code. */
export function refusalsOf(name: string, call: CallSchema): Refusals {
  return {
    ...OF_EVERY_CALL,
    ...(name !== ANSWERS_WHEN_GONE && { gone: 'The service has ended' }),
    ...(!name.startsWith('GET ') && OF_A_BODY),
    ...(call.operator && OF_OPERATORS),
    ...(!call.operator && !call.public && OF_MEMBERS),
    ...(call.effect && OF_AN_EFFECT),
    ...(call.upload && OF_UPLOADS),
    ...call.refuses,
  };
}
