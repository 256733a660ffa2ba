import { Megaphone, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNotice } from './lookups.queries.ts';

/** The html is parsed in a document of its own, where nothing runs or loads; only its text is used. */
function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const silent of body.querySelectorAll('script, style, noscript, template')) silent.remove();
  return body.textContent.trim();
}

export function Notice() {
  const { t, locale } = useI18n();
  const { data } = useNotice(locale);
  const [dismissed, setDismissed] = useState(false);
  const text = useMemo(() => textOf(data?.html ?? ''), [data?.html]);
  if (dismissed || text === '') return null;
  return (
    <aside className="flex items-start gap-3 rounded-md border border-gold/25 bg-gold/8 py-1.5 pr-1.5 pl-4">
      <Megaphone aria-hidden="true" className="mt-3 size-5 shrink-0 text-gold" />
      <p className="min-w-0 flex-1 py-2.5 text-small whitespace-pre-line">{text}</p>
      <IconButton
        icon={X}
        label={t('home.dismissNotice')}
        onClick={() => setDismissed(true)}
        className="bg-transparent text-muted hover:text-text"
      />
    </aside>
  );
}
