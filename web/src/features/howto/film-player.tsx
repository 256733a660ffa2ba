import { LOCALES } from '@krapao/contract/editions.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { LANGUAGE_TAGS } from '../../i18n/dictionary.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { useRegainedFocus } from '../../ui/use-regained-focus.ts';
import { captionsOf, type FilmName, filmOf, posterOf } from './films.ts';

type FilmPlayerProps = { film: FilmName; next: FilmName | undefined; onNext: (film: FilmName) => void };

export function FilmPlayer({ film, next, onNext }: FilmPlayerProps) {
  const { t } = useI18n();
  const [hasFailed, setHasFailed] = useState(false);
  const [hasEnded, setHasEnded] = useState(false);
  const place = useRegainedFocus<HTMLDivElement>(`${film} ${hasFailed}`);
  return (
    <div ref={place} tabIndex={-1} className="relative mx-auto w-fit">
      {hasFailed ? (
        <RetryPanel text={t('howto.failed')} onRetry={() => setHasFailed(false)} />
      ) : (
        <Film key={film} film={film} onEnded={setHasEnded} onFailed={() => setHasFailed(true)} />
      )}
      {hasEnded && next && (
        // Leaves the controls of the film free.
        <div className="absolute inset-x-0 top-0 bottom-20 grid animate-appear place-items-center rounded-t-md bg-ink-0/70 p-4">
          <Button variant="gold" onClick={() => onNext(next)}>
            {t('howto.next', { title: t(`howto.${next}`) })}
            <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
          </Button>
        </div>
      )}
    </div>
  );
}

type FilmProps = { film: FilmName; onEnded: (hasEnded: boolean) => void; onFailed: () => void };

/** The film has no sound, so that every browser lets it start by itself. */
function Film({ film, onEnded, onFailed }: FilmProps) {
  const { t, locale: own } = useI18n();
  const [startsByItself] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  return (
    <video
      // Another language is another film; browsers read the wanted captions only when a film is loaded.
      key={own}
      aria-label={t(`howto.${film}`)}
      src={filmOf(film, own)}
      poster={posterOf(film, own)}
      controls
      muted
      playsInline
      preload="metadata"
      autoPlay={startsByItself}
      onPlay={() => onEnded(false)}
      onEnded={() => onEnded(true)}
      onError={onFailed}
      className="block aspect-24/47 h-[min(calc(100dvh-10.5rem),40rem)] max-w-full rounded-md bg-ink-0 [&::cue]:bg-ink-0/70 [&::cue]:font-sans [&::cue]:text-[clamp(12px,2vh,15px)] [&::cue]:leading-normal"
    >
      {LOCALES.map((locale) => (
        <track
          key={locale}
          kind="captions"
          src={captionsOf(film, locale)}
          srcLang={LANGUAGE_TAGS[locale]}
          label={t(`language.${locale}`)}
          default={locale === own}
        />
      ))}
    </video>
  );
}
