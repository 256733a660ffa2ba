import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { isoDayText } from '../../../platform/date-text.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { linesOf } from './lines.ts';
import { MOST_ENTRIES, type Reading, readAll } from './read-all.ts';
import { fileName, statementCsv } from './statement-csv.ts';
import { type StatementFilter, wireFilter } from './statement-filter.ts';

/** Gathers every entry of the filter, with the results of games if they are wanted, and saves them as one file. */
export function useExport(filter: StatementFilter, results: boolean) {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const wallet = useWalletBasics();
  const [reading, setReading] = useState<Reading | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const start = async () => {
    control.current?.abort();
    control.current = new AbortController();
    const { signal } = control.current;
    setReading({ done: 0, of: 0 });
    try {
      // Entries newer than now are left out: they would push unread entries on to later pages.
      const now = new Date();
      const wanted = { before: now.toISOString(), results, ...wireFilter(filter) };
      const readPage = (page: { page: number; limit: number }) =>
        call('POST /api/statement', { body: { ...wanted, ...page }, signal });
      const {
        entries,
        results: days,
        isCut,
      } = await readAll(readPage, (progress) => !signal.aborted && setReading(progress));
      const csv = statementCsv(linesOf(entries, days), t, {
        games: wallet?.slots ?? [],
        currency: wallet?.profile.currency,
      });
      saveFile(fileName(filter, isoDayText(now)), new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      const n = entries.length.toLocaleString('en-US');
      showToast(
        isCut
          ? { tone: 'info', text: t('statement.exportCut', { n: MOST_ENTRIES.toLocaleString('en-US') }) }
          : { tone: 'success', text: t('statement.exported', { n }) },
      );
    } catch (error) {
      if (!signal.aborted) tellFailure(error);
    } finally {
      if (!signal.aborted) setReading(null);
    }
  };
  const cancel = () => {
    control.current?.abort();
    setReading(null);
  };

  return { reading, start, cancel };
}
