import { DayHeading } from './day-heading.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryBalance, EntryCancel, EntryTime } from './entry-parts.tsx';
import { entryStatusOf } from './entry-status.ts';
import { type Day, keyOf, type Line } from './lines.ts';
import { ResultActivity, ResultAmount, ResultDay, ResultIcon } from './result-parts.tsx';
import { StatusChip } from './status-chip.tsx';

/** For a phone: one row each, the amount where the eye looks for it. */
export function EntryList({ days }: { days: readonly Day[] }) {
  return days.map((day) => (
    <div key={day.day} className="border-ink-3/60 not-first:border-t">
      <h2 className="bg-ink-2/60 px-4 py-2">
        <DayHeading day={day} />
      </h2>
      <ul className="divide-y divide-ink-3/60">
        {day.lines.map((line) => (
          <li key={keyOf(line)} className="flex gap-3 px-4 py-3.5">
            <Row line={line} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Row({ line: { entry, result } }: { line: Line }) {
  if (!entry) {
    return (
      <>
        <ResultIcon />
        <div className="min-w-0 flex-1">
          <ResultActivity result={result} />
          <ResultDay result={result} />
        </div>
        <ResultAmount result={result} />
      </>
    );
  }
  return (
    <>
      <EntryIcon entry={entry} />
      <div className="min-w-0 flex-1">
        <EntryActivity entry={entry} />
        <div className="mt-0.5">
          <EntryTime entry={entry} />
        </div>
        <EntryCancel entry={entry} />
      </div>
      <div className="flex flex-col items-end gap-1">
        <EntryAmount entry={entry} />
        <EntryBalance entry={entry} isNamed />
        <StatusChip status={entryStatusOf(entry)} />
      </div>
    </>
  );
}
