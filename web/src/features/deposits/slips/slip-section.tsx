import Clock3 from 'lucide-react/icons/clock-3';
import { useEffect, useId } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { shortTimeText } from '../../../platform/date-text.ts';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { SheetEnd } from '../../../ui/sheet-end.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { SlipChosen } from './slip-chosen.tsx';
import { SlipPicker } from './slip-picker.tsx';
import { SlipSent } from './slip-sent.tsx';
import { useSlipWindow } from './slips.queries.ts';
import type { SlipUpload } from './use-slip-upload.ts';

/** `isNext`: sending the slip is what the member does next. */
export function SlipSection({ slip, isNext }: { slip: SlipUpload; isNext: boolean }) {
  const { t } = useI18n();
  const titleId = useId();
  const { state, inSight } = slip;
  const { data, isPending } = useSlipWindow();
  const place = useRegainedFocus<HTMLDivElement>(state.name);
  useEffect(() => {
    inSight.current = true;
    return () => {
      inSight.current = false;
    };
  }, [inSight]);
  // If the window could not be read, the picker shows and the upload itself finds out.
  const isClosed = data?.open === false;
  // A window that opens when it closes is never closed.
  const closes = data?.open && data.closesAt !== data.opensAt ? data.closesAt : null;
  return (
    <section aria-labelledby={titleId} className="contents">
      <h3 id={titleId} className="sr-only">
        {t('deposit.slip.title')}
      </h3>
      <div className="text-tiny text-muted">
        <p>{t('deposit.slip.rule')}</p>
        {closes && <p>{t('deposit.slip.until', { time: shortTimeText(new Date(closes), new Date()) })}</p>}
      </div>
      {isPending && (
        <Loading>
          <Skeleton className="h-14 rounded-md" />
        </Loading>
      )}
      {!isPending && state.name === 'none' && (
        <SheetEnd>
          <div ref={place} tabIndex={-1} className="rounded-md">
            {isClosed ? (
              <Closed opensAt={data.opensAt} />
            ) : (
              <SlipPicker onChoose={slip.choose} problem={state.problem} isNext={isNext} />
            )}
          </div>
        </SheetEnd>
      )}
      {state.name !== 'none' && (
        <div ref={comeIntoSight} className="scroll-mb-5">
          <div ref={place} tabIndex={-1} className="rounded-md">
            {'preview' in state && <SlipChosen state={state} slip={slip} />}
            {state.name === 'sent' && <SlipSent onAnother={slip.clear} />}
          </div>
        </div>
      )}
    </section>
  );
}

function comeIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Closed({ opensAt }: { opensAt: string }) {
  const { t } = useI18n();
  return (
    <p role="status" className="flex items-center gap-3 rounded-md bg-info/10 px-4 py-4 text-small">
      <Clock3 aria-hidden="true" className="size-5 shrink-0 text-info" />
      {t('deposit.slip.closed', { time: shortTimeText(new Date(opensAt), new Date()) })}
    </p>
  );
}
