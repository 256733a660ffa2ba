import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { sizeText } from '../../../platform/size-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SentFailure } from '../../../wallet/sent-failure.tsx';
import type { SlipState, SlipUpload } from './use-slip-upload.ts';

type SlipChosenProps = { state: Extract<SlipState, { preview: string }>; slip: SlipUpload };

export function SlipChosen({ state, slip }: SlipChosenProps) {
  const { t } = useI18n();
  const [unreadable, setUnreadable] = useState('');
  const isSending = state.name === 'sending';
  const isFailed = state.name === 'failed';
  return (
    <div className="rounded-md bg-ink-2 p-3.5">
      <div className="flex gap-3.5">
        {unreadable === state.preview ? (
          <span className="grid h-28 w-20 shrink-0 place-items-center rounded-sm bg-ink-0 text-muted">
            <ImageOff aria-hidden="true" className="size-6" />
          </span>
        ) : (
          <img
            src={state.preview}
            alt={t('deposit.slip.preview')}
            onError={() => setUnreadable(state.preview)}
            className="h-28 w-20 shrink-0 rounded-sm bg-ink-0 object-cover object-top"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col justify-center gap-2">
          <p className="line-clamp-2 text-small font-semibold wrap-anywhere">{state.file.name}</p>
          {isSending ? (
            <Sending share={state.share} />
          ) : (
            <p className="figures text-tiny text-muted">{sizeText(state.file.size)}</p>
          )}
          {isFailed && <SentFailure error={state.error} mayHaveArrived={state.isWhole} />}
        </div>
      </div>
      <div key={state.name} className="settles mt-3.5 flex gap-3">
        {isSending ? (
          <Button variant="plain" block onClick={slip.cancel}>
            {t('action.cancel')}
          </Button>
        ) : (
          <>
            <Button variant="plain" className="flex-1 px-3!" onClick={slip.clear}>
              {t('deposit.slip.other')}
            </Button>
            <Button variant="gold" className="flex-1 px-3!" onClick={() => void slip.send(state)}>
              {isFailed ? t('action.retry') : t('deposit.slip.send')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Sending({ share }: { share: number }) {
  const { t } = useI18n();
  // The whole file is uploaded; only the answer is missing.
  const text = share < 1 ? t('deposit.slip.sending', { n: Math.floor(share * 100) }) : t('deposit.slip.finishing');
  return (
    <div>
      <p className="figures mb-1.5 text-small text-muted">{text}</p>
      <ProgressBar label={t('deposit.slip.title')} share={share} />
    </div>
  );
}
