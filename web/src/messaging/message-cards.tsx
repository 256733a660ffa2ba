import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { type ChatButton, type MessageActions, MessageButtons } from './message-buttons.tsx';
import { safeSource } from './safe-link.ts';

type ChatCard = { image_url?: string; title: string; subtitle?: string; buttons: readonly ChatButton[] };

/** Cards side by side; a finger or the arrow keys slide them, and the Tab key brings their buttons into sight. */
export function MessageCards({ cards, actions }: { cards: readonly ChatCard[]; actions?: MessageActions }) {
  const { t } = useI18n();
  return (
    <ul
      // A scrolling area has to be reached by keyboard.
      tabIndex={cards.length > 1 ? 0 : undefined}
      aria-label={t('chat.cards')}
      className="flex max-w-full snap-x snap-mandatory gap-2.5 overflow-x-auto overscroll-x-contain rounded-md [scrollbar-width:thin]"
    >
      {cards.map((card) => (
        <li
          key={JSON.stringify(card)}
          className="flex w-60 max-w-[85%] shrink-0 snap-start flex-col overflow-hidden rounded-md border border-ink-3 bg-ink-2"
        >
          <CardImage address={card.image_url} />
          <div className="flex flex-1 flex-col gap-1 px-3.5 py-3 wrap-anywhere">
            <p className="font-bold">{card.title}</p>
            {card.subtitle && <p className="text-small whitespace-pre-line text-muted">{card.subtitle}</p>}
            <MessageButtons buttons={card.buttons} {...(actions && { actions })} className="mt-auto pt-2" />
          </div>
        </li>
      ))}
    </ul>
  );
}

function CardImage({ address }: { address: string | undefined }) {
  const [isBroken, setIsBroken] = useState(false);
  const source = address === undefined ? null : safeSource(address);
  if (source === null || isBroken) return null;
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      onError={() => setIsBroken(true)}
      className="aspect-[1.9] w-full bg-ink-3 object-cover"
    />
  );
}
