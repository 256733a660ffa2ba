import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { isHandled } from '../platform/failures.ts';
import { isAnswer } from '../platform/idempotency.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useLast } from '../ui/use-last.ts';
import { useRefusalText } from './use-refusal-text.ts';

type MovementFailureProps = {
  error: Error | null;
  title?: string;
  /** Several games had a part in the movement: one may have refused after another had moved its money. */
  mayBePart?: boolean;
  onClose: () => void;
  onRetry: () => void;
};

/** Says why money did not move. Without an answer it may have moved: then the same wish can be sent again. */
export function MovementFailure({ error, title, mayBePart = false, onClose, onRetry }: MovementFailureProps) {
  const { t } = useI18n();
  const refusalText = useRefusalText();
  const failure = isHandled(error) ? null : error;
  const shown = useLast(failure);
  if (!shown) return null;
  const isPart = mayBePart && shown instanceof ApiError && shown.code === 'TRANSFER_FAIL';
  const retry = { label: t('action.retry'), onConfirm: onRetry };
  return (
    <AlertDialog
      open={failure !== null}
      onClose={onClose}
      tone="error"
      title={title ?? t('state.error')}
      closeLabel={isAnswer(shown) ? t('action.ok') : t('action.close')}
      {...(!isAnswer(shown) && { confirm: retry })}
    >
      {isPart ? t('transfer.part') : refusalText(shown)}
    </AlertDialog>
  );
}
