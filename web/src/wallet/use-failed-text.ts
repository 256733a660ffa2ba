import { useI18n } from '../i18n/i18n.tsx';
import type { StatementEntry } from './movements.queries.ts';

/** Why a failed entry moved no money, where the entry has no reason of its own. A condition's end is no failure. */
export function useFailedText(): (entry: StatementEntry) => string | null {
  const { t } = useI18n();
  return ({ status, statementType, step }) => {
    if (status !== 'FAILED' || step === 'CANCELLED') return null;
    if (statementType === 'deposit') return t('outcome.refused');
    return statementType === 'transfer' || statementType === 'withdraw' ? t('transfer.failed') : null;
  };
}
