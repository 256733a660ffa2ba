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
  | {
      to: string;
      /** Pages that this entry leads to, which have no entry of their own. */
      within?: readonly string[];
    }
  | { onSelect: () => void }
);

const ENTRY =
  'edge-bar relative flex min-h-16 w-full flex-col items-center justify-center gap-px rounded-md px-0.5 pt-0.5 text-[11px] leading-4.5 text-muted transition-colors hover:text-text max-[22.4rem]:min-h-14.5 max-[22.4rem]:px-0 ' +
  '[&[aria-current]]:font-bold [&[aria-current]]:text-text lg:min-h-12 lg:flex-row lg:gap-3.5 lg:px-3.5 lg:text-base lg:font-normal';

/** A rail stands beside the page from a tablet on, there with icons over short words; a row in the header is for desktops. */
const LOOKS = {
  rail: {
    fade: 'md:hidden',
    nav: 'md:inset-y-0 md:right-auto md:left-0 md:w-22 md:rounded-none md:bg-ink-1 md:px-2 md:pt-16 lg:w-auto',
    list: 'md:flex-col md:gap-1',
    item: '',
    entry: 'md:edge-bar-left md:hover:bg-ink-2/70 md:[&[aria-current]]:bg-ink-2 lg:justify-start',
  },
  row: {
    fade: 'lg:hidden',
    nav: '',
    list: 'lg:gap-1',
    item: 'lg:flex-none',
    entry: 'lg:edge-bar-left lg:hover:bg-ink-2/70 lg:[&[aria-current]]:bg-ink-2',
  },
} as const;

type MenuProps = {
  entries: readonly MenuEntry[];
  wide: keyof typeof LOOKS;
  /** On a phone: at the end of the page instead of over it. */
  atEnd?: boolean;
};

/** The same list is a bar under the thumb on a phone and, on a wider screen, a rail or a row in the header. */
export function Menu({ entries, wide, atEnd = false }: MenuProps) {
  const { t } = useI18n();
  const look = LOOKS[wide];
  return (
    <>
      {/* What scrolls by fades before it reaches the menu. */}
      {!atEnd && (
        <span
          aria-hidden="true"
          className={classNames(
            'pointer-events-none fixed inset-x-0 bottom-0 z-9 h-28 bg-linear-to-t from-ink-0 from-68% via-ink-0/85 via-80% to-transparent',
            look.fade,
          )}
        />
      )}
      <nav
        aria-label={t('menu.label')}
        className={classNames(
          atEnd ? 'absolute' : 'fixed',
          'right-21 bottom-[max(0.75rem,env(safe-area-inset-bottom))] left-3 z-10 rounded-[24px] bg-ink-2 px-1 max-[22.4rem]:px-0.5 max-[23.5rem]:right-17 max-[23.5rem]:left-2 max-[22.4rem]:bottom-2 max-[21.3rem]:right-15',
          look.nav,
          'lg:static lg:m-0 lg:rounded-none lg:bg-transparent lg:p-0',
        )}
      >
        <ul className={classNames('flex', look.list)}>
          {entries.map((entry) => (
            // On the narrowest phones a long word takes the space that its neighbours do not need.
            <li key={entry.label} className={classNames('min-w-11 flex-auto', look.item)}>
              <Entry entry={entry} className={classNames(ENTRY, look.entry)} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Entry({ entry, className }: { entry: MenuEntry; className: string }) {
  const { pathname } = usePlace();
  const { label, short, icon: Icon } = entry;
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
