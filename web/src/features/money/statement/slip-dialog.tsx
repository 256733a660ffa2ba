import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loader } from '../../../ui/loader.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PAGE_SIZE, pageCount } from '../../../ui/pager-window.ts';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { SlipImageDialog } from './slip-image-dialog.tsx';
import { SlipList } from './slip-list.tsx';
import { SlipTable } from './slip-table.tsx';
import { type Slip, useSlips } from './slips.queries.ts';

/** The slips that the member uploaded, with their results. */
export default function SlipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const isWide = useWide();
  const [page, setPage] = useState(1);
  const [viewed, setViewed] = useState<Slip | null>(null);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useSlips(page, open);
  const Slips = isWide ? SlipTable : SlipList;

  return (
    <Dialog open={open} onClose={onClose} title={t('slips.title')} readFirst wide inAddress>
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="text-small text-muted">{t('slips.hint')}</p>
        <IconButton
          look="bare"
          icon={RefreshCw}
          label={t('action.refresh')}
          turning={isFetching}
          onClick={() => void refetch({ cancelRefetch: false })}
        />
      </div>
      <div
        aria-busy={isPlaceholderData}
        className={classNames('transition-opacity', isPlaceholderData && 'opacity-50 delay-200')}
      >
        {data && data.slips.length > 0 && <Slips slips={data.slips} onView={setViewed} />}
        {data?.slips.length === 0 && <EmptyState icon={ReceiptText} text={t('slips.none')} />}
      </div>
      {!data && isError && <RetryPanel text={t('slips.unread')} onRetry={() => void refetch()} pending={isFetching} />}
      {!data && !isError && <Loader />}
      {data && (
        <div className="mt-4">
          <Pager label={t('slips.pages')} page={page} total={data.total} onChange={setPage} />
        </div>
      )}
      <p role="status" className="sr-only">
        {data &&
          !isPlaceholderData &&
          t('pager.status', { n: page, pages: pageCount(data.total, PAGE_SIZE), total: data.total })}
      </p>
      <SlipImageDialog slip={viewed} onClose={() => setViewed(null)} />
    </Dialog>
  );
}
