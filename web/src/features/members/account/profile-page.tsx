import { formatAccountNo } from '@krapao/contract/rules.ts';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { Reply } from '../../../platform/api.ts';
import { dateTimeText } from '../../../platform/date-text.ts';
import { edition } from '../../../platform/edition.ts';
import { usePreload } from '../../../platform/preload.ts';
import { bankName } from '../../../ui/bank-name.ts';
import { Card } from '../../../ui/card.tsx';
import { fetchedDialog } from '../../../ui/fetched-dialog.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading, Repeated, Skeleton } from '../../../ui/loader.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import { useProfile } from '../../../wallet/profile.queries.ts';
import { SecuritySection } from './security-section.tsx';

const ChangePasswordDialog = fetchedDialog(() => import('./change-password-dialog.tsx'));
const OWN_PARTS = [ChangePasswordDialog];

type Profile = Reply<'GET /api/account/profile'>;

export default function ProfilePage() {
  const { t, errorText } = useI18n();
  const { data: profile, error, refetch, isFetching } = useProfile();
  const [changing, setChanging] = useState(false);
  usePreload(OWN_PARTS);
  return (
    <div className="pt-4 lg:pt-8">
      <div className="mb-4 flex items-center justify-between gap-3">
        <PageHeading title={t('profile.title')} />
        <IconButton icon={LockKeyhole} label={t('profile.changePassword')} onClick={() => setChanging(true)} />
      </div>
      {profile && <ProfileCards profile={profile} />}
      {!profile && error && (
        <Card>
          <RetryPanel text={errorText(error)} onRetry={() => void refetch()} pending={isFetching} />
        </Card>
      )}
      {!profile && !error && <ProfileSkeleton />}
      <SecuritySection />
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
    </div>
  );
}

function ProfileCards({ profile }: { profile: Profile }) {
  const { t } = useI18n();
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card aria-labelledby="member-title">
        <div className="mb-2 flex items-center gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-13 bg-ink-3 text-text shrink-0 place-items-center rounded-full text-title font-bold"
          >
            {initialOf(profile.name)}
          </span>
          <h2 id="member-title" className="text-lead font-bold">
            {t('profile.member')}
          </h2>
        </div>
        <dl>
          <Row label={t('profile.name')}>{profile.name}</Row>
          <Row label={t('profile.id')}>{profile._id}</Row>
          <Row label={t('profile.createdAt')}>{dateTimeText(new Date(profile.createdAt))}</Row>
          <Row label={t('profile.username')}>{profile.username}</Row>
        </dl>
      </Card>
      <Card aria-labelledby="bank-title">
        <div className="mb-2 flex items-center gap-3.5">
          <BankMark code={profile.bank.code} className="size-13" />
          <h2 id="bank-title" className="text-lead font-bold">
            {t('profile.bankSection')}
          </h2>
        </div>
        <dl>
          <Row label={t('profile.bankAccountName')}>{profile.bankAccountName}</Row>
          <Row label={t('profile.bank')}>{bankName(profile.bank, edition)}</Row>
          <Row label={t('profile.bankAccountNo')}>{formatAccountNo(profile.bankAccountNo)}</Row>
        </dl>
      </Card>
    </div>
  );
}

/** The first consonant: a Thai or Lao vowel written before it says nothing by itself. */
function initialOf(name: string): string {
  return /[^เแโใไເແໂໃໄ\s]/u.exec(name)?.[0].toUpperCase() ?? '';
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-b border-ink-3/60 py-2 last:border-b-0">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="figures ml-auto min-w-0 text-right font-semibold">{children}</dd>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <Loading className="grid gap-4 md:grid-cols-2">
      <Card className="grid gap-5">
        <Skeleton className="h-12 w-40" />
        <Repeated times={3}>
          <Skeleton className="h-5 w-full" />
        </Repeated>
      </Card>
      <Card className="grid gap-5">
        <Skeleton className="h-6 w-32" />
        <Repeated times={2}>
          <Skeleton className="h-5 w-full" />
        </Repeated>
      </Card>
    </Loading>
  );
}
