import { Type } from 'typebox';
import { body, type CallSchema, Done, OwnToken, Text } from '../schemas.ts';
import { OTP_LENGTH } from './limits.ts';

export const otpCalls = {
  'POST /api/otp/send': {
    summary:
      'Sends a code to a phone, for registering; `OTP_VERIFIED` where none is needed: for the holder of its proof',
    public: true,
    body: body({ phoneNumber: Text(40), proof: Type.Optional(OwnToken) }),
    reply: Type.Object({ otpRef: Type.String(), otpToken: Type.String(), code: Type.String() }),
  },
  'POST /api/otp/verify': {
    summary: 'Verifies a phone by the code it was sent; `proof` lets its holder register',
    public: true,
    body: body({ otpToken: Text(100), otpCode: Text(OTP_LENGTH * 2) }),
    reply: Type.Object({ ...Done.properties, proof: Type.String() }),
  },
} satisfies Record<string, CallSchema>;
