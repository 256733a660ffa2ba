import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useMoneyWords } from '../../../ui/money-words.ts';
import type { Outcome } from '../../../wallet/outcomes.ts';

/** An outcome in words: what it is about, why if it went wrong, and both in one sentence. */
export function useOutcomeText(currency: Currency) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  return (outcome: Outcome) => {
    const { step, isCorrection, status, reason: code } = outcome;
    const amount = moneyWords(addWireMoney([outcome.amount]), currency);
    if (isCorrection) {
      return { what: t('outcome.correction', { amount }), reason: null, sentence: t('outcome.corrected', { amount }) };
    }
    if (!step) {
      const what = t('outcome.deposit', { amount });
      if (status === 'SUCCESS') return { what, reason: null, sentence: t('outcome.arrived', { amount }) };
      const reason = t('outcome.refused');
      return { what, reason, sentence: `${what}: ${reason}` };
    }
    const what = t('withdraw.one', { amount });
    if (step === 'PAID') return { what, reason: null, sentence: t('outcome.paid', { amount }) };
    if (step === 'CANCELLED') return { what, reason: null, sentence: t('withdraw.cancelled', { amount }) };
    // Without a reason of its own, the money never left the games.
    const reason = code ? t(`withdraw.reason.${code}`) : t('transfer.failed');
    return { what, reason, sentence: t('outcome.returned', { what, reason }) };
  };
}
