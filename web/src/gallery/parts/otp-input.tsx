import { OtpInput } from '../../ui/otp-input.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    filling: ({ t }) => (
      <Held initial="123">
        {(code, hold) => (
          <OtpInput
            id="otp-filling"
            label={t('register.otp')}
            error={undefined}
            code={code}
            value={code}
            onChange={({ target }) => hold(target.value)}
          />
        )}
      </Held>
    ),
    error: ({ t }) => (
      <Held initial="123456">
        {(code, hold) => (
          <OtpInput
            id="otp-error"
            label={t('register.otp')}
            error={t('error.OTP_CODE_INVALID')}
            code={code}
            value={code}
            onChange={({ target }) => hold(target.value)}
          />
        )}
      </Held>
    ),
    spent: ({ t }) => (
      <OtpInput
        id="otp-spent"
        label={t('register.otp')}
        error={undefined}
        code="12"
        disabled
        onChange={() => undefined}
      />
    ),
  },
};
