import { useI18n } from '../i18n/i18n.tsx';
import { Brand } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { LanguageSelect } from '../ui/language-select.tsx';
import type { Part } from './part.ts';

const files = import.meta.glob<Part>('./parts/*.tsx', { eager: true, import: 'part' });
const PARTS = Object.entries(files).map(([path, part]) => ({ name: path.replace(/^.*\/|\.tsx$/g, ''), part }));

const COLUMNS = {
  word: 'grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]',
  phone: 'grid-cols-[minmax(0,1fr)] md:grid-cols-2 xl:grid-cols-3',
  sheet: 'grid-cols-[minmax(0,1fr)] xl:grid-cols-2',
  page: 'grid-cols-[minmax(0,1fr)]',
} as const;

/** Every component of `ui/` in every state, in the language that is chosen at the top. */
export function Gallery() {
  return (
    <div className="page-glow min-h-dvh">
      <header className="sticky top-0 z-10 border-b border-ink-3/60 bg-ink-0/90 backdrop-blur-[3px]">
        <div className="mx-auto flex w-full max-w-7xl items-center gap-3 px-4 py-2 lg:px-8 lg:py-3">
          <Brand to="/" />
          <span lang="en" className="text-small text-muted">
            Gallery
          </span>
          <LanguageSelect className="ml-auto" />
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10 lg:px-8">
        <Contents />
        <main className="grid grid-cols-[minmax(0,1fr)] gap-12 px-4 pt-6 pb-24 lg:px-0 lg:pt-10">
          {PARTS.map(({ name, part }) => (
            <Section key={name} name={name} part={part} />
          ))}
        </main>
      </div>
    </div>
  );
}

/** A row under the thumb on a phone, a column beside the parts on anything larger. */
function Contents() {
  return (
    <nav
      lang="en"
      aria-label="Parts"
      className="overflow-x-auto border-b border-ink-3/60 px-2 [scrollbar-width:none] lg:sticky lg:top-18 lg:max-h-[calc(100dvh-4.5rem)] lg:self-start lg:overflow-y-auto lg:border-b-0 lg:px-0 lg:py-10"
    >
      <ul className="flex lg:block">
        {PARTS.map(({ name }) => (
          <li key={name} className="shrink-0">
            <a
              href={`#${name}`}
              className="flex min-h-11 items-center rounded-sm px-2 text-small font-semibold text-muted transition-colors hover:text-text lg:min-h-8"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ name, part: { states, room = 'phone' } }: { name: string; part: Part }) {
  const i18n = useI18n();
  return (
    <section id={name} aria-labelledby={`${name}-name`} className="scroll-mt-20">
      <h2 lang="en" id={`${name}-name`} className="mb-3 text-title font-bold">
        {name}
      </h2>
      <div className={classNames('grid gap-4', COLUMNS[room])}>
        {Object.entries(states).map(([state, show]) => (
          <figure key={state} className="min-w-0 rounded-md border border-ink-3/70 bg-ink-0/40 p-4">
            <figcaption lang="en" className="mb-3 text-tiny font-semibold text-muted">
              {state}
            </figcaption>
            {show(i18n)}
          </figure>
        ))}
      </div>
    </section>
  );
}
