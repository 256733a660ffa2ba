import { Dialog } from '@base-ui/react/dialog';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useId, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useBackCloses } from '../../../ui/use-back-closes.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import type { Entry } from './entry.ts';
import { postForm } from './game-window.ts';

type GameFrameProps = { name: string; entry: Entry; onClose: () => void };

/** The game inside the app, over everything else, with a way back. */
export function GameFrame({ name, entry, onClose }: GameFrameProps) {
  const { t } = useI18n();
  const leave = () => {
    onClose();
    walletChanged();
  };
  useBackCloses(true, leave);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 flex animate-appear flex-col bg-ink-0 outline-none">
          <div className="flex items-center gap-2 border-b border-ink-3 px-2 pt-[max(0.25rem,env(safe-area-inset-top))] pb-1">
            <Dialog.Close className="flex min-h-11 items-center gap-2 rounded-control px-3 text-small font-semibold text-muted hover:bg-ink-2 hover:text-text">
              <ArrowLeft aria-hidden="true" className="size-5" />
              {t('game.leave')}
            </Dialog.Close>
            <Dialog.Title className="min-w-0 flex-1 truncate pr-3 text-right font-bold">{name}</Dialog.Title>
          </div>
          <Frame name={name} entry={entry} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Frame({ name, entry }: { name: string; entry: Entry }) {
  const target = useId();
  const isPosted = useRef(false);
  useEffect(() => {
    if ('url' in entry || isPosted.current) return;
    isPosted.current = true;
    postForm(document, entry, target);
  }, [entry, target]);
  return (
    <iframe
      name={target}
      title={name}
      {...('url' in entry && { src: entry.url })}
      referrerPolicy="no-referrer"
      allow="fullscreen; autoplay"
      className="min-h-0 w-full flex-1 border-0 bg-ink-0"
    />
  );
}
