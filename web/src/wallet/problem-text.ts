import type { Currency, Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { usePublicMoneyWords } from '../ui/money-words.ts';
import { MINIMUM, type TransferProblem } from './transfer-rules.ts';

/** The problem of an amount in words, with the bound it broke. */
export function useProblemText(currency: Currency, available: Minor = 0n) {
  const { t } = useI18n();
  const moneyWords = usePublicMoneyWords();
  return (problem: TransferProblem | null | undefined): string | undefined => {
    if (!problem) return undefined;
    if (problem === 'MINIMUM') return t('transfer.problem.MINIMUM', { amount: moneyWords(MINIMUM, currency) });
    if (problem === 'NOT_ENOUGH') return t('transfer.problem.NOT_ENOUGH', { amount: moneyWords(available, currency) });
    return t(`transfer.problem.${problem}`);
  };
}
