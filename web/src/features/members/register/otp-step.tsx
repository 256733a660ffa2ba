import { OTP_LENGTH, OTP_RESEND_SECONDS } from '@krapao/contract/members/limits.ts';
import { useEffect, useId, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { clockText, useSecondsUntil } from '../../../ui/countdown.ts';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { shownPhone } from '../../../ui/phone-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type OtpChallenge, useSendOtp, useVerifyOtp } from './register.queries.ts';
import { StepForm } from './step-form.tsx';
import type { Wizard } from './use-wizard.ts';

/** After these failures the sent code is void; only a new one helps. */
const SPENT: ReadonlySet<string> = new Set(['OTP_EXPIRED', 'OTP_NOT_EXIST', 'OTP_TOKEN_INVALID', 'OTP_BLOCK']);

type OtpProps = { wizard: Wizard; challenge: OtpChallenge };

export function OtpStep({ wizard, challenge }: OtpProps) {
  const { t } = useI18n();
  const verifyOtp = useVerifyOtp();
  const { form } = wizard;
  const expiresInSeconds = useSecondsUntil(challenge.expiresAt);
  const isSpent = expiresInSeconds === 0;

  const submit = async () => {
    try {
      const { phone, otpToken } = challenge;
      await verifyOtp.mutateAsync({ phone, otpToken, otpCode: form.latest().otpCode });
      wizard.acceptPhone(phone);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'OTP_CODE_INVALID')
        return form.refuse([['otpCode', 'OTP_CODE_INVALID']]);
      if (error instanceof ApiError && SPENT.has(error.code)) wizard.setChallenge(spentBy(error, challenge));
      wizard.fail(error);
    }
  };

  return (
    <StepForm
      wizard={wizard}
      submitLabel={t('register.otp.verify')}
      onSubmit={submit}
      isBlocked={isSpent}
      onBack={() => wizard.backTo('phone')}
    >
      <p>{t('register.otp.sent', { n: OTP_LENGTH, phone: shownPhone(challenge.phone) })}</p>
      <CodeField wizard={wizard} challenge={challenge} isSpent={isSpent} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small text-muted">
        <p>{t('register.otp.reference', { ref: challenge.otpRef })}</p>
        {!isSpent && <p className="figures">{t('register.otp.expiresIn', { time: clockText(expiresInSeconds) })}</p>}
        {isSpent && !wizard.notice && <p role="alert">{t('error.OTP_EXPIRED')}</p>}
      </div>
      <ResendButton wizard={wizard} challenge={challenge} />
    </StepForm>
  );
}

function CodeField({ wizard: { form }, challenge, isSpent }: OtpProps & { isSpent: boolean }) {
  const { t } = useI18n();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const problem = form.problemOf('otpCode');

  // A new code was sent and the old digits are gone: typing starts over.
  const lastToken = useRef(challenge.otpToken);
  useEffect(() => {
    if (lastToken.current !== challenge.otpToken) input.current?.focus();
    lastToken.current = challenge.otpToken;
  }, [challenge.otpToken]);

  // The next digit typed starts over.
  useEffect(() => {
    if (problem === 'OTP_CODE_INVALID') input.current?.select();
  }, [problem]);

  const errorTexts: Record<string, string> = {
    INCOMPLETE: t('register.otp.length', { n: OTP_LENGTH }),
    OTP_CODE_INVALID: t('error.OTP_CODE_INVALID'),
  };
  return (
    <OtpInput
      ref={input}
      name="otpCode"
      id={id}
      label={t('register.otp')}
      code={form.values.otpCode}
      value={form.values.otpCode}
      disabled={isSpent}
      error={errorTexts[problem ?? '']}
      onChange={(event) => {
        form.set('otpCode', event.target.value);
        if (event.target.value.length === OTP_LENGTH) event.target.form?.requestSubmit();
      }}
    />
  );
}

function ResendButton({ wizard, challenge }: OtpProps) {
  const { t } = useI18n();
  const sendOtp = useSendOtp();
  const { form } = wizard;
  const resendInSeconds = useSecondsUntil(challenge.resendAt);

  const resend = async () => {
    wizard.clearNotice();
    try {
      const sent = await sendOtp.mutateAsync(challenge.phone);
      if (!sent) return wizard.acceptPhone(challenge.phone);
      wizard.setChallenge(sent);
      form.set('otpCode', '');
      showToast({ tone: 'success', text: t('register.otp.resent') });
    } catch (error) {
      if (error instanceof ApiError) wizard.setChallenge({ ...challenge, resendAt: resendAfter(error) });
      wizard.fail(error);
    }
  };

  return (
    <Button
      size="s"
      variant="plain"
      className="figures justify-self-start"
      pending={sendOtp.isPending}
      disabled={resendInSeconds > 0}
      onClick={resend}
    >
      {resendInSeconds > 0
        ? t('register.otp.resendIn', { time: clockText(resendInSeconds) })
        : t('register.otp.resend')}
    </Button>
  );
}

function spentBy(error: ApiError, challenge: OtpChallenge): OtpChallenge {
  const now = Date.now();
  return {
    ...challenge,
    expiresAt: now,
    resendAt: error.code === 'OTP_BLOCK' ? resendAfter(error) : challenge.resendAt,
  };
}

/** When asking again makes sense: the server's time, or else the wait of the broken rule. */
function resendAfter({ code, retryAfterSeconds }: ApiError): number {
  const ruleSeconds = code === 'REQUEST_LIMIT_1MIN' || code === 'OTP_BLOCK' ? OTP_RESEND_SECONDS : 0;
  return Date.now() + (retryAfterSeconds ?? ruleSeconds) * 1000;
}
