import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ImageOff from 'lucide-react/icons/image-off';
import { type UIEvent, useRef, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { NamedButton } from './named-button.tsx';
import { SafeHtml } from './safe-html.tsx';

type Banner = { image: string; html: string };
type BannerCarouselProps = { banners: readonly Banner[]; label: string };

/** Pictures with words, one at a time: a finger swipes, the arrow keys and the buttons turn. Nothing moves by itself. */
export function BannerCarousel({ banners, label }: BannerCarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  if (banners.length === 0) return null;
  const go = (to: number) => {
    const element = track.current;
    if (element && to >= 0 && to < banners.length) element.scrollTo({ left: to * element.clientWidth });
  };

  return (
    <section aria-label={label} className="relative">
      <ul
        ref={track}
        // A scrolling area has to be reached by keyboard.
        tabIndex={banners.length > 1 ? 0 : undefined}
        aria-label={label}
        onScroll={(event) => setAt(slideInSight(event))}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth rounded-md [scrollbar-width:none]"
      >
        {banners.map((banner) => (
          <li key={`${banner.image} ${banner.html}`} className="w-full shrink-0 snap-center">
            <Picture key={banner.image} source={banner.image} />
            <SafeHtml html={banner.html} className="px-1 pt-3 text-small text-muted" />
          </li>
        ))}
      </ul>
      {banners.length > 1 && <Controls at={at} total={banners.length} onGo={go} />}
    </section>
  );
}

/** The picture keeps its place while it loads and if it fails. The text beneath names its subject. */
function Picture({ source }: { source: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="relative grid aspect-2/1 place-items-center overflow-hidden rounded-md bg-linear-150 from-ink-3 to-ink-1 text-line">
      {isBroken && <ImageOff aria-hidden="true" className="size-8" />}
      {!isBroken && (
        <img
          src={source}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => setIsBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}

const DOT = 'h-1.5 rounded-full shadow-card transition-[width,background-color] duration-300 ease-out';

/** The buttons lie on the picture, the dots at its foot. */
function Controls({ at, total, onGo }: { at: number; total: number; onGo: (to: number) => void }) {
  const { t } = useI18n();
  const dots = Array.from({ length: total }, (_, n) => n);
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-2/1 items-center justify-between px-1">
      <Turn icon={ChevronLeft} label={t('carousel.previous')} isOff={at === 0} onClick={() => onGo(at - 1)} />
      <Turn icon={ChevronRight} label={t('carousel.next')} isOff={at === total - 1} onClick={() => onGo(at + 1)} />
      <div aria-hidden="true" className="absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5">
        {dots.map((n) => (
          <span key={n} className={classNames(DOT, n === at ? 'w-5 bg-text' : 'w-1.5 bg-text/50')} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {t('carousel.position', { n: at + 1, total })}
      </p>
    </div>
  );
}

type TurnProps = { icon: LucideIcon; label: string; isOff: boolean; onClick: () => void };

/** Stays in the tab order at the ends, so that focus is not lost there. */
function Turn({ icon: Icon, label, isOff, onClick }: TurnProps) {
  return (
    <NamedButton
      label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
      className={classNames(
        'pointer-events-auto grid size-11 place-items-center rounded-full transition-opacity',
        isOff && 'cursor-default opacity-0 focus-visible:opacity-60',
      )}
    >
      <span className="grid size-8 place-items-center rounded-full bg-ink-0/60 text-text backdrop-blur-[2px]">
        <Icon aria-hidden="true" className="size-5" />
      </span>
    </NamedButton>
  );
}

function slideInSight({ currentTarget: { scrollLeft, clientWidth } }: UIEvent): number {
  return Math.round(scrollLeft / Math.max(clientWidth, 1));
}
