import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useLast } from '../../ui/use-last.ts';
import { FilmCard } from './film-card.tsx';
import { FilmPlayer } from './film-player.tsx';
import { FILMS, type FilmName } from './films.ts';

export default function HowtoPage() {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<FilmName | null>(null);
  const shown = useLast(chosen);
  return (
    <div className="w-full max-w-3xl lg:max-w-none">
      <PageHeading title={t('howto.title')} />
      <p className="mt-1 text-muted">{t('howto.lead')}</p>
      <ol className="mt-5 grid gap-3 lg:mt-8 lg:grid-cols-5 lg:gap-4">
        {FILMS.map((film) => (
          <li key={film}>
            <FilmCard film={film} onSelect={() => setChosen(film)} />
          </li>
        ))}
      </ol>
      {shown && (
        <Dialog open={chosen !== null} onClose={() => setChosen(null)} title={t(`howto.${shown}`)} readFirst>
          <FilmPlayer film={shown} next={FILMS[FILMS.indexOf(shown) + 1]} onNext={setChosen} />
        </Dialog>
      )}
    </div>
  );
}
