import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loader } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { type Slip, useSlipImage } from './slips.queries.ts';

/** The picture the member sent. Its address is asked for when the dialog opens. */
export function SlipImageDialog({ slip, onClose }: { slip: Slip | null; onClose: () => void }) {
  const { t } = useI18n();
  const shown = useLast(slip);
  return (
    <Dialog
      open={slip !== null}
      onClose={onClose}
      title={t('slips.image')}
      {...(shown && { description: dateTimeText(new Date(shown.createdAt)) })}
      readFirst
    >
      {shown && <SlipImage key={shown.reference} slip={shown} />}
    </Dialog>
  );
}

function SlipImage({ slip }: { slip: Slip }) {
  const { t } = useI18n();
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useSlipImage(slip.reference);
  const [broken, setBroken] = useState(0);
  const [loaded, setLoaded] = useState(0);
  // Loaded and broken are kept per address: a fresh address is neither.
  const isBroken = isError || (dataUpdatedAt > 0 && broken === dataUpdatedAt);
  const isLoaded = dataUpdatedAt > 0 && loaded === dataUpdatedAt;

  if (isBroken) {
    return <RetryPanel text={t('slips.imageFailed')} onRetry={() => void refetch()} pending={isFetching} />;
  }
  return (
    <>
      {!isLoaded && <Loader />}
      {data && (
        <img
          key={dataUpdatedAt}
          src={data.url}
          alt={t('slips.alt', { time: dateTimeText(new Date(slip.createdAt)) })}
          onLoad={() => setLoaded(dataUpdatedAt)}
          onError={() => setBroken(dataUpdatedAt)}
          className={classNames('mx-auto max-h-[70dvh] rounded-md object-contain', !isLoaded && 'sr-only')}
        />
      )}
    </>
  );
}
