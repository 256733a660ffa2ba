import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { isHandled } from '../platform/failures.ts';
import { isAnswer } from '../platform/idempotency.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useLast } from '../ui/use-last.ts';
import { useFailureTold, type Wish } from './use-failure-told.ts';

type MovementFailureProps = {
  error: Error | null;
  title?: string;
  /** Several games had a part in the movement: one may have refused after another had moved its money. */
  mayBePart?: boolean;
  /** Without an answer to it the outcome is not known yet. */
  wish?: Wish;
  onClose: () => void;
  onRetry: () => void;
};

/** Says why money did not move. Without an answer it may have moved: then the same wish can be sent again. */
export function MovementFailure(props: MovementFailureProps) {
  const { error, title, mayBePart = false, wish, onClose, onRetry } = props;
  const { t } = useI18n();
  const told = useFailureTold();
  const failure = isHandled(error) ? null : error;
  const shown = useLast(failure);
  if (!shown) return null;
  const isPart = mayBePart && shown instanceof ApiError && shown.code === 'TRANSFER_FAIL';
  const { state, text } = told(shown, wish);
  const looks = {
    unknown: { tone: 'question', heading: t('state.unknown') },
    notYet: { tone: 'info', heading: t('bonus.notYet') },
    failed: { tone: 'error', heading: title ?? t('state.error') },
  } as const;
  const { tone, heading } = looks[state];
  const retry = { label: t('action.retry'), onConfirm: onRetry };
  return (
    <AlertDialog
      open={failure !== null}
      onClose={onClose}
      tone={tone}
      title={heading}
      closeLabel={isAnswer(shown) ? t('action.ok') : t('action.close')}
      {...(!isAnswer(shown) && { confirm: retry })}
    >
      {isPart ? t('transfer.part') : text}
    </AlertDialog>
  );
}
