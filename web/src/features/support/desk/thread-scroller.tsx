import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { CHAT_BOTTOM_TOLERANCE_PX } from '../../../messaging/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Loader } from '../../../ui/loader.tsx';
import type { useHistory } from './desk.queries.ts';
import type { ThreadLine } from './thread-lines.ts';

type History = ReturnType<typeof useHistory>;
type ScrollerProps = { label: string; newest: ThreadLine | undefined; history: History; children: ReactNode };

/**
 * Scrolls from the bottom up: what is older comes in at the far end, so nothing moves under the reader's eyes, and
 * whoever is at the newest message stays there.
 */
export function ThreadScroller({ label, newest, history, children }: ScrollerProps) {
  const scroller = useRef<HTMLElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seen, setSeen] = useState(newest?.key);
  if (isAtEnd && newest?.key !== seen) setSeen(newest?.key);

  const ownKey = newest?.kind === 'said' && newest.delivery !== null ? newest.key : null;
  useEffect(() => {
    if (ownKey !== null) scroller.current?.scrollTo({ top: 0 });
  }, [ownKey]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => setIsAtEnd(Math.abs(currentTarget.scrollTop) < CHAT_BOTTOM_TOLERANCE_PX)}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2!"
      >
        {/* Short conversations begin at the top. */}
        <div className="mb-auto">
          <Older history={history} root={scroller} />
          {children}
        </div>
      </section>
      {!isAtEnd && (
        <ToEnd
          isNew={newest?.key !== seen}
          onClick={() => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })}
        />
      )}
    </div>
  );
}

/** Stands above the oldest that is known, and fetches what is before it when it comes near. */
function Older({ history, root }: { history: History; root: RefObject<HTMLElement | null> }) {
  const { t } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const pages = history.data?.pages.length;
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const fetchOlder = useEffectEvent(() => void fetchNextPage({ cancelRefetch: false }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may be too short to push it out of sight
  useEffect(() => {
    if (!place.current || !isReady) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchOlder();
      },
      { root: root.current, rootMargin: '160px 0px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReady, pages, root]);

  if (!hasNextPage) return null;
  return (
    // The browser must hold on to what is being read, and not to this.
    <div ref={place} className="grid min-h-20 place-items-center [overflow-anchor:none]">
      {isFetchNextPageError ? (
        <div role="alert" className="grid justify-items-center gap-2 py-4 text-small text-muted">
          {t('desk.thread.olderFailed')}
          <Button variant="line" size="s" onClick={() => void fetchNextPage()}>
            {t('action.retry')}
          </Button>
        </div>
      ) : (
        <Loader label={t('state.loading')} />
      )}
    </div>
  );
}

function ToEnd({ isNew, onClick }: { isNew: boolean; onClick: () => void }) {
  const { t } = useI18n();
  return (
    <Button
      variant={isNew ? 'gold' : 'plain'}
      size="s"
      onClick={onClick}
      aria-label={isNew ? undefined : t('chat.toNewest')}
      title={t('chat.toNewest')}
      className="absolute! bottom-3 left-1/2 -translate-x-1/2 border border-ink-3 shadow-card"
    >
      <ArrowDown aria-hidden="true" className="size-4.5" />
      {isNew && t('desk.thread.new')}
    </Button>
  );
}
