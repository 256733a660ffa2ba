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
import { LAUNCHER_PLACE } from './launcher-place.ts';
import { unread, useUnreadWatch } from './unread.ts';

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
      <LauncherButton
        ref={button}
        inRail={'userId' in customer}
        isHidden={isOpen && Panel !== null}
        isLoading={isOpen && Panel === null}
      />
      {Panel && <Panel customer={customer} open={isOpen} returnTo={button} />}
    </>
  );
}

type LauncherButtonProps = {
  ref: RefObject<HTMLButtonElement | null>;
  /** A member's page has a rail from a tablet on: nothing floats over the page there. */
  inRail: boolean;
  isHidden: boolean;
  isLoading: boolean;
};

const LOOK =
  'grid animate-appear place-items-center text-text transition-[background-color,scale] duration-150 hover:bg-ink-3 active:scale-95';
const BUBBLE = 'lg:right-6 lg:bottom-6 lg:size-14 lg:rounded-full lg:border-[1.5px] lg:border-line';
const ROW =
  'md:right-auto md:bottom-4 md:left-2 md:w-18 lg:static lg:-mt-4 lg:flex lg:h-12 lg:w-full lg:justify-start lg:gap-3.5 lg:rounded-md lg:bg-transparent lg:px-3.5 lg:text-muted lg:hover:bg-ink-2/70 lg:hover:text-text lg:active:scale-100';

function LauncherButton({ ref, inRail, isHidden, isLoading }: LauncherButtonProps) {
  const { t } = useI18n();
  const count = unread.use();
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
      className={classNames(LAUNCHER_PLACE, LOOK, inRail ? ROW : BUBBLE, isHidden && !inRail && 'lg:opacity-0')}
    >
      {isLoading ? (
        <Spinner className="size-5" />
      ) : (
        <MessageCircle aria-hidden="true" className={classNames('size-6', inRail && 'lg:size-5')} />
      )}
      {inRail && <span className="hidden lg:inline">{t('chat.open')}</span>}
      {count > 0 && (
        <span
          aria-hidden="true"
          className={classNames(
            'figures pointer-events-none absolute -top-1.5 -right-1 min-w-6 rounded-full border-2 border-ink-0 bg-text px-1 text-center text-tiny leading-5 font-bold text-ink-0',
            inRail && 'lg:static lg:ml-auto',
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
