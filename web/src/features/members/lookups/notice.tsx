import Megaphone from 'lucide-react/icons/megaphone';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { readStored, writeStored } from '../../../platform/storage.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { useNotice } from './lookups.queries.ts';

/** The operator's notice, until the member has read this very text in this browser. */
export function Notice() {
  const { t, locale } = useI18n();
  const { data } = useNotice(locale);
  const [read, setRead] = useState(() => readStored('notice-read'));
  const html = data?.html ?? '';
  if (html === '' || html === read) return null;
  const dismiss = () => {
    writeStored('notice-read', html);
    setRead(html);
  };
  return (
    <aside className="flex items-start gap-3 rounded-md bg-ink-1 py-1.5 pr-1.5 pl-4">
      <Megaphone aria-hidden="true" className="mt-3 size-5 shrink-0 text-muted" />
      <SafeHtml html={html} className="min-w-0 flex-1 py-2.5 text-small whitespace-pre-line" />
      <IconButton look="bare" icon={X} label={t('home.dismissNotice')} onClick={dismiss} />
    </aside>
  );
}
