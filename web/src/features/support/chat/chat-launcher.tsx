import MessageCircle from 'lucide-react/icons/message-circle';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { closeChat, openChat, useChatDoor } from '../../../messaging/chat-door.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/loader.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { ChatPanelProps } from './chat-panel.tsx';
import { type Customer, guestHere, ownerOf } from './customer.ts';
import { hasUnsent } from './kept-words.ts';
import { unread, useUnreadWatch } from './unread.ts';
import { useCoversPage } from './use-covers-page.ts';

const loadPanel = () => import('./chat-panel.tsx');
const MOST_SHOWN = 99;

/** The button that opens the chat. The chat itself is fetched when it is first opened. */
export function ChatLauncher({ customer }: { customer: Customer }) {
  const { isOpen } = useChatDoor();
  const Panel = usePanel(isOpen);
  const button = useRef<HTMLButtonElement>(null);
  const hasRoom = useUnsentWords(customer);
  useUnreadWatch(customer, !hasRoom && Panel === null);
  return (
    <>
      <LauncherButton ref={button} isHidden={isOpen && Panel !== null} isLoading={isOpen && Panel === null} />
      {Panel && <Panel customer={customer} open={isOpen} returnTo={button} />}
    </>
  );
}

type LauncherButtonProps = { ref: RefObject<HTMLButtonElement | null>; isHidden: boolean; isLoading: boolean };

function LauncherButton({ ref, isHidden, isLoading }: LauncherButtonProps) {
  const { t } = useI18n();
  const count = unread.use();
  const isInTheWay = useCoversPage(ref);
  const label = count > 0 ? t('chat.openUnread', { n: count }) : t('chat.open');
  // A failed fetch fails again, with a message, when the chat is opened.
  const prepare = () => void loadPanel().catch(() => undefined);
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={t('chat.open')}
      aria-haspopup="dialog"
      onClick={openChat}
      onPointerEnter={prepare}
      onFocus={prepare}
      className={classNames(
        // On a phone a tab at the edge, no wider than a page's margin and a card's padding; where a control or words are as
        // wide as the page, it withdraws into the margin.
        'fixed right-0 bottom-[calc(max(0.75rem,env(safe-area-inset-bottom))+5.5rem)] z-10 grid h-14 w-7 animate-appear place-items-center rounded-l-control border border-r-0 border-ink-4 bg-ink-2 text-text shadow-card',
        'transition-[background-color,scale,translate] duration-150 hover:bg-ink-3 active:scale-95 lg:right-6 lg:bottom-6 lg:size-12 lg:rounded-full lg:border-r',
        isInTheWay && 'max-lg:translate-x-3',
        isHidden && 'lg:opacity-0',
      )}
    >
      {isLoading ? <Spinner className="size-5" /> : <MessageCircle aria-hidden="true" className="size-5 lg:size-5.5" />}
      {count > 0 && (
        <span
          aria-hidden="true"
          className={classNames(
            'figures pointer-events-none absolute -top-2 min-w-6 rounded-full border-2 border-ink-0 bg-out px-1 text-tiny leading-5 font-bold text-ink-0 lg:-top-1 lg:-right-1',
            isInTheWay ? 'right-4' : 'right-1',
          )}
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </button>
  );
}

/** The chat, once the customer has opened it and its code has arrived. */
function usePanel(isWanted: boolean): ComponentType<ChatPanelProps> | null {
  const { errorText } = useI18n();
  const [panel, setPanel] = useState<{ Panel: ComponentType<ChatPanelProps> } | null>(null);
  const isMissing = isWanted && panel === null;
  useEffect(() => {
    if (!isMissing) return;
    loadPanel().then(
      ({ default: Panel }) => setPanel({ Panel }),
      () => {
        closeChat();
        showToast({ tone: 'error', text: errorText(new ApiError({ code: 'NETWORK_ERROR' })) });
      },
    );
  }, [isMissing, errorText]);
  return panel?.Panel ?? null;
}

/** Messages written before a reload are sent, whether the chat is opened or not. */
function useUnsentWords(customer: Customer): boolean {
  const [isNeeded] = useState(() => hasUnsent(ownerOf(customer), guestHere()));
  useEffect(() => {
    if (!isNeeded) return;
    // Code that cannot be fetched now is fetched when the chat is opened.
    import('./customer-room.ts').then(({ openCustomerRoom }) => openCustomerRoom(customer)).catch(() => undefined);
  }, [isNeeded, customer]);
  return isNeeded;
}
