import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import Gift from 'lucide-react/icons/gift';
import Layers from 'lucide-react/icons/layers';
import Pencil from 'lucide-react/icons/pencil-line';
import WalletIcon from 'lucide-react/icons/wallet';
import { classNames } from '../../../ui/class-names.ts';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';

const ICONS = { [MAIN_WALLET]: WalletIcon, [SERVICE]: Pencil, all: Layers, bonus: Gift } as const;
/** As far as their marks have another name than their place. */
const MARKS: Record<string, string> = { TRUEMONEY: 'TRUE' };

const ROADS = {
  PROCESSING:
    'bg-[repeating-linear-gradient(135deg,var(--color-info)_0_4px,color-mix(in_srgb,var(--color-info)_35%,transparent)_4px_8px)]',
  SUCCESS: 'bg-in',
  FAILED: 'bg-ink-3',
} as const;

type PlaceMarksProps = { movement: StatementEntry; games: readonly GameAccount[] };

/** From where to where, for the eye; the text below says the same. */
export function PlaceMarks({ movement: { from, to, status }, games }: PlaceMarksProps) {
  return (
    <div aria-hidden="true" className="flex items-center gap-2.5">
      <Mark place={from} games={games} />
      {from !== to && (
        <>
          <span className={classNames('h-1.5 w-11 rounded-full', ROADS[status])} />
          <Mark place={to} games={games} />
        </>
      )}
    </div>
  );
}

function Mark({ place, games }: { place: string; games: readonly GameAccount[] }) {
  const game = games.find(({ code }) => code === place);
  if (game) return <GameArt game={game} className="size-12 rounded-control" />;
  const Icon = place === 'MANUAL' ? Pencil : ICONS[place as keyof typeof ICONS];
  if (Icon) return <IconTile icon={Icon} className="size-12 bg-ink-3 text-text" iconClassName="size-6" />;
  return <BankMark code={MARKS[place] ?? place} className="size-12" />;
}
