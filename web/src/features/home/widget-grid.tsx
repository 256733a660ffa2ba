import type { LucideIcon } from 'lucide-react';
import type { MessageKey } from '../../i18n/dictionary.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loader.tsx';

export type Widget = {
  label: Extract<MessageKey, `home.${string}`>;
  icon: LucideIcon;
  tint: 'text-in' | 'text-info' | 'text-gold' | 'text-reward';
  /** A figure in the corner, and its meaning for screen readers. */
  badge?: { count: number; label: string };
  /** The next step of most members: the one tile filled with gold. */
  isMain?: boolean;
} & ({ onSelect: () => void; isBusy?: boolean } | { to: string });

const TILE =
  'group relative flex size-full flex-col items-center gap-2 rounded-[18px] px-2 pt-3.5 pb-3 text-small font-semibold ' +
  'transition-[border-color,filter,scale] duration-150 active:scale-[0.98]';
const PLAIN = 'surface hover:border-ink-4';
const MAIN = 'gold-fill border border-gold hover:brightness-105';

/** The member's actions, under the thumb: three in a row, all six in one row on a wide screen. */
export function WidgetGrid({ widgets }: { widgets: readonly (Widget | 'unknown')[] }) {
  return (
    <ul className="grid auto-rows-fr grid-cols-3 gap-2.5 sm:grid-cols-6 lg:gap-4">
      {widgets.map((widget) => (
        <li key={widget === 'unknown' ? widget : widget.label} className="min-w-0">
          {widget === 'unknown' ? <TileSkeleton /> : <Tile widget={widget} />}
        </li>
      ))}
    </ul>
  );
}

function Tile({ widget }: { widget: Widget }) {
  if ('to' in widget)
    return (
      <Link to={widget.to} className={classNames(TILE, PLAIN)}>
        <TileFace widget={widget} />
      </Link>
    );
  return (
    <button
      type="button"
      onClick={widget.onSelect}
      disabled={widget.isBusy}
      className={classNames(TILE, widget.isMain ? MAIN : PLAIN)}
    >
      <TileFace widget={widget} isTurning={widget.isBusy} />
    </button>
  );
}

function TileFace({ widget, isTurning = false }: { widget: Widget; isTurning?: boolean | undefined }) {
  const { t } = useI18n();
  const { icon: Icon, tint, label, badge } = widget;
  return (
    <>
      <span className={classNames('relative grid size-10 place-items-center', widget.isMain ? 'text-gold-ink' : tint)}>
        <span className="absolute inset-0 rounded-control bg-current opacity-15 transition-opacity group-hover:opacity-25" />
        <Icon aria-hidden="true" className={classNames('size-5', isTurning && 'animate-turn')} />
      </span>
      <span className="text-center text-balance">{t(label)}</span>
      {badge && (
        <>
          <span
            aria-hidden="true"
            className={classNames(
              'figures absolute top-2 right-2 min-w-5.5 rounded-full px-1.5 text-center text-tiny leading-5.5 font-bold',
              badge.count > 0 ? 'gold-fill' : 'bg-ink-3 text-muted',
            )}
          >
            {badge.count > 99 ? '99+' : badge.count}
          </span>
          <span className="sr-only">{badge.label}</span>
        </>
      )}
    </>
  );
}

/** Holds the place of a widget that is not known yet. */
function TileSkeleton() {
  return (
    <span aria-hidden="true" className={classNames(TILE, PLAIN, 'pointer-events-none')}>
      <Skeleton className="size-10 rounded-control" />
      <Skeleton className="mt-0.5 h-4 w-14" />
    </span>
  );
}
