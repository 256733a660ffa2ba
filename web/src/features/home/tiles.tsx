import type { LucideIcon } from 'lucide-react';
import LoaderPinwheel from 'lucide-react/icons/loader-pinwheel';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Sparkles from 'lucide-react/icons/sparkles';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import type { ReactNode } from 'react';
import type { MessageKey } from '../../i18n/dictionary.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loader.tsx';
import type { HomeDialog } from './home-dialogs.tsx';
import type { useRefresh } from './use-refresh.ts';

type TilesProps = {
  coins: number;
  /** Undefined: not known yet. */
  isWheelActive: boolean | undefined;
  refresh: ReturnType<typeof useRefresh>;
  onOpen: (dialog: HomeDialog) => void;
};

/** What members come for less often, under the actions. */
export function Tiles({ coins, isWheelActive, refresh, onOpen }: TilesProps) {
  return (
    <ul className="flex justify-between lg:grid lg:grid-cols-4 lg:gap-3">
      <li>
        {isWheelActive === undefined && <TileSkeleton />}
        {isWheelActive === true && (
          <Tile icon={LoaderPinwheel} label="home.spin" tint="[&>path]:stroke-copper" to="/user/spin">
            <Coins count={coins} />
          </Tile>
        )}
        {isWheelActive === false && (
          <Tile icon={RefreshCw} label="home.refreshAll" tint="" onSelect={refresh.start} isBusy={refresh.isPending} />
        )}
      </li>
      <li>
        <Tile
          icon={UserRoundPlus}
          label="home.invite"
          tint="[&>:nth-child(n+3)]:stroke-info"
          onSelect={() => onOpen('invite')}
        />
      </li>
      <li>
        <Tile
          icon={Sparkles}
          label="home.bonusShort"
          name="home.bonus"
          tint="[&>:nth-child(n+2)]:stroke-reward"
          to="/user/bonus"
        />
      </li>
      <li>
        <Tile
          icon={RotateCcw}
          label="home.refund"
          tint="[&>:nth-child(n+2)]:stroke-in"
          onSelect={() => onOpen('refund')}
        />
      </li>
    </ul>
  );
}

type TileProps = {
  icon: LucideIcon;
  label: Extract<MessageKey, `home.${string}`>;
  /** For screen readers, where it says more than the label. */
  name?: Extract<MessageKey, `home.${string}`>;
  /** Which part of the icon has a colour. */
  tint: string;
  children?: ReactNode;
} & ({ to: string } | { onSelect: () => void; isBusy?: boolean });

const TILE =
  'group relative grid min-w-15 justify-items-center gap-1.5 rounded-md text-center text-small whitespace-nowrap ' +
  'lg:min-h-17 lg:grid-cols-[auto_1fr] lg:items-center lg:justify-items-start lg:gap-3 lg:bg-ink-1 lg:px-3 lg:text-[14px] lg:hover:bg-ink-2';
const DISC =
  'relative grid size-15 place-items-center rounded-full bg-ink-2 shadow-[inset_0_1px_0_rgb(255_255_255/0.07)] transition-[background-color,scale] duration-90 group-hover:bg-ink-3 group-active:scale-98 max-[22.4rem]:size-13 lg:size-11';

function Tile(props: TileProps) {
  const { t } = useI18n();
  const { icon: Icon, label, name, tint, children } = props;
  const named = name && { 'aria-label': t(name) };
  const isBusy = 'isBusy' in props && props.isBusy === true;
  const face = (
    <>
      <span className={DISC}>
        <Icon aria-hidden="true" className={classNames('size-6.5 lg:size-5.5', tint, isBusy && 'animate-turn')} />
      </span>
      <span>{t(label)}</span>
      {children}
    </>
  );
  if ('to' in props)
    return (
      <Link to={props.to} {...named} className={TILE}>
        {face}
      </Link>
    );
  return (
    <button type="button" onClick={props.onSelect} disabled={isBusy} className={classNames(TILE, 'w-full')}>
      {face}
    </button>
  );
}

function Coins({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'figures absolute -top-1 left-[calc(50%+0.5rem)] h-5.5 min-w-5.5 rounded-full px-1.5 text-center text-tiny leading-5.5 font-bold ring-3 ring-ink-0 lg:-top-1.5 lg:left-8',
          count > 0 ? 'bg-copper text-ink-0' : 'bg-ink-3 text-muted',
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{count === 1 ? t('home.coin', { n: count }) : t('home.coins', { n: count })}</span>
    </>
  );
}

/** Holds the place of a tile that is not known yet. */
function TileSkeleton() {
  return (
    <span aria-hidden="true" className={TILE}>
      <Skeleton className="size-15 rounded-full max-[22.4rem]:size-13 lg:size-11" />
      <Skeleton className="h-5 w-12" />
    </span>
  );
}
