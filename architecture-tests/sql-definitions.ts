import { readdirSync, readFileSync } from 'node:fs';
import { normalised, withoutComments } from './sql.ts';

const SERVER = new URL('../server/', import.meta.url);

type SqlText = { file: string; text: string };

/** What a file of server/sql/ defines. */
export type SqlDefinition = {
  /** `ledger` for server/sql/ledger.sql. */
  file: string;
  kind: 'function' | 'procedure' | 'view' | 'trigger';
  /** Of a trigger: `table.name`. */
  name: string;
  /** The whole statement, in one spelling. */
  text: string;
  lines: number;
};
/** A statement that defines nothing, or spells it so that it is not found when the files are applied. */
type OtherStatement = { file: string; line: number; text: string };

/** The files of a folder of the server, each with its text. */
export function readSqlFolder(folder: 'sql' | 'migrations'): SqlText[] {
  const place = new URL(`${folder}/`, SERVER);
  return readdirSync(place)
    .map((name) => ({ file: name.replace('.sql', ''), text: readFileSync(new URL(name, place), 'utf8') }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** A semicolon inside a string or a body ends no statement. */
const STATEMENT = /(?:'(?:''|[^'])*'|(\$\w*\$)[\s\S]*?\1|[^;])+;?/g;

/** The one spelling that the server finds (`definedIn` of server/src/platform/sql-files.ts). */
const DEFINITION = /^create or replace (function|procedure|view|trigger) (\w+)(?=[\s(])/;
const TRIGGER = /^create or replace trigger (\w+)\s[^;]*?\son (\w+)\s[^;]*\sexecute function \w+\(/;

export function readStatements({ file, text }: SqlText): { defined: SqlDefinition[]; others: OtherStatement[] } {
  const defined: SqlDefinition[] = [];
  const others: OtherStatement[] = [];
  const bare = withoutComments(text);
  for (const { 0: found, index } of bare.matchAll(STATEMENT)) {
    const statement = found.trim();
    if (statement === '') continue;
    const start = index + found.indexOf(statement);
    const [, kind, name = ''] = DEFINITION.exec(statement) ?? [];
    const [, trigger, table] = TRIGGER.exec(statement) ?? [];
    const isRead = kind && isAtLineStart(bare, start) && (kind !== 'trigger' || trigger) && !/\$\w+\$/.test(statement);
    if (isRead)
      defined.push({
        file,
        kind: kind as SqlDefinition['kind'],
        name: kind === 'trigger' ? `${table}.${trigger}` : name,
        text: normalised(statement),
        lines: statement.split('\n').length,
      });
    else others.push({ file, line: bare.slice(0, start).split('\n').length, text: statement });
  }
  return { defined, others };
}

const isAtLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n';

/** The function that a trigger runs. */
export const functionOf = ({ text }: SqlDefinition) => /\bexecute function (\w+)/.exec(text)?.[1] ?? '';
