import { addWireMoney } from '@krapao/contract/money.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { call } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { useMoneyWords } from '../ui/money-words.ts';
import { showToast } from '../ui/toast.tsx';
import { useKnownWallet } from '../wallet/wallet.queries.ts';
import { type Condition, noteCleared } from './condition.queries.ts';
import { useGrant } from './use-grant.ts';

/** What the condition that was cancelled last took back; nothing where that cannot be read. */
async function readTakenBack(): Promise<number> {
  const body = { page: 1, limit: 1, statementType: 'finish_bonus' } as const;
  const { statements } = await call('POST /api/statement', { body }).catch(() => ({ statements: [] }));
  return Math.max(0, -(statements[0]?.amount ?? 0));
}

/** Cancels the condition that runs, and tells when one has ended: cancelled, at its end, or from another device. */
export function useCancel(condition: Condition | undefined) {
  const { t, errorText } = useI18n();
  const clear = useGrant((_nothing: object, idempotencyKey) => call('GET /api/bonus/clear', { idempotencyKey }));
  const last = useRef({ condition, isTold: false });

  const moneyWords = useMoneyWords();
  const currency = useKnownWallet()?.profile.currency ?? 'BAHT';
  const tellCancelled = async () => {
    const taken = await readTakenBack();
    const amount = moneyWords(addWireMoney([taken]), currency);
    // There may have been nothing left to take back.
    const text =
      taken > 0 ? t('bonus.cancelled', { amount }) : errorText(new ApiError({ code: 'BONUS_CLEAR', status: 200 }));
    showToast({ tone: 'success', text });
  };
  const tellEnded = () => showToast({ tone: 'info', text: t('bonus.ended') });
  const lookForEnd = useEffectEvent(() => {
    const { condition: before, isTold } = last.current;
    last.current = { condition, isTold: isTold && !condition?.status };
    // The answer to a cancellation has its own message.
    if (!before?.status || condition?.status !== false || isTold || clear.isPending) return;
    if (before.isClearing) void tellCancelled();
    else tellEnded();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading is looked at once
  useEffect(() => lookForEnd(), [condition]);

  const cancel = (onAnswer: () => void) => {
    clear.mutate(
      {},
      {
        onSuccess: (answer) => {
          if (answer.status === 'SUCCESS') {
            last.current.isTold = true;
            void tellCancelled();
          }
          noteCleared(answer);
        },
        // The condition ended by itself before it could be cancelled.
        onError: () => last.current.condition?.status === false && tellEnded(),
        onSettled: onAnswer,
      },
    );
  };
  return { cancel, isPending: clear.isPending, error: clear.error, forgetError: clear.reset };
}

export type Cancel = ReturnType<typeof useCancel>;
