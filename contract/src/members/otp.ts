import { Type } from 'typebox';
import { body, type CallSchema, Done, Text } from '../schemas.ts';
import { OTP_LENGTH } from './limits.ts';

export const otpCalls = {
  'POST /api/otp/send': {
    summary: 'Sends a code to a phone; `OTP_VERIFIED` if the phone was verified a moment ago',
    public: true,
    body: body({ phoneNumber: Text(40) }),
    reply: Type.Object({ otpRef: Type.String(), otpToken: Type.String(), code: Type.String() }),
  },
  'POST /api/otp/verify': {
    summary: 'Verifies a phone by the code it was sent',
    public: true,
    body: body({ otpToken: Text(100), otpCode: Text(OTP_LENGTH * 2) }),
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
