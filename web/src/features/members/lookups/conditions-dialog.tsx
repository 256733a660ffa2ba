import { useI18n } from '../../../i18n/i18n.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loader } from '../../../ui/loader.tsx';
import { NumberedList } from '../../../ui/numbered-list.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useConditions } from './lookups.queries.ts';

type ConditionsDialogProps = { open: boolean; onClose: () => void };

export default function ConditionsDialog({ open, onClose }: ConditionsDialogProps) {
  const { t, locale, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useConditions(locale, open);
  return (
    <Dialog open={open} onClose={onClose} title={t('conditions.title')}>
      {data && data.length > 0 && <NumberedList look="text" texts={data} />}
      {data?.length === 0 && <p className="py-6 text-center text-muted">{t('conditions.empty')}</p>}
      {!data && error && <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />}
      {!data && !error && <Loader />}
    </Dialog>
  );
}
