import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Texts } from '../../staff/texts.ts';
import { DEFAULT_TEXTS } from './texts.ts';

export type TextName = keyof typeof DEFAULT_TEXTS;

export async function textNamed(db: Queryable, name: TextName): Promise<Texts> {
  const sql = 'select content from texts where name = $1 order by id desc limit 1';
  return (await maybeOne<{ content: Texts }>(db, sql, [name]))?.content ?? DEFAULT_TEXTS[name];
}

/** The entries of a text that is a list. */
export function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** No other operator changes a text until the end of the transaction. */
export async function lockText(tx: Transaction, name: TextName): Promise<Texts> {
  await tx.query('lock table texts in share row exclusive mode');
  return textNamed(tx, name);
}

export async function writeText(tx: Transaction, name: TextName, content: Texts, operator: string): Promise<void> {
  const sql = 'insert into texts (name, content, operator) values ($1, $2, $3)';
  await tx.query(sql, [name, JSON.stringify(content), operator]);
}

type TextVersion = { id: bigint; name: TextName; content: Texts; operator: string; at: Date };

/** Newest first. */
export function textVersions(db: Queryable, name: TextName | undefined, limit: number): Promise<TextVersion[]> {
  const sql = `select id, name, content, operator, at from texts where name = coalesce($1, name)
    order by id desc limit $2`;
  return many<TextVersion>(db, sql, [name, limit]);
}
