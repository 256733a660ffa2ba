import type { Locale } from '@krapao/contract/editions.ts';
import Clock3 from 'lucide-react/icons/clock-3';
import Play from 'lucide-react/icons/play';
import { useI18n } from '../../i18n/i18n.tsx';
import { CardButton } from '../../ui/card-button.tsx';
import durations from './durations.json' with { type: 'json' };
import { type FilmName, posterOf } from './films.ts';

type FilmCardProps = { film: FilmName; onSelect: () => void };

export function FilmCard({ film, onSelect }: FilmCardProps) {
  const { t, locale } = useI18n();
  return (
    <CardButton
      onClick={onSelect}
      className="surface items-center gap-4 rounded-lg p-3 transition-[border-color,scale] duration-150 hover:border-line active:scale-[0.99] lg:flex-col lg:items-stretch lg:gap-3"
    >
      <Poster film={film} locale={locale} />
      <span className="flex min-w-0 flex-1 flex-col items-start lg:px-1 lg:pb-1">
        <span className="block text-lead font-bold">{t(`howto.${film}`)}</span>{' '}
        <span className="mt-0.5 block text-small text-pretty text-muted">{t(`howto.${film}.text`)}</span>{' '}
        <span className="figures mt-auto flex items-center pt-2.5 gap-1.5 text-tiny font-semibold text-muted">
          <Clock3 aria-hidden="true" className="size-3.5" />
          {t('howto.duration', { n: durations[film] })}
        </span>
      </span>
    </CardButton>
  );
}

function Poster({ film, locale }: { film: FilmName; locale: Locale }) {
  return (
    <span className="relative block aspect-3/4 w-24 shrink-0 overflow-hidden rounded-md bg-linear-150 from-ink-3 to-ink-1 sm:w-28 lg:w-full">
      <img
        src={posterOf(film, locale)}
        alt=""
        loading="lazy"
        decoding="async"
        // Below the band that is for the captions.
        className="absolute inset-0 size-full object-cover object-[50%_42%] transition-[scale] duration-300 ease-out group-hover:scale-105"
      />
      <span aria-hidden="true" className="absolute inset-0 grid place-items-center bg-ink-0/25">
        <span className="grid size-10 place-items-center rounded-full bg-text text-ink-0 lg:size-12">
          <Play className="ml-0.5 size-5 fill-current lg:size-6" />
        </span>
      </span>
    </span>
  );
}
