import type { OwnEvent } from '@krapao/contract/members/limits.ts';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { Link } from '../../../platform/link.tsx';
import { readStored, writeStored } from '../../../platform/storage.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type SecurityEntry, useSecurity } from './security.queries.ts';

/** What the member must not miss: the money goes where these lead. */
const TOLD: ReadonlySet<OwnEvent> = new Set(['password-changed', 'password-reset', 'bank-changed']);
const TOLD_FOR_MS = 7 * 24 * 60 * 60_000;

const isTold = ({ what, at }: SecurityEntry) => TOLD.has(what) && Date.parse(at) > Date.now() - TOLD_FOR_MS;

/** A new password or bank account is told on the home screen, in every browser, until it was read there. */
export function SecurityNotice() {
  const { t } = useI18n();
  const { data } = useSecurity();
  const [read, setRead] = useState(() => readStored('security-read'));
  const newest = data?.events.find(isTold);
  if (!newest || newest.id === read) return null;
  const dismiss = () => {
    writeStored('security-read', newest.id);
    setRead(newest.id);
  };
  return (
    <aside className="flex items-start gap-3 rounded-md border border-out/35 bg-out/10 py-1.5 pr-1.5 pl-4">
      <ShieldAlert aria-hidden="true" className="mt-3 size-5 shrink-0 text-out" />
      <p className="min-w-0 flex-1 py-2.5 text-small">
        {t(`security.event.${newest.what}`)} · {dateTimeText(new Date(newest.at))}
        <br />
        <Link to="/user/profile" className="font-bold underline underline-offset-4">
          {t('security.notYou')}
        </Link>
      </p>
      <IconButton look="bare" icon={X} label={t('home.dismissNotice')} onClick={dismiss} />
    </aside>
  );
}
