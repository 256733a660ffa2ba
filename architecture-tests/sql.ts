import { readdirSync, readFileSync } from 'node:fs';

const SERVER = new URL('../server/', import.meta.url);

/** A function, procedure or view of server/sql/. */
export type SqlDefinition = {
  /** `ledger` for server/sql/ledger.sql. */
  file: string;
  kind: 'function' | 'procedure' | 'view';
  name: string;
  /** From `create` to its end, without comments. */
  text: string;
  lines: number;
};

/** The files of a folder of the server, each with its text. */
export function readSqlFolder(folder: 'sql' | 'migrations'): { file: string; text: string }[] {
  const place = new URL(`${folder}/`, SERVER);
  return readdirSync(place)
    .map((name) => ({ file: name.replace('.sql', ''), text: readFileSync(new URL(name, place), 'utf8') }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

export const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '');

/** A function ends with its second `$$`, a view with its first semicolon. */
const DEFINITION = /^create or replace (?:(function|procedure) (\w+)[\s\S]*?^(?:end )?\$\$;$|(view) (\w+)[\s\S]*?;$)/gm;

export function readDefinitions(): SqlDefinition[] {
  return readSqlFolder('sql').flatMap(({ file, text }) =>
    [...text.matchAll(DEFINITION)].map(([whole, routine, routineName, view, viewName]) => ({
      file,
      kind: (routine ?? view) as SqlDefinition['kind'],
      name: routineName ?? viewName ?? '',
      text: withoutComments(whole),
      lines: whole.split('\n').length,
    })),
  );
}

/** The tables that a text writes. A partition counts as its table. */
export function tablesWrittenIn(sql: string): string[] {
  const written = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\()/gi;
  const inserted = /\binsert\s+into\s+([a-z_]+)\b/gi;
  const found = [...sql.matchAll(written), ...sql.matchAll(inserted)];
  return [...new Set(found.map(([, table = '']) => table.toLowerCase().replace(/_$/, '')))];
}

/** Strings that look like a key of the ledger, with `*` for what is put between literals by `||`. */
export function keysIn(sql: string): string[] {
  const concatenation = /'[a-z-]+\/[^']*'(?:\s*\|\|\s*(?:'[^']*'|[\w.]+(?:\([^()]*\))?(?:::\w+)?))*/g;
  return [...sql.matchAll(concatenation)].map(([text]) =>
    text
      .split('||')
      .map((part) => (part.trim().startsWith("'") ? part.trim().slice(1, -1) : '*'))
      .join(''),
  );
}

/** The texts between the parentheses of each call of a function. */
export function argumentsOf(name: string, sql: string): string[] {
  return [...sql.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ 0: call, index }) => {
    const start = index + call.length;
    let depth = 1;
    let at = start;
    for (; depth > 0 && at < sql.length; at++) depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0;
    return sql.slice(start, at - 1);
  });
}
