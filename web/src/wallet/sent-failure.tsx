import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleHelp from 'lucide-react/icons/circle-help';
import { isHandled } from '../platform/failures.ts';
import { classNames } from '../ui/class-names.ts';
import { useFailureTold } from './use-failure-told.ts';

/**
 * Why a deposit that was sent was not taken, in its form, until it is sent again. `mayHaveArrived`: without an answer it
 * is not known whether it was.
 */
export function SentFailure({ error, mayHaveArrived = true }: { error: unknown; mayHaveArrived?: boolean }) {
  const told = useFailureTold();
  if (!error || isHandled(error)) return null;
  const { state, text } = told(error, mayHaveArrived ? 'other' : undefined);
  const isUnknown = state === 'unknown';
  const Icon = isUnknown ? CircleHelp : CircleAlert;
  return (
    <p role="alert" className={classNames('flex gap-1.5 text-small', isUnknown ? 'text-text' : 'text-out')}>
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', isUnknown && 'text-info')} />
      {text}
    </p>
  );
}
