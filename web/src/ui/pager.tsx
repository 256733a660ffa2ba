import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import type { MouseEvent } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { NamedButton } from './named-button.tsx';
import { PAGE_SIZE, pageCount, pagerWindow } from './pager-window.ts';

type PagerProps = {
  /** Names the list, because a screen reader may meet several pagers. */
  label: string;
  page: number;
  pageSize?: number;
  total: number;
  /** `byPointer`: a member who taps wants to see the new page's top; one who goes by keyboard stays at the pager. */
  onChange: (page: number, byPointer: boolean) => void;
};

const BUTTON =
  'figures grid size-11 shrink-0 place-items-center rounded-[12px] text-small font-semibold transition-colors';

/** Pages by number, next, previous, first and last. A single page shows no pager. */
export function Pager({ label, page, pageSize = PAGE_SIZE, total, onChange }: PagerProps) {
  const { t } = useI18n();
  const pages = pageCount(total, pageSize);
  if (pages === 1) return null;
  const go = (to: number) => (event: MouseEvent) => {
    if (to !== page && to >= 1 && to <= pages) onChange(to, event.detail > 0);
  };
  const end = (icon: LucideIcon, name: string, to: number, isOff: boolean) => (
    <EndButton icon={icon} label={name} isOff={isOff} onClick={go(to)} />
  );
  const range = {
    first: figures((page - 1) * pageSize + 1),
    last: figures(Math.min(page * pageSize, total)),
    total: figures(total),
  };

  return (
    <nav
      aria-label={label}
      className="flex flex-col items-center gap-2 sm:flex-row sm:flex-wrap sm:justify-between sm:gap-x-6"
    >
      <ul className="flex gap-1">
        {pagerWindow(page, pages).map((number) => (
          <li key={number}>
            <button
              type="button"
              aria-label={t('pager.page', { n: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={go(number)}
              className={classNames(
                BUTTON,
                number === page ? 'border-[1.5px] border-line text-text' : 'text-muted hover:bg-ink-2 hover:text-text',
              )}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-center sm:gap-1">
        {end(ChevronsLeft, t('pager.first'), 1, page === 1)}
        {end(ChevronLeft, t('pager.previous'), page - 1, page === 1)}
        <p className="figures min-w-24 px-1 sm:min-w-32 text-center text-small text-muted">{t('pager.range', range)}</p>
        {end(ChevronRight, t('pager.next'), page + 1, page === pages)}
        {end(ChevronsRight, t('pager.last'), pages, page === pages)}
      </div>
    </nav>
  );
}

/** 12,345 in every language, as money is written. */
function figures(count: number): string {
  return count.toLocaleString('en-US');
}

type EndButtonProps = { icon: LucideIcon; label: string; isOff: boolean; onClick: (event: MouseEvent) => void };

/** Keeps the focus at the last page, where a disabled button would drop it. */
function EndButton({ icon: Icon, label, isOff, onClick }: EndButtonProps) {
  return (
    <NamedButton
      label={label}
      aria-disabled={isOff || undefined}
      onClick={onClick}
      className={classNames(BUTTON, isOff ? 'cursor-not-allowed text-line' : 'text-text hover:bg-ink-2')}
    >
      <Icon aria-hidden="true" className="size-5" />
    </NamedButton>
  );
}
