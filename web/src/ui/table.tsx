import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  label: string;
  /** A column of buttons has a name for screen readers only. */
  isLabelHidden?: boolean;
  cell: (row: Row, at: number) => ReactNode;
  isRight?: boolean;
  /** Names the row. */
  isRowHead?: boolean;
  className?: string;
};

const LOOKS = {
  /** In a narrow sheet. */
  sheet: {
    isBoxed: true,
    label: 'px-2 py-2.5 text-tiny whitespace-nowrap first:pl-4 last:pr-4',
    cell: 'px-2 py-2.5 first:pl-4 last:pr-4',
  },
  wideSheet: {
    isBoxed: true,
    label: 'px-3 py-2.5 text-small first:pl-4 last:pr-4',
    cell: 'px-3 py-3 first:pl-4 last:pr-4',
  },
  /** As wide as its card. */
  card: {
    isBoxed: false,
    label: 'px-3 py-3 text-small first:pl-5 last:pr-5',
    cell: 'px-3 py-3.5 first:pl-5 last:pr-5',
  },
  page: { isBoxed: false, label: 'px-5 py-3 text-small', cell: 'px-5 py-3.5' },
} as const;

type TableProps<Row> = {
  look: keyof typeof LOOKS;
  title: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
} & ({ rows: readonly Row[] } | { groups: readonly RowGroup<Row>[] });

type RowGroup<Row> = { key: string; head: ReactNode; rows: readonly Row[] };

export function Table<Row>({ look, title, columns, keyOf, ...rest }: TableProps<Row>) {
  const groups = 'groups' in rest ? rest.groups : [{ key: '', head: null, rows: rest.rows }];
  const { isBoxed, label: labelClass, cell: cellClass } = LOOKS[look];
  const table = (
    <table className="w-full text-left">
      <caption className="sr-only">{title}</caption>
      <thead className={classNames('border-b border-ink-3', isBoxed && 'bg-ink-2/60')}>
        <tr>
          {columns.map(({ label, isLabelHidden, isRight }) => (
            <th
              key={label}
              scope="col"
              className={classNames(labelClass, 'font-semibold text-muted', isRight && 'text-right')}
            >
              {isLabelHidden ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ key, head, rows }) => (
        <tbody key={key} className="divide-y divide-ink-3/60 border-ink-3/60 not-first-of-type:border-t">
          {head && (
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className="bg-ink-2/60 px-5 py-2 font-normal">
                {head}
              </th>
            </tr>
          )}
          {rows.map((row, at) => (
            <tr key={keyOf(row)} className={isBoxed ? undefined : 'relative transition-colors hover:bg-ink-2/40'}>
              {columns.map((column) => (
                <Cell key={column.label} column={column} className={cellClass}>
                  {column.cell(row, at)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
  return isBoxed ? <div className="overflow-hidden rounded-md border border-ink-3">{table}</div> : table;
}

type CellProps = {
  column: Pick<Column<never>, 'isRight' | 'isRowHead' | 'className'>;
  className: string;
  children: ReactNode;
};

function Cell({ column: { isRight, isRowHead, className: own }, className, children }: CellProps) {
  const classes = classNames(className, isRight && 'text-right', isRowHead && 'font-normal', own);
  return isRowHead ? (
    <th scope="row" className={classes}>
      {children}
    </th>
  ) : (
    <td className={classes}>{children}</td>
  );
}
