import type { OwnEvent } from '@krapao/contract/members/limits.ts';
import type { LucideIcon } from 'lucide-react';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import KeyRound from 'lucide-react/icons/key-round';
import Landmark from 'lucide-react/icons/landmark';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import MonitorX from 'lucide-react/icons/monitor-x';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading, Repeated, Skeleton } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import { type SecurityEntry, useSecurity, useSignOutElsewhere } from './security.queries.ts';

const SHOWN_AT_FIRST = 5;

const ICONS: Record<OwnEvent, LucideIcon> = {
  'signed-in': LogIn,
  'sign-in-failed': ShieldAlert,
  'signed-out': LogOut,
  'signed-out-elsewhere': MonitorX,
  'password-changed': KeyRound,
  'password-reset': KeyRound,
  'game-passwords-renewed': Gamepad2,
  'bank-changed': Landmark,
};

/** What happened to the account, newest first, and the way to end every other sign-in. */
export function SecuritySection() {
  const { t, errorText } = useI18n();
  const { data, error, refetch, isFetching } = useSecurity();
  const [isWhole, setIsWhole] = useState(false);
  const events = data?.events ?? [];
  const shown = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <Card aria-labelledby="security-title" className="mt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="security-title" className="text-lead font-bold">
          {t('security.title')}
        </h2>
        {data && data.signIns > 1 && <SignOutElsewhere />}
      </div>
      {!data && error && <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />}
      {!data && !error && (
        <Loading className="grid gap-4 py-2">
          <Repeated times={3}>
            <Skeleton className="h-10 w-full" />
          </Repeated>
        </Loading>
      )}
      {data && events.length === 0 && <p className="py-3 text-small text-muted">{t('security.empty')}</p>}
      <ul>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {shown.length < events.length && (
        <Button size="s" variant="plain" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('security.showAll')}
        </Button>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: SecurityEntry }) {
  const { t } = useI18n();
  const Icon = ICONS[entry.what];
  const isAlarming = entry.what === 'sign-in-failed';
  const details = [dateTimeText(new Date(entry.at)), entry.device, entry.place].filter(Boolean);
  return (
    <li className="flex min-h-14 items-center gap-3.5 border-b border-ink-3/60 py-2.5 last:border-b-0">
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', isAlarming ? 'text-out' : 'text-muted')} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {t(`security.event.${entry.what}`)}
          {entry.isNewDevice && <Chip tone="info">{t('security.newDevice')}</Chip>}
          {entry.isByService && <Chip tone="plain">{t('security.byService')}</Chip>}
        </p>
        <p className="figures text-small text-muted">{details.join(' · ')}</p>
      </div>
    </li>
  );
}

function SignOutElsewhere() {
  const { t } = useI18n();
  const signOut = useSignOutElsewhere();
  const tellFailure = useFailureToast();
  const end = () =>
    signOut.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'success', text: t('security.signedOutElsewhere') }),
      onError: tellFailure,
    });
  return (
    <Button size="s" variant="plain" pending={signOut.isPending} onClick={end}>
      {t('security.signOutElsewhere')}
    </Button>
  );
}
