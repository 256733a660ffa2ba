import { useI18n } from '../i18n/i18n.tsx';
import { isHandled } from '../platform/failures.ts';
import { isAnswer } from '../platform/idempotency.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { useLast } from '../ui/use-last.ts';

type MovementFailureProps = { error: Error | null; title?: string; onClose: () => void; onRetry: () => void };

/** Says why money did not move. Without an answer it may have moved: then the same wish can be sent again. */
export function MovementFailure({ error, title, onClose, onRetry }: MovementFailureProps) {
  const { t, errorText } = useI18n();
  const failure = isHandled(error) ? null : error;
  const shown = useLast(failure);
  if (!shown) return null;
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
      {errorText(shown)}
    </AlertDialog>
  );
}
