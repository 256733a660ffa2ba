import { Dialog as Base } from '@base-ui/react/dialog';
import Headset from 'lucide-react/icons/headset';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { RoomState } from '../../../messaging/room.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { useOnline } from '../../../ui/use-online.ts';

/** A connection that is away for a moment only is not mentioned. */
const AWAY_WORD_MS = 1_000;

export function PanelHead({ state, onRefresh }: { state: RoomState; onRefresh: () => void }) {
  const { t } = useI18n();
  // A socket notices only after a while that there is no network any more.
  const isOnline = useOnline();
  const isAway = useLasting(state.isAway || !isOnline, AWAY_WORD_MS);
  return (
    <header className="flex items-center gap-3 border-b border-ink-3 py-2.5 pr-3 pl-4 pt-[max(0.625rem,env(safe-area-inset-top))] lg:pt-2.5">
      <IconTile icon={Headset} className="bg-ink-3 text-text size-10" iconClassName="size-5.5" />
      <div className="min-w-0 flex-1">
        <Base.Title className="truncate font-bold">{t('chat.title')}</Base.Title>
        <p role="status" className="flex items-center gap-1.5 text-tiny text-muted">
          <span
            aria-hidden="true"
            className={classNames('size-2 rounded-full', isAway ? 'animate-shimmer bg-info' : 'bg-in')}
          />
          {isAway ? t('chat.reconnecting') : t('chat.online')}
        </p>
      </div>
      <IconButton
        icon={RotateCw}
        label={t('action.refresh')}
        look="bare"
        turning={state.newestWalk !== null}
        onClick={onRefresh}
      />
      <Base.Close render={<IconButton icon={X} label={t('action.close')} look="bare" />} />
    </header>
  );
}

/** True once `isSo` has been true for that long. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo, ms]);
  return isSo && lasts;
}
