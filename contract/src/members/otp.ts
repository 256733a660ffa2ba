import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { body, type CallSchema, Done, InLanguage, OwnToken, Text } from '../schemas.ts';
import { OTP_LENGTH } from './limits.ts';

/** Of a call that sends a code to a phone. */
export const codeLimits = {
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'The phone is none of this edition',
  REQUEST_LIMIT_1MIN: 'The phone was sent a code within the minute',
} satisfies Refusals;

/** Of a call that judges a code. */
export const codeRefusals = {
  OTP_TOKEN_INVALID: 'No code was sent with this token',
  OTP_NOT_EXIST: 'A newer code was sent to the phone',
  OTP_EXPIRED: 'The code has run out, or was used',
  OTP_CODE_INVALID: 'The code is wrong',
  OTP_BLOCK: 'Five wrong codes were given with this token: only a new code helps',
} satisfies Refusals;

export const otpCalls = {
  'POST /api/otp/send': {
    summary:
      'Sends a code to a phone, for registering; `OTP_VERIFIED` where none is needed: for the holder of its proof',
    public: true,
    query: InLanguage,
    body: body({ phoneNumber: Text(40), proof: Type.Optional(OwnToken) }),
    refuses: {
      ...codeLimits,
      REQUEST_LIMIT: 'Too many codes within the hour, for this phone, from this address or in all',
      OTP_SEND_FAIL: 'The text could not be sent; the same phone may ask again at once',
    },
    reply: Type.Object({ otpRef: Type.String(), otpToken: Type.String(), code: Type.String() }),
  },
  'POST /api/otp/verify': {
    summary: 'Verifies a phone by the code it was sent; `proof` lets its holder register',
    public: true,
    body: body({ otpToken: Text(100), otpCode: Text(OTP_LENGTH * 2) }),
    refuses: {
      ...codeRefusals,
      OTP_VERIFY_FAIL: 'The code could not be judged, through a failure on our side',
    },
    reply: Type.Object({ ...Done.properties, proof: Type.String() }),
  },
} satisfies Record<string, CallSchema>;
