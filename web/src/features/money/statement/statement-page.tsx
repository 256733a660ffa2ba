import ReceiptText from 'lucide-react/icons/receipt-text';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useInAppBrowser } from '../../../platform/in-app-browser.ts';
import { usePreload } from '../../../platform/preload.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { fetchedDialog } from '../../../ui/fetched-dialog.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PAGE_SIZE, pageCount } from '../../../ui/pager-window.ts';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { FrozenNote } from '../../../wallet/frozen-note.tsx';
import { OwedNote } from '../../../wallet/owed-note.tsx';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { Entries } from './entries.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useStatement } from './statement.queries.ts';
import { isFiltered } from './statement-filter.ts';
import { StatementSkeleton } from './statement-skeleton.tsx';
import { useStatementView } from './use-statement-view.ts';

const SlipDialog = fetchedDialog(() => import('./slip-dialog.tsx'));
const OWN_PARTS = [SlipDialog];

export default function StatementPage() {
  const { t } = useI18n();
  const view = useStatementView();
  const wallet = useWalletBasics();
  const list = useRef<HTMLElement>(null);
  const inApp = useInAppBrowser();
  const { data, isError, isPlaceholderData, refetch, isFetching } = useStatement(
    view.filter,
    view.page,
    view.areResultsShown,
  );
  usePreload(OWN_PARTS);
  useLastPageAtMost(view, isPlaceholderData ? undefined : data?.total);

  const turn = (page: number, byPointer: boolean) => {
    view.setPage(page);
    if (byPointer) list.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };

  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2.5 pt-3 lg:gap-5 lg:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* On the smallest phone the button stays beside it, so that three entries are in sight. */}
        <PageHeading title={t('statement.title')} className="text-lead font-bold min-[360px]:text-title" />
        <Button variant="plain" size="s" onClick={view.openSlips}>
          <ReceiptText aria-hidden="true" className="size-4.5" />
          {t('slips.open')}
        </Button>
      </div>
      {wallet && <FrozenNote wallet={wallet} className="rounded-md bg-info/12 px-3.5 py-3" />}
      {wallet && <OwedNote wallet={wallet} className="rounded-md bg-out/8 px-3.5 py-3" />}
      <FilterBar
        filter={view.filter}
        onChange={view.setFilter}
        onClear={view.clearFilter}
        areResultsShown={view.areResultsShown}
        onShowResults={view.showResults}
      >
        {!inApp && (
          <ExportButton
            filter={view.filter}
            results={view.areResultsShown}
            isEmpty={data?.total === 0 && !data.results?.length}
          />
        )}
      </FilterBar>
      <Card ref={list} flush aria-label={t('statement.title')} className="scroll-mt-4 overflow-hidden">
        {data && <Entries reply={data} isFiltered={isFiltered(view.filter)} isOld={isPlaceholderData} />}
        {!data && isError && (
          <RetryPanel text={t('statement.unread')} onRetry={() => void refetch()} pending={isFetching} />
        )}
        {!data && !isError && <StatementSkeleton />}
      </Card>
      {data && <Pager label={t('statement.pages')} page={view.page} total={data.total} onChange={turn} />}
      <p role="status" className="sr-only">
        {data &&
          !isPlaceholderData &&
          data.total > 0 &&
          t('pager.status', { n: view.page, pages: pageCount(data.total, PAGE_SIZE), total: data.total })}
      </p>
      <SlipDialog open={view.areSlipsOpen} onClose={view.closeSlips} />
    </div>
  );
}

/** An address may ask for a page that is no longer there. */
function useLastPageAtMost({ page, setPage }: ReturnType<typeof useStatementView>, total: number | undefined) {
  const pages = total === undefined ? page : pageCount(total, PAGE_SIZE);
  const toLast = useEffectEvent(() => setPage(pages, true));
  useEffect(() => {
    if (page > pages) toLast();
  }, [page, pages]);
}
