import { useI18n } from '../i18n/i18n.tsx';
import { ApiError } from '../platform/api-error.ts';
import { isHandled } from '../platform/failures.ts';
import { isAnswer, isUnheard } from '../platform/idempotency.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useLast } from '../ui/use-last.ts';
import { useRefusalText } from './use-refusal-text.ts';

type MovementFailureProps = {
  error: Error | null;
  title?: string;
  /** Several games had a part in the movement: one may have refused after another had moved its money. */
  mayBePart?: boolean;
  /** A movement without an answer is looked for by itself, so its outcome is not known yet. */
  isLookedFor?: boolean;
  onClose: () => void;
  onRetry: () => void;
};

/** Says why money did not move. Without an answer it may have moved: then the same wish can be sent again. */
export function MovementFailure(props: MovementFailureProps) {
  const { error, title, mayBePart = false, isLookedFor = false, onClose, onRetry } = props;
  const { t } = useI18n();
  const refusalText = useRefusalText();
  const failure = isHandled(error) ? null : error;
  const shown = useLast(failure);
  if (!shown) return null;
  const isPart = mayBePart && shown instanceof ApiError && shown.code === 'TRANSFER_FAIL';
  const isUnknown = isLookedFor && isUnheard(shown);
  const retry = { label: t('action.retry'), onConfirm: onRetry };
  return (
    <AlertDialog
      open={failure !== null}
      onClose={onClose}
      tone={isUnknown ? 'question' : 'error'}
      title={isUnknown ? t('transfer.unknown.title') : (title ?? t('state.error'))}
      closeLabel={isAnswer(shown) ? t('action.ok') : t('action.close')}
      {...(!isAnswer(shown) && { confirm: retry })}
    >
      {isUnknown && t('transfer.unknown')}
      {!isUnknown && (isPart ? t('transfer.part') : refusalText(shown))}
    </AlertDialog>
  );
}
