import X from 'lucide-react/icons/x';
import { useI18n } from '../../../i18n/i18n.tsx';
import { closeChat } from '../../../messaging/chat-door.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/loader.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { MovementCard } from '../../../wallet/movement-card.tsx';
import { openMovement } from '../../../wallet/movement-place.ts';
import { useToldMovement } from '../../../wallet/movements.queries.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';

/** The movement that a message of the member asks about; it opens the movement's sheet. */
export function OwnMovement({ id }: { id: string }) {
  const isWide = useWide();
  const open = () => {
    // On a phone the chat is as large as the screen, and makes way.
    if (!isWide) closeChat();
    openMovement(id);
  };
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={open}
      className="mb-1 w-72 max-w-full rounded-md border border-line bg-ink-2 px-3.5 py-2.5 transition-colors hover:bg-ink-3"
    >
      <Told id={id} />
    </button>
  );
}

/** The movement that goes with what is written next. */
export function AttachedMovement({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useI18n();
  return (
    <div className="mb-2.5 flex items-center gap-2 rounded-md border border-line bg-ink-2 py-2 pr-1 pl-3.5">
      <Told id={id} />
      <IconButton look="bare" icon={X} label={t('action.remove')} onClick={onRemove} />
    </div>
  );
}

function Told({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, isError } = useToldMovement(id);
  const wallet = useWalletBasics();
  if (isError) return <span className="text-small text-muted">{t('movement.unread')}</span>;
  if (!data || !wallet) return <Skeleton className="h-10 w-full" />;
  const { movement, reference } = data;
  return (
    <MovementCard movement={movement} reference={reference} currency={wallet.profile.currency} games={wallet.slots} />
  );
}
