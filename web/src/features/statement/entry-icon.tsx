import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  FerrisWheel,
  Flag,
  Gift,
  type LucideIcon,
  RotateCcw,
  TicketPercent,
  Users,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { type Link, linkOf } from './activity.ts';
import type { StatementEntry } from './statement.queries.ts';
import type { StatementType } from './statement-filter.ts';

type Look = { Icon: LucideIcon; tint: string };

const TYPES: Record<StatementType, Look> = {
  deposit: { Icon: ArrowDownLeft, tint: 'text-in' },
  withdraw: { Icon: ArrowUpRight, tint: 'text-out' },
  transfer: { Icon: ArrowLeftRight, tint: 'text-info' },
  bonus: { Icon: Gift, tint: 'text-reward' },
  finish_bonus: { Icon: Flag, tint: 'text-gold' },
};

const BONUSES: Record<Link, LucideIcon> = {
  bonus: Gift,
  promotion: TicketPercent,
  invite: Users,
  refund: RotateCcw,
  luckydraw: FerrisWheel,
};

/** What kind of entry it is, for the eye; the words beside it say the same. */
export function EntryIcon({ entry }: { entry: StatementEntry }) {
  const { Icon: TypeIcon, tint } = TYPES[entry.statementType];
  const link = linkOf(entry);
  const Icon = entry.statementType === 'bonus' && link ? BONUSES[link] : TypeIcon;
  return (
    <span className={classNames('relative grid size-10.5 shrink-0 place-items-center', tint)}>
      <span className="absolute inset-0 rounded-control bg-current opacity-15" />
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
