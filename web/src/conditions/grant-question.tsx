import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { useId } from 'react';
import { isAnswer } from '../platform/idempotency.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useCloseDialog } from '../ui/dialog.tsx';
import { usePublicMoneyWords } from '../ui/money-words.ts';
import { useLast } from '../ui/use-last.ts';
import { useWishToast } from '../wallet/use-wish-toast.ts';
import { ConditionTerms } from './condition-terms.tsx';
import { GrantWait } from './grant-wait.tsx';
import { ObstacleNote } from './obstacle.tsx';
import type { Obstacle } from './obstacle-rules.ts';
import type { useGrant } from './use-grant.ts';

type GrantQuestionProps = {
  open: boolean;
  onClose: () => void;
  grant: ReturnType<typeof useGrant<object, unknown>>;
  /** The amount to take, as the server sends it. */
  amount: number;
  currency: Currency;
  obstacle: Obstacle | null;
  /** Of the condition that comes with the money. */
  terms: { success: number; fail: number };
  question: (amount: string) => string;
  confirmLabel: string;
  /** Closes the question and tells that the reward was given. */
  onDone: () => void;
};

/** Asks before a reward is taken, because a condition comes with it. */
export function GrantQuestion(props: GrantQuestionProps) {
  const { open, onClose, grant, amount, currency, obstacle, terms, question, confirmLabel, onDone } = props;
  const whyId = useId();
  const leaveSheet = useCloseDialog();
  const leave = () => {
    onClose();
    leaveSheet();
  };
  const tellFailure = useWishToast('reward');
  const moneyWords = usePublicMoneyWords();
  // The amount is 0 as soon as it is taken, while the question is still closing.
  const asked = useLast(open && amount > 0 ? amount : null) ?? 0;
  const take = () =>
    grant.mutate(
      {},
      {
        onSuccess: onDone,
        onError: (failure) => {
          // Without an answer the question stays open, and confirming again repeats the same request.
          if (isAnswer(failure)) onClose();
          tellFailure(failure);
        },
      },
    );
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      tone="question"
      title={question(moneyWords(addWireMoney([asked]), currency))}
      confirm={{
        label: confirmLabel,
        onConfirm: () => open && take(),
        pending: grant.isPending,
        heldBy: obstacle ? whyId : undefined,
      }}
    >
      <div className="mt-4 grid gap-3">
        <ConditionTerms {...terms} credit={asked} />
        {obstacle && <ObstacleNote obstacle={obstacle} id={whyId} onLeave={leave} />}
        <GrantWait isPending={grant.isPending} />
      </div>
    </AlertDialog>
  );
}
