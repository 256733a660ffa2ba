import { LOCALES } from '@krapao/contract/editions.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import { LANGUAGE_TAGS } from '../i18n/dictionary.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { useAlive } from './use-alive.ts';

/**
 * A native select lies invisibly over its own label: every platform's picker for free, and the fonts of the
 * other scripts are not fetched for the sake of a closed list.
 */
export function LanguageSelect({ className }: { className?: string }) {
  const { t, locale, setLocale } = useI18n();
  const isAlive = useAlive();
  return (
    <div
      className={classNames(
        'relative flex min-h-11 items-center gap-2 rounded-control px-3 text-small font-semibold transition-colors hover:bg-ink-2',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-text',
        className,
      )}
    >
      <Globe aria-hidden="true" className="size-4.5 text-muted" />
      <span aria-hidden="true">{t(`language.${locale}`)}</span>
      <ChevronDown aria-hidden="true" className="ml-auto size-4 text-muted" />
      <select
        aria-label={t('language.label')}
        value={locale}
        disabled={!isAlive}
        onChange={(event) => setLocale(LOCALES.find((choice) => choice === event.target.value) ?? locale)}
        className="absolute inset-0 size-full appearance-none bg-ink-1 font-[system-ui] text-base text-text opacity-0"
      >
        {LOCALES.map((choice) => (
          <option key={choice} value={choice} lang={LANGUAGE_TAGS[choice]}>
            {t(`language.${choice}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
