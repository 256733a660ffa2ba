import { onlyDigits } from '@krapao/contract/digits.ts';
import Info from 'lucide-react/icons/info';
import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import type { LoginState } from '../../../platform/failures.ts';
import { intendedUrl } from '../../../platform/intended-url.ts';
import { Link } from '../../../platform/link.tsx';
import { goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { PhoneField, shownPhone } from '../../../ui/phone-field.tsx';
import { useTyped } from '../../../ui/use-typed.ts';
import art from './login-art.svg';
import { logIn } from './sign-in.ts';
import { useServiceCheck } from './use-service-check.ts';

export default function LoginPage() {
  const { t } = useI18n();
  const state = usePlace().state as LoginState | null;
  useServiceCheck();
  return (
    <div className="grid flex-1 items-center gap-16 lg:grid-cols-[1fr_26rem]">
      <img src={art} alt="" loading="lazy" className="hidden w-full max-w-xl justify-self-center lg:block" />
      <div className="mx-auto w-full max-w-md py-6 lg:surface lg:rounded-sheet lg:p-9 lg:shadow-card">
        <PageHeading title={t('menu.logIn')} className="text-display font-extrabold">
          {t(state?.isNew ? 'login.ready' : 'login.title')}
        </PageHeading>
        <p className="mt-1 text-muted">{t('login.subtitle')}</p>
        <LoginForm />
        <p className="mt-3 text-center text-small text-muted">
          {t('login.new')}{' '}
          <Link to="/register" className="inline-block rounded-sm px-1 py-3 font-bold underline underline-offset-4">
            {t('login.register')}
          </Link>
        </p>
      </div>
    </div>
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
    <form ref={form} noValidate onSubmit={submit} className="mt-7 grid gap-4">
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
      <Button type="submit" variant="gold" block pending={pending}>
        {t('login.submit')}
      </Button>
      <p role="alert" className="text-center text-small text-out empty:hidden">
        {failure !== null && errorText(failure)}
      </p>
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
      <Link
        to="/reset"
        state={{ phone }}
        className="inline-block rounded-sm py-3 text-small font-bold underline underline-offset-4"
      >
        {t('login.forgot')}
      </Link>
    </div>
  );
}
