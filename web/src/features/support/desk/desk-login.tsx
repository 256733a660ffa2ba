import Headset from 'lucide-react/icons/headset';
import Info from 'lucide-react/icons/info';
import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { Brand } from '../../../ui/brand.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { LanguageSelect } from '../../../ui/language-select.tsx';
import { OfflineHint } from '../../../ui/offline-hint.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { deskEndedBy, signIn } from './desk-session.ts';

export function DeskLogin() {
  const { t } = useI18n();
  return (
    <div className="page-glow flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-4 py-3 lg:px-8 lg:py-6">
        <Brand to="/desk" />
        <LanguageSelect />
      </header>
      <OfflineHint />
      <main className="grid flex-1 place-items-center px-4 pb-24">
        <div className="w-full max-w-md sm:surface sm:rounded-sheet sm:p-9 sm:shadow-card">
          <span className="mb-5 grid size-14 place-items-center rounded-md bg-ink-3 text-text">
            <Headset aria-hidden="true" className="size-7" />
          </span>
          <PageHeading title={t('desk.title')} className="text-display font-extrabold" />
          <p className="mt-1 text-muted">{t('desk.login.subtitle')}</p>
          <LoginForm />
        </div>
      </main>
    </div>
  );
}

function LoginForm() {
  const { t, errorText, fieldText } = useI18n();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const endedBy = deskEndedBy();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || !password) {
      form.current?.querySelector<HTMLInputElement>(name.trim() ? '[name=password]' : '[name=name]')?.focus();
      return;
    }
    setFailure(null);
    setPending(true);
    signIn(name.trim(), password)
      .catch(setFailure)
      .finally(() => setPending(false));
  };

  const missing = (value: string, label: string) =>
    tried && value.trim() === '' ? { error: fieldText('REQUIRED', label) } : {};
  // The catalogue's own text speaks of a member's phone number.
  const isWrong = failure instanceof ApiError && failure.code === 'WRONG_CREDENTIAL';

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-7 grid gap-4">
      {endedBy && !tried && (
        <p role="status" className="flex gap-3 rounded-md border border-info/25 bg-info/10 px-4 py-3 text-small">
          <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
          {errorText(new ApiError({ code: endedBy }))}
        </p>
      )}
      <TextField
        label={t('desk.login.name')}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...missing(name, t('desk.login.name'))}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...missing(password, t('login.password'))}
      />
      <Button type="submit" variant="gold" block pending={pending} className="mt-2">
        {t('login.submit')}
      </Button>
      <p role="alert" className="text-center text-small text-out empty:hidden">
        {isWrong && t('desk.login.wrong')}
        {failure !== null && !isWrong && errorText(failure)}
      </p>
    </form>
  );
}
