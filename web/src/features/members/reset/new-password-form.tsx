import type { FieldProblem } from '@krapao/contract/errors.ts';
import { OTP_LENGTH, PASSWORD_MIN_LENGTH } from '@krapao/contract/members/limits.ts';
import { confirmationProblem, passwordProblem } from '@krapao/contract/rules.ts';
import { type FormEvent, useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { clockText, useSecondsUntil } from '../../../ui/countdown.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { shownPhone } from '../../../ui/phone-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type AskedCode, askForCode, setNewPassword } from './reset.calls.ts';

type FormProps = {
  asked: AskedCode;
  onAsked: (asked: AskedCode) => void;
  onDone: () => void;
  onBack: () => void;
};
/** Codes and not texts, so that a change of language changes the errors too. */
type Problems = {
  code?: 'INCOMPLETE' | 'OTP_CODE_INVALID' | null;
  password?: FieldProblem | null;
  confirm?: FieldProblem | null;
};

export function NewPasswordForm({ asked, onAsked, onDone, onBack }: FormProps) {
  const { t, errorText } = useI18n();
  const codeId = useId();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);

  /** A refusal stands at the field that it is about. */
  const refuse = (error: unknown) => {
    const known = error instanceof ApiError ? error : null;
    if (known?.code === 'OTP_CODE_INVALID') return setProblems({ code: known.code });
    if (known?.fields.password) return setProblems({ password: known.fields.password });
    setFailure(error);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      code: code.length === OTP_LENGTH ? null : ('INCOMPLETE' as const),
      password: passwordProblem(password),
      confirm: confirmationProblem(password, confirm),
    };
    setProblems(found);
    setFailure(null);
    if (found.code || found.password || found.confirm || pending) return;
    setPending(true);
    setNewPassword({ otpToken: asked.otpToken, otpCode: code, password })
      .then(onDone, refuse)
      .finally(() => setPending(false));
  };

  const codeTexts = {
    INCOMPLETE: t('register.otp.length', { n: OTP_LENGTH }),
    OTP_CODE_INVALID: t('error.OTP_CODE_INVALID'),
  };

  return (
    <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
      <p>{t('reset.sent', { n: OTP_LENGTH, phone: shownPhone(asked.phone) })}</p>
      <OtpInput
        id={codeId}
        name="otpCode"
        label={t('register.otp')}
        code={code}
        value={code}
        error={problems.code ? codeTexts[problems.code] : undefined}
        onChange={({ target }) => setCode(target.value)}
      />
      <ResendButton asked={asked} onAsked={onAsked} onFailed={setFailure} />
      {/* Password managers file the new password under the account name they find beside it. */}
      <input type="hidden" name="username" autoComplete="username" value={asked.phone} />
      <Password name="new" value={password} onChange={setPassword} problem={problems.password} />
      <Password name="confirm" value={confirm} onChange={setConfirm} problem={problems.confirm} />
      <p role="alert" className="text-center text-small text-out empty:hidden">
        {failure !== null && errorText(failure)}
      </p>
      <div className="mt-1 flex gap-3">
        <Button variant="plain" className="flex-1" onClick={onBack} disabled={pending}>
          {t('action.back')}
        </Button>
        <Button type="submit" variant="gold" className="flex-2" pending={pending}>
          {t('reset.submit')}
        </Button>
      </div>
    </form>
  );
}

type PasswordProps = {
  name: 'new' | 'confirm';
  value: string;
  onChange: (value: string) => void;
  problem: FieldProblem | null | undefined;
};

function Password({ name, value, onChange, problem }: PasswordProps) {
  const { t, fieldText } = useI18n();
  const label = t(`password.${name}`);
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      hint={name === 'new' && t('password.hint', { n: PASSWORD_MIN_LENGTH })}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={fieldText(problem, label)}
    />
  );
}

type ResendProps = Pick<FormProps, 'asked' | 'onAsked'> & { onFailed: (error: unknown) => void };

function ResendButton({ asked, onAsked, onFailed }: ResendProps) {
  const { t } = useI18n();
  const [pending, setPending] = useState(false);
  const seconds = useSecondsUntil(asked.resendAt);
  const resend = () => {
    onFailed(null);
    setPending(true);
    askForCode(asked.phone)
      .then((again) => {
        onAsked(again);
        showToast({ tone: 'success', text: t('register.otp.resent') });
      }, onFailed)
      .finally(() => setPending(false));
  };
  return (
    <Button
      size="s"
      variant="plain"
      className="figures justify-self-start"
      pending={pending}
      disabled={seconds > 0}
      onClick={resend}
    >
      {seconds > 0 ? t('register.otp.resendIn', { time: clockText(seconds) }) : t('register.otp.resend')}
    </Button>
  );
}
