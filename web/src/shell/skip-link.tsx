import { useI18n } from '../i18n/i18n.tsx';

export const MAIN_ID = 'main';

export function SkipLink() {
  const { t } = useI18n();
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed bg-text text-ink-0 top-3 left-3 z-20 -translate-y-20 rounded-sm px-4 py-2.5 font-bold focus:translate-y-0"
    >
      {t('menu.skip')}
    </a>
  );
}
