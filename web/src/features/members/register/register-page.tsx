import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { LoginState } from '../../../platform/failures.ts';
import { goTo } from '../../../platform/navigation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { StepperBar } from '../../../ui/stepper-bar.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { BankStep } from './bank-step.tsx';
import { forgetInviteCode } from './invite-code.ts';
import { OtpStep } from './otp-step.tsx';
import { forgetProof } from './phone-proof.ts';
import { PhoneStep } from './phone-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { registerOtpQuery } from './register.queries.ts';
import { STEPS } from './registration.ts';
import { useWizard, type Wizard } from './use-wizard.ts';

const REGISTERED_REDIRECT_MS = 2_000;

export default function RegisterPage() {
  const { t } = useI18n();
  const wizard = useWizard();
  const [registeredPhone, setRegisteredPhone] = useState<string | null>(null);
  useRedirectOnceRegistered(registeredPhone);

  const finish = (phone: string) => {
    forgetInviteCode();
    forgetProof();
    showToast({ tone: 'success', text: t('register.success') });
    setRegisteredPhone(phone);
  };

  return (
    <>
      <WizardHeader wizard={wizard} />
      {wizard.step === 'phone' && <PhoneStep key="phone" wizard={wizard} />}
      {wizard.step === 'otp' && wizard.challenge && <OtpStep key="otp" wizard={wizard} challenge={wizard.challenge} />}
      {wizard.step === 'profile' && <ProfileStep key="profile" wizard={wizard} />}
      {wizard.step === 'bank' && (
        <BankStep key="bank" wizard={wizard} onRegistered={finish} isRegistered={registeredPhone !== null} />
      )}
      <p className="mt-6 text-center text-small text-muted">
        {t('register.haveAccount')} <TextLink to="/login">{t('register.logIn')}</TextLink>
      </p>
    </>
  );
}

function WizardHeader({ wizard: { step } }: { wizard: Wizard }) {
  const { t } = useI18n();
  const otp = useQuery(registerOtpQuery);
  const steps = STEPS.filter((name) => name !== 'otp' || otp.data?.enabled || step === 'otp');
  const n = steps.indexOf(step) + 1;
  const progress = t('register.progress', { n, total: steps.length });
  return (
    // Whether there are three steps or four is not known yet; the place is kept, nothing jumps.
    <header className={classNames(otp.isPending && '[&>:not(h1)]:invisible')}>
      <PageHeading title={t('register.title')} />
      <p aria-live="polite" className="mt-1 mb-3.5 text-small text-muted">
        {progress} · {t(`register.step.${step}`)}
      </p>
      <StepperBar step={n} steps={steps.length} label={progress} />
    </header>
  );
}

function useRedirectOnceRegistered(phone: string | null) {
  useEffect(() => {
    if (phone === null) return;
    const state: LoginState = { phone, isNew: true };
    const timer = setTimeout(() => goTo('/login', { replace: true, state }), REGISTERED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [phone]);
}
