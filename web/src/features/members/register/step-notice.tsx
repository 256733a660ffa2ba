import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { Link } from '../../../platform/link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { clockText, useSecondsUntil } from '../../../ui/countdown.ts';
import type { Notice, Wizard } from './use-wizard.ts';

export function StepNotice({ wizard, notice }: { wizard: Wizard; notice: Notice }) {
  const { t, errorText } = useI18n();
  const waitSeconds = useSecondsUntil(notice.until);
  const isTaken = notice.error instanceof ApiError && notice.error.code === 'EXISTING_USER';
  const element = useRef<HTMLDivElement>(null);
  // The button that was pressed may sit at the very edge of a small screen.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={element} className="rounded-md border border-out/35 bg-out/10 p-3.5">
      <div className="flex gap-2.5">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-out" />
        <div className="min-w-0 flex-1">
          <p role="alert">{errorText(notice.error)}</p>
          {waitSeconds > 0 && wizard.step !== 'otp' && (
            <p className="figures mt-1 text-small text-muted">
              {t('register.otp.resendIn', { time: clockText(waitSeconds) })}
            </p>
          )}
        </div>
      </div>
      {isTaken && (
        <div className="mt-3 flex flex-wrap gap-2 pl-7.5">
          <Link
            to="/login"
            state={{ phone: wizard.form.values.phone }}
            className={buttonClass({ variant: 'plain', size: 's' })}
          >
            {t('register.logIn')}
          </Link>
          <Button variant="plain" size="s" onClick={() => wizard.backTo('phone')}>
            {t('register.changePhone')}
          </Button>
        </div>
      )}
    </div>
  );
}
