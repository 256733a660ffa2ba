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
  'flex min-h-15 w-full flex-col items-center justify-center gap-0.5 rounded-[18px] px-1 text-tiny text-muted transition-colors hover:text-text ' +
  '[&[aria-current]]:font-bold [&[aria-current]]:text-gold lg:min-h-12 lg:flex-row lg:gap-3 lg:px-3.5 lg:text-base lg:font-semibold lg:hover:bg-ink-2/70 ' +
  'lg:[&[aria-current]]:bg-gold/10';

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
    <nav
      aria-label={t('menu.label')}
      className={classNames(
        atEnd ? 'absolute' : 'fixed',
        'inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-10 mx-auto max-w-lg rounded-lg border border-ink-3 bg-ink-1/88 p-1 shadow-card backdrop-blur-lg',
        'lg:static lg:m-0 lg:max-w-none lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-blur-none',
      )}
    >
      <ul className={classNames('flex lg:gap-1', wide === 'rail' && 'lg:flex-col')}>
        {entries.map((entry) => (
          // On the narrowest phones a long word takes the space that its neighbours do not need.
          <li
            key={entry.label}
            className={classNames('min-w-0 flex-auto min-[24rem]:flex-1', wide === 'row' && 'lg:flex-none')}
          >
            <Entry entry={entry} start={wide === 'rail'} />
          </li>
        ))}
      </ul>
    </nav>
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
