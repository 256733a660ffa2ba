import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { LanguageSelect } from '../ui/language-select.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { BESIDE, PUBLIC_COLUMN, PUBLIC_HEADER } from './public-column.ts';

/** A whole screen for one message, which begins where the visitors' pages do. */
export function NoticeScreen(props: { icon: LucideIcon; title: string; text: string; children: ReactNode }) {
  const { icon: Icon, title, text, children } = props;
  return (
    <div className="page-glow flex min-h-dvh flex-col">
      <header className={PUBLIC_HEADER}>
        <Brand to="/" />
        <LanguageSelect className="ml-auto" />
      </header>
      <main className={classNames(PUBLIC_COLUMN, BESIDE, 'flex-1 pb-24 max-lg:grid-rows-[auto_1fr]')}>
        <div>
          <PageHeading title={title} />
          <p className="mt-1 text-muted">{text}</p>
          <div className="mt-6">{children}</div>
        </div>
        <div className="grid place-items-center self-center text-ink-3 lg:surface lg:h-80 lg:self-start lg:rounded-sheet lg:text-muted">
          <Icon aria-hidden="true" className="size-28" strokeWidth={1.2} />
        </div>
      </main>
    </div>
  );
}
