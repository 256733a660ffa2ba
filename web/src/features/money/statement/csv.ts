/** Spreadsheets run a text that begins like this as a formula. */
const FORMULA = /^[\s]*[=+\-@]|^[\t\r\n]/;
/** Tells a spreadsheet that the file is UTF-8; without it Thai and Lao come out as rubbish. */
const BYTE_ORDER_MARK = '\ufeff';

/** A number is written bare, so that it can be summed up; a text is made safe. */
export type Cell = string | { number: string };

export function csvText(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
