import type { LucideIcon } from 'lucide-react';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Flag from 'lucide-react/icons/flag';
import Gift from 'lucide-react/icons/gift';
import Undo2 from 'lucide-react/icons/undo-2';
import { REWARD_ICONS } from '../../../conditions/reward-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { bonusEndOf, linkOf } from '../../../wallet/activity.ts';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import type { StatementType } from './statement-filter.ts';

type Look = { Icon: LucideIcon; tint: string };

const TYPES: Record<Exclude<StatementType, 'finish_bonus'>, Look> = {
  deposit: { Icon: ArrowDownLeft, tint: 'text-in' },
  withdraw: { Icon: ArrowUpRight, tint: 'text-muted' },
  transfer: { Icon: ArrowLeftRight, tint: 'text-muted' },
  bonus: { Icon: Gift, tint: 'text-reward' },
};

const BONUS_ENDS: Record<ReturnType<typeof bonusEndOf>, Look> = {
  met: { Icon: Flag, tint: 'text-reward' },
  ended: { Icon: Flag, tint: 'text-muted' },
  cancelled: { Icon: Undo2, tint: 'text-out' },
};

function lookOf(entry: StatementEntry): Look {
  const link = linkOf(entry);
  if (entry.statementType === 'finish_bonus') return BONUS_ENDS[bonusEndOf(entry)];
  if (entry.statementType === 'bonus' && link) return { Icon: REWARD_ICONS[link], tint: 'text-reward' };
  return TYPES[entry.statementType];
}

/** The kind of entry, for the eye; the text beside the icon says the same. */
export function EntryIcon({ entry }: { entry: StatementEntry }) {
  const { Icon, tint } = lookOf(entry);
  return (
    <span className={classNames('relative grid size-9 shrink-0 place-items-center', tint)}>
      <span className="absolute inset-0 rounded-control bg-current opacity-15" />
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
