import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LanguageSelect } from '../ui/language-select.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** A whole screen for one message. */
export function NoticeScreen(props: { icon: LucideIcon; title: string; text: string; children: ReactNode }) {
  const { icon: Icon, title, text, children } = props;
  return (
    <div className="page-glow flex min-h-dvh flex-col">
      <header className="flex justify-end px-4 pt-3 lg:px-8 lg:pt-6">
        <LanguageSelect />
      </header>
      <main className="grid flex-1 place-items-center px-6 pb-24">
        <div className="grid max-w-sm justify-items-center gap-3 text-center">
          <span className="mb-3 grid size-20 place-items-center rounded-sheet bg-ink-2 text-muted">
            <Icon aria-hidden="true" className="size-9" strokeWidth={1.6} />
          </span>
          <PageHeading title={title} className="text-display font-extrabold" />
          <p className="text-balance text-muted">{text}</p>
          <div className="mt-5">{children}</div>
        </div>
      </main>
    </div>
  );
}
