import Check from 'lucide-react/icons/check';
import { useI18n } from '../../../i18n/i18n.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Whether the money has left is known to the member alone: the second step is never ticked before the third. */
export type BankStep = 'copy' | 'transfer' | 'slip' | 'done';
const STEPS = ['copy', 'transfer', 'slip'] as const satisfies readonly BankStep[];

/** The three steps of a transfer to a bank account, and which is next. */
export function BankSteps({ next }: { next: BankStep }) {
  const { t } = useI18n();
  const at = next === 'done' ? STEPS.length : STEPS.indexOf(next);
  const names = { copy: t('deposit.bank.copy'), transfer: t('deposit.bank.transfer'), slip: t('deposit.slip.send') };
  return (
    <ol aria-label={t('deposit.bank.steps')} className="grid grid-cols-3 text-center text-tiny">
      {STEPS.map((step, n) => (
        <li
          key={step}
          {...(n === at && { 'aria-current': 'step' })}
          className="relative grid content-start justify-items-center gap-1.5 not-last:after:absolute not-last:after:top-3.5 not-last:after:left-[calc(50%+1.375rem)] not-last:after:h-0.5 not-last:after:w-[calc(100%-2.75rem)] not-last:after:rounded-full not-last:after:bg-line/70"
        >
          <span
            className={classNames(
              'figures grid size-7 place-items-center rounded-full border-[1.5px] text-[14px] font-bold transition-colors',
              n < at && 'border-in bg-in text-ink-0',
              n === at && 'border-gold',
              n > at && 'border-line text-muted',
            )}
          >
            {n < at ? (
              <>
                <Check aria-hidden="true" className="size-4" strokeWidth={2.5} />
                <span className="sr-only">{t('movement.done')}</span>
              </>
            ) : (
              <span aria-hidden="true">{n + 1}</span>
            )}
          </span>
          <span className={n === at ? 'font-bold' : 'text-muted'}>{names[step]}</span>
        </li>
      ))}
    </ol>
  );
}
