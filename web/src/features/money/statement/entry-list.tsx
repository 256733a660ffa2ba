import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryTime } from './entry-parts.tsx';
import { entryStatusOf } from './entry-status.ts';
import type { StatementEntry } from './statement.queries.ts';
import { StatusChip } from './status-chip.tsx';

/** For a phone: one row each, the amount where the eye looks for it. */
export function EntryList({ entries }: { entries: readonly StatementEntry[] }) {
  return (
    <ul className="divide-y divide-ink-3/60">
      {entries.map((entry) => (
        <li key={entry.id} className="flex gap-3 px-4 py-3.5">
          <EntryIcon entry={entry} />
          <div className="min-w-0 flex-1">
            <EntryActivity entry={entry} />
            <div className="mt-0.5">
              <EntryTime entry={entry} />
            </div>
          </div>
          <div className="flex flex-col items-end gap-1">
            <EntryAmount entry={entry} />
            <StatusChip status={entryStatusOf(entry)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
