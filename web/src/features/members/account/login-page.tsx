import { onlyDigits } from '@krapao/contract/digits.ts';
import Info from 'lucide-react/icons/info';
import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import type { LoginState } from '../../../platform/failures.ts';
import { intendedUrl } from '../../../platform/intended-url.ts';
import { goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { PhoneField, shownPhone } from '../../../ui/phone-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useTyped } from '../../../ui/use-typed.ts';
import { logIn } from './sign-in.ts';
import { useServiceCheck } from './use-service-check.ts';

export default function LoginPage() {
  const { t } = useI18n();
  const state = usePlace().state as LoginState | null;
  useServiceCheck();
  return (
    <>
      <PageHeading title={t('menu.logIn')}>{t(state?.isNew ? 'login.ready' : 'login.title')}</PageHeading>
      <p className="mt-1 text-muted max-[22.4rem]:mt-0 max-[22.4rem]:text-small">{t('login.subtitle')}</p>
      <LoginForm />
      <p className="mt-3 text-center text-small text-muted">
        {t('login.new')} <TextLink to="/register">{t('login.register')}</TextLink>
      </p>
    </>
  );
}

function LoginForm() {
  const { t, errorText, fieldText } = useI18n();
  const place = usePlace();
  const state = place.state as LoginState | null;
  const [phone, setPhone] = useState(shownPhone(state?.phone ?? ''));
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useTyped(form, (typed) => {
    setPhone(shownPhone(typed('username')));
    setPassword(typed('password'));
    setRemember(typed('remember') !== '');
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const username = onlyDigits(phone);
    if (!username || !password) {
      form.current?.querySelector<HTMLInputElement>(username ? '[name=password]' : '[name=username]')?.focus();
      return;
    }
    setFailure(null);
    setPending(true);
    logIn({ username, password, remember })
      .then(() => goTo(intendedUrl(new URLSearchParams(place.search).get('next')), { replace: true }), setFailure)
      .finally(() => setPending(false));
  };

  const missing = (value: string, label: string) =>
    tried && value === '' ? { error: fieldText('REQUIRED', label) } : {};

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid gap-4 max-[22.4rem]:mt-4 max-[22.4rem]:gap-3">
      {state?.endedBy && !tried && (
        <p role="status" className="flex gap-3 rounded-md border border-info/25 bg-info/10 px-4 py-3 text-small">
          <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
          {errorText(new ApiError({ code: state.endedBy }))}
        </p>
      )}
      <PhoneField
        label={t('login.phone')}
        name="username"
        autoComplete="username"
        value={phone}
        onValueChange={setPhone}
        {...missing(phone, t('login.phone'))}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...missing(password, t('login.password'))}
      />
      <RememberRow phone={onlyDigits(phone)} remember={remember} onRemember={setRemember} />
      <p role="alert" className="text-small text-out empty:hidden">
        {failure !== null && errorText(failure)}
      </p>
      <Button type="submit" variant="gold" block pending={pending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

type RememberRowProps = { phone: string; remember: boolean; onRemember: (remember: boolean) => void };

function RememberRow({ phone, remember, onRemember }: RememberRowProps) {
  const { t } = useI18n();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <Checkbox
        label={t('login.remember')}
        name="remember"
        checked={remember}
        onChange={(event) => onRemember(event.target.checked)}
      />
      <TextLink to="/reset" state={{ phone }}>
        {t('login.forgot')}
      </TextLink>
    </div>
  );
}
