import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { LoginState } from '../../../platform/failures.ts';
import { goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { StepperBar } from '../../../ui/stepper-bar.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import type { AskedCode } from './reset.calls.ts';

const STEPS = 2;

/** A member who forgot the password sets a new one by a code to the phone. Nobody is told who is a member. */
export default function ResetPage() {
  const { t } = useI18n();
  const state = usePlace().state as LoginState | null;
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const step = asked ? 2 : 1;
  const progress = t('register.progress', { n: step, total: STEPS });

  const finish = ({ phone }: AskedCode) => {
    showToast({ tone: 'success', text: t('reset.done') });
    const login: LoginState = { phone };
    goTo('/login', { replace: true, state: login });
  };

  return (
    <>
      <PageHeading title={t('reset.title')} />
      <p aria-live="polite" className="mt-1 mb-3.5 text-small text-muted">
        {progress} · {asked ? t('reset.step.password') : t('reset.step.phone')}
      </p>
      <StepperBar step={step} steps={STEPS} label={progress} />
      {asked ? (
        <NewPasswordForm asked={asked} onAsked={setAsked} onDone={() => finish(asked)} onBack={() => setAsked(null)} />
      ) : (
        <PhoneForm phone={state?.phone ?? ''} onAsked={setAsked} />
      )}
      <p className="mt-5 flex gap-2.5 text-small text-muted">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
        {t('reset.note')}
      </p>
      <p className="mt-3 text-center">
        <TextLink to="/login">{t('reset.backToLogin')}</TextLink>
      </p>
    </>
  );
}
