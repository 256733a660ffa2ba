import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type RailProps = {
  title: string;
  /** `l`: cards that are wider than a third on a phone. */
  size?: 'm' | 'l';
  children: ReactNode;
};

const WIDTHS = {
  m: 'auto-cols-[calc((100%-1.5rem)/3)]',
  l: 'auto-cols-[9.75rem] max-[23.5rem]:auto-cols-[9rem] max-[21.3rem]:auto-cols-[8.25rem]',
} as const;

/** Cards in a row, three in sight, on a large screen four; a finger slides them, a mouse uses the arrows, the Tab key brings cards into sight. */
export function Rail({ title, size = 'm', children }: RailProps) {
  const { t } = useI18n();
  const titleId = useId();
  const track = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useEdges(track);
  const slide = (direction: 1 | -1) => track.current?.scrollBy({ left: direction * track.current.clientWidth });

  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-3">
        <h2 id={titleId} className="text-lead font-bold">
          {title}
        </h2>
        {!(atStart && atEnd) && (
          <div className="hidden gap-2 lg:flex">
            <IconButton
              icon={ChevronLeft}
              label={t('rail.back', { name: title })}
              disabled={atStart}
              onClick={() => slide(-1)}
            />
            <IconButton
              icon={ChevronRight}
              label={t('rail.on', { name: title })}
              disabled={atEnd}
              onClick={() => slide(1)}
            />
          </div>
        )}
      </div>
      {/* Reaches the edges of a phone, so that the next card peeks out. */}
      <ul
        ref={track}
        className={classNames(
          '-mx-5 -my-1 grid snap-x snap-mandatory grid-flow-col gap-3 overflow-x-auto overscroll-x-contain scroll-smooth scroll-px-5 px-5 py-1 [scrollbar-width:none] max-[22.4rem]:-mx-4 max-[22.4rem]:scroll-px-4 max-[22.4rem]:px-4 lg:-mx-1 lg:auto-cols-[calc((100%-2rem)/3)] lg:gap-4 lg:scroll-px-1 lg:px-1 min-[112rem]:auto-cols-[calc((100%-5.25rem)/4)] min-[112rem]:gap-7',
          WIDTHS[size],
        )}
      >
        {children}
      </ul>
    </section>
  );
}

/** A rounded pixel or two is still the edge. */
const TOLERANCE_PX = 4;

function useEdges(track: RefObject<HTMLUListElement | null>) {
  const [edges, setEdges] = useState({ atStart: true, atEnd: true });
  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const atStart = scrollLeft <= TOLERANCE_PX;
      const atEnd = scrollLeft + clientWidth >= scrollWidth - TOLERANCE_PX;
      setEdges((old) => (old.atStart === atStart && old.atEnd === atEnd ? old : { atStart, atEnd }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [track]);
  return edges;
}
