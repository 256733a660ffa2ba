import type { LucideIcon } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import { Link } from '../platform/link.tsx';
import { usePlace } from '../platform/place.tsx';
import { classNames } from '../ui/class-names.ts';

type MenuEntry = {
  label: string;
  /** For the bar of a phone, where five entries share the width. */
  short?: string;
  icon: LucideIcon;
} & (
  | { to: string /** Pages that this entry leads to, which have no entry of their own. */; within?: readonly string[] }
  | { onSelect: () => void }
);

const ENTRY =
  'relative flex min-h-16 w-full flex-col items-center justify-center gap-px rounded-md px-0.5 pt-0.5 text-[11px] leading-4.5 text-muted transition-colors hover:text-text max-[22.4rem]:min-h-14.5 max-[22.4rem]:px-0 ' +
  '[&[aria-current]]:font-bold [&[aria-current]]:text-text lg:min-h-12 lg:flex-row lg:gap-3.5 lg:px-3.5 lg:text-base lg:font-normal lg:hover:bg-ink-2/70 lg:[&[aria-current]]:bg-ink-2 ' +
  // The one place that is open has a bar of gold at its edge.
  '[&[aria-current]]:before:absolute [&[aria-current]]:before:top-0 [&[aria-current]]:before:h-[3px] [&[aria-current]]:before:w-5 [&[aria-current]]:before:rounded-b-[3px] [&[aria-current]]:before:bg-gold ' +
  'lg:[&[aria-current]]:before:inset-y-3.5 lg:[&[aria-current]]:before:left-0 lg:[&[aria-current]]:before:h-auto lg:[&[aria-current]]:before:w-[3px] lg:[&[aria-current]]:before:rounded-l-none lg:[&[aria-current]]:before:rounded-r-[3px]';

type MenuProps = {
  entries: readonly MenuEntry[];
  wide: 'rail' | 'row';
  /** On a phone: at the end of the page instead of over it. */
  atEnd?: boolean;
};

/** The same list is a bar under the thumb on a phone and, on a wide screen, a rail or a row in the header. */
export function Menu({ entries, wide, atEnd = false }: MenuProps) {
  const { t } = useI18n();
  return (
    <>
      {/* What scrolls by fades before it reaches the menu. */}
      {!atEnd && (
        <span
          aria-hidden="true"
          className="pointer-events-none fixed inset-x-0 bottom-0 z-9 h-28 bg-linear-to-t from-ink-0 from-68% via-ink-0/85 via-80% to-transparent lg:hidden"
        />
      )}
      <nav
        aria-label={t('menu.label')}
        className={classNames(
          atEnd ? 'absolute' : 'fixed',
          'right-21 bottom-[max(0.75rem,env(safe-area-inset-bottom))] left-3 z-10 rounded-[24px] bg-ink-2 px-1 max-[22.4rem]:px-0.5 max-[23.5rem]:right-17 max-[23.5rem]:left-2 max-[22.4rem]:bottom-2 max-[21.3rem]:right-15',
          'lg:static lg:m-0 lg:rounded-none lg:bg-transparent lg:p-0',
        )}
      >
        <ul className={classNames('flex lg:gap-1', wide === 'rail' && 'lg:flex-col')}>
          {entries.map((entry) => (
            // On the narrowest phones a long word takes the space that its neighbours do not need.
            <li key={entry.label} className={classNames('min-w-11 flex-auto', wide === 'row' && 'lg:flex-none')}>
              <Entry entry={entry} start={wide === 'rail'} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Entry({ entry, start }: { entry: MenuEntry; start: boolean }) {
  const { pathname } = usePlace();
  const { label, short, icon: Icon } = entry;
  const className = classNames(ENTRY, start && 'lg:justify-start');
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5.5 shrink-0 lg:size-5" />
      {short && <span className="max-w-full truncate lg:hidden">{short}</span>}
      <span className={classNames('max-w-full truncate', short && 'hidden lg:inline')}>{label}</span>
    </>
  );
  if ('to' in entry) {
    return (
      <Link
        to={entry.to}
        aria-current={pathname === entry.to ? 'page' : entry.within?.includes(pathname) ? 'true' : undefined}
        className={className}
      >
        {content}
      </Link>
    );
  }
  return (
    <button type="button" onClick={entry.onSelect} className={className}>
      {content}
    </button>
  );
}
