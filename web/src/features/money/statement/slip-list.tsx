import { statusOf } from '../../../wallet/entry-status.ts';
import { SlipAmount, SlipReason, SlipTime, ViewImage } from './slip-parts.tsx';
import type { Slip } from './slips.queries.ts';
import { StatusChip } from './status-chip.tsx';

type SlipsProps = { slips: readonly Slip[]; onView: (slip: Slip) => void };

export function SlipList({ slips, onView }: SlipsProps) {
  return (
    <ul className="divide-y divide-ink-3/60 rounded-md bg-ink-2">
      {slips.map((slip) => (
        <li key={slip.reference} className="px-4 py-3.5">
          <div className="flex items-center justify-between gap-3">
            <div>
              <p className="flex items-center gap-2.5 text-lead">
                <SlipAmount slip={slip} />
                <StatusChip status={statusOf(slip.status)} />
              </p>
              <p className="text-muted">
                <SlipTime slip={slip} />
              </p>
            </div>
            <ViewImage slip={slip} onView={onView} />
          </div>
          <SlipReason slip={slip} />
        </li>
      ))}
    </ul>
  );
}
