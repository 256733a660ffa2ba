import CloudOff from 'lucide-react/icons/cloud-off';
import { useI18n } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';

/** Says why reading failed and offers to try once more. */
export function RetryPanel({
  text,
  onRetry,
  pending = false,
}: {
  text: string;
  onRetry: () => void;
  pending?: boolean;
}) {
  const { t } = useI18n();
  return (
    <div role="alert" className="grid justify-items-center gap-4 py-6 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-out/12 text-out">
        <CloudOff aria-hidden="true" className="size-7" />
      </span>
      <p className="max-w-xs text-balance text-muted">{text}</p>
      <Button variant="plain" pending={pending} onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
