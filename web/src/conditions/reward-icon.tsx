import type { LucideIcon } from 'lucide-react';
import FerrisWheel from 'lucide-react/icons/ferris-wheel';
import Gift from 'lucide-react/icons/gift';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TicketPercent from 'lucide-react/icons/ticket-percent';
import Users from 'lucide-react/icons/users';
import { IconTile } from '../ui/icon-tile.tsx';
import type { RunningCondition } from './condition.queries.ts';

export const REWARD_ICONS: Record<RunningCondition['type'], LucideIcon> = {
  bonus: Gift,
  promotion: TicketPercent,
  invite: Users,
  refund: RotateCcw,
  luckydraw: FerrisWheel,
};

/** The kind of reward, for the eye; the text beside the icon says the same. */
export function RewardIcon({ type }: { type: RunningCondition['type'] }) {
  const Icon = REWARD_ICONS[type];
  return <IconTile icon={Icon} className="size-12 bg-reward/15 text-reward" iconClassName="size-6" />;
}
