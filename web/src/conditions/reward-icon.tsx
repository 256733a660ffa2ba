import { FerrisWheel, Gift, type LucideIcon, RotateCcw, TicketPercent, Users } from 'lucide-react';
import type { RunningCondition } from './condition.queries.ts';

export const REWARD_ICONS: Record<RunningCondition['type'], LucideIcon> = {
  bonus: Gift,
  promotion: TicketPercent,
  invite: Users,
  refund: RotateCcw,
  luckydraw: FerrisWheel,
};

/** What kind of reward it is, for the eye; the words beside it say the same. */
export function RewardIcon({ type }: { type: RunningCondition['type'] }) {
  const Icon = REWARD_ICONS[type];
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-control bg-reward/15 text-reward">
      <Icon aria-hidden="true" className="size-6" />
    </span>
  );
}
