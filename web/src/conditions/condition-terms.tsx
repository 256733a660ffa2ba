import { CircleCheck } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import { ConditionNotice, Term, Terms } from './terms.tsx';

/** When the condition of a grant ends, in percent of the member's total at the start, and its effect until then. */
export function ConditionTerms({ success, fail }: { success: number; fail: number }) {
  const { t } = useI18n();
  // At 100 % the condition would end where it starts.
  if (success <= 100)
    return (
      <p className="flex gap-2.5 rounded-md bg-in/9 px-3.5 py-3 text-left text-small text-pretty text-text">
        <CircleCheck aria-hidden="true" className="mt-px size-4.5 shrink-0 text-in" />
        {t('home.condition.free')}
      </p>
    );
  return (
    <div className="grid gap-2.5 text-left text-text">
      <Terms>
        <Term label={t('bonus.target')}>{t('bonus.ofStart', { percent: success })}</Term>
        <Term label={t('bonus.end')}>{t('bonus.ofStart', { percent: fail })}</Term>
      </Terms>
      <ConditionNotice fail={fail} />
    </div>
  );
}
