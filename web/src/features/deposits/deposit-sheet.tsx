import type { Minor } from '@krapao/contract/money.ts';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog, useCloseDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Repeated, Skeleton } from '../../ui/loader.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRegainedFocus } from '../../ui/use-regained-focus.ts';
import { BankTab } from './bank-tab.tsx';
import { type DepositWays, useDepositWays } from './deposits.queries.ts';
import { type DepositWay, lastDeposit } from './last-deposit.ts';
import { type Arrived, QrArrived } from './qrcodes/qr-end.tsx';
import { QrFormSkeleton } from './qrcodes/qr-form.tsx';
import { QrTab } from './qrcodes/qr-tab.tsx';
import { type SlipUpload, useSlipUpload } from './slips/use-slip-upload.ts';
import { TrueTab } from './truelinks/true-tab.tsx';

/** Tabs differ in length; the sheet keeps its height. */
const FRAME = 'min-h-[min(34rem,calc(100dvh-9rem))] sm:min-h-[min(34rem,calc(100dvh-12rem))]';

/** The height of what was there before, but no more than is in sight: the buttons are never below the edge. */
const KEPT = 'grid min-h-[min(var(--kept),calc(100dvh-9rem))] sm:min-h-[min(var(--kept),40rem,calc(100dvh-10rem))]';

type DepositSheetProps = {
  open: boolean;
  onClose: () => void;
  /** Leads on to a game with the money that has arrived. */
  onPlay: (amount: Minor) => void;
};

/** Needs a wallet that the screen below the sheet has read. */
export default function DepositSheet({ open, onClose, onPlay }: DepositSheetProps) {
  const { t } = useI18n();
  // The upload outlives the closing of the sheet: a slip under way still arrives.
  const slip = useSlipUpload();
  return (
    <Dialog open={open} onClose={onClose} title={t('deposit.title')} readFirst>
      <DepositTabs slip={slip} onPlay={onPlay} />
    </Dialog>
  );
}

type TabsProps = Pick<DepositSheetProps, 'onPlay'> & { slip: SlipUpload };

function DepositTabs({ slip, onPlay }: TabsProps) {
  const { t } = useI18n();
  const { data, isError, refetch, isFetching } = useDepositWays();
  return (
    <div className={FRAME}>
      {data && <Offered slip={slip} ways={data} onPlay={onPlay} />}
      {!data && isError && (
        <RetryPanel text={t('deposit.notLoaded')} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {!data && !isError && <TabsSkeleton />}
    </div>
  );
}

function Offered({ slip, ways, onPlay }: TabsProps & { ways: DepositWays }) {
  const { t } = useI18n();
  const close = useCloseDialog();
  const [arrived, setArrived] = useState<(Arrived & { height: number }) | null>(null);
  const place = useRegainedFocus<HTMLDivElement>(arrived ? 'arrived' : 'ways');
  const byQr = ways.banks.filter(({ qrcode }) => qrcode !== null);
  const accounts = ways.banks.filter(({ bankType }) => bankType !== 'PAYMENT');
  const noteArrived = (news: Arrived) => setArrived({ ...news, height: place.current?.offsetHeight ?? 0 });
  const offered: { value: DepositWay; isOffered: boolean; panel: ReactNode }[] = [
    { value: 'qr', isOffered: byQr.length > 0, panel: <QrTab banks={byQr} onArrived={noteArrived} /> },
    {
      value: 'bank',
      isOffered: accounts.length > 0 || ways.isManual,
      panel: <BankTab banks={accounts} isManual={ways.isManual} slip={slip} />,
    },
    {
      value: 'true',
      isOffered: ways.wallets.length > 0,
      panel: <TrueTab wallets={ways.wallets} />,
    },
  ];
  const tabs = offered
    .filter(({ isOffered }) => isOffered)
    .map(({ value, panel }) => ({ value, panel, label: t(`deposit.tab.${value}`) }));
  // A member who comes back during a slip's upload finds it in the bank tab.
  const [chosen, setChosen] = useState<DepositWay>(() =>
    slip.state.name === 'none' ? (lastDeposit().way ?? 'qr') : 'bank',
  );
  const value = tabs.find((tab) => tab.value === chosen)?.value ?? tabs[0]?.value;
  if (!value) {
    return (
      <EmptyState icon={WalletMinimal} text={t('deposit.none')}>
        <Link to="/user/contact" onClick={close} className={buttonClass({ variant: 'plain' })}>
          {t('menu.contact')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={arrived ? KEPT : undefined}
      style={arrived ? ({ '--kept': `${arrived.height}px` } as CSSProperties) : undefined}
    >
      {arrived ? (
        <QrArrived arrived={arrived} onAgain={() => setArrived(null)} onPlay={onPlay} />
      ) : (
        <Tabs label={t('deposit.ways')} tabs={tabs} value={value} onChange={setChosen} />
      )}
    </div>
  );
}

function TabsSkeleton() {
  return (
    <Loading className="grid gap-3">
      <Skeleton className="h-13 rounded-control" />
      <div className="mt-3 flex gap-2">
        <Repeated times={3}>
          <Skeleton className="h-11 flex-1" />
        </Repeated>
      </div>
      <div className="mt-3 grid gap-3">
        <QrFormSkeleton />
      </div>
    </Loading>
  );
}
