import { classNames } from '../../../ui/class-names.ts';
import { entryStatusOf } from '../../../wallet/entry-status.ts';
import { openMovement } from '../../../wallet/movement-place.ts';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import { DayHeading } from './day-heading.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryTime } from './entry-parts.tsx';
import { type Day, keyOf, type Line } from './lines.ts';
import { ResultActivity, ResultAmount, ResultIcon } from './result-parts.tsx';
import { StatusWord } from './status-chip.tsx';

/** For a phone: one row each, the amount where the eye looks for it. The whole row opens the movement. */
export function EntryList({ days }: { days: readonly Day[] }) {
  return days.map((day) => (
    <div key={day.day} className="border-ink-3/60 not-first:border-t">
      <h2 className="bg-ink-2/60 px-3 py-1.5">
        <DayHeading day={day} />
      </h2>
      <ul className="divide-y divide-ink-3/60">
        {day.lines.map((line) => (
          <li key={keyOf(line)}>
            <Row line={line} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

const ROW = 'flex min-h-15 w-full items-center gap-2.5 px-3 py-1.5 text-left';

function Row({ line: { entry, result } }: { line: Line }) {
  if (!entry) {
    return (
      <div className={ROW}>
        <ResultIcon />
        <div className="min-w-0 flex-1">
          <ResultActivity result={result} />
        </div>
        <ResultAmount result={result} />
      </div>
    );
  }
  return <EntryRow entry={entry} />;
}

export function EntryRow({ entry }: { entry: StatementEntry }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openMovement(entry.id)}
      className={classNames(ROW, '-outline-offset-2! transition-colors hover:bg-ink-2/60 active:bg-ink-3/60')}
    >
      <EntryIcon entry={entry} />
      <span className="min-w-0 flex-1">
        <EntryActivity entry={entry} /> <EntryTime entry={entry} />
      </span>{' '}
      <span className="flex shrink-0 flex-col items-end">
        <EntryAmount entry={entry} /> <StatusWord status={entryStatusOf(entry)} />
      </span>
    </button>
  );
}
