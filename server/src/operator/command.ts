import type { Config } from '../config.ts';
import { maybeOne, type Transaction } from '../platform/database.ts';

/** Something an operator asked for that cannot be done; its message is for them. */
export class CannotDo extends Error {}

export type Command = {
  /** What follows the command's name. */
  usage: string;
  summary: string;
  /** Changes nothing, so it needs no reason and leaves no trace. */
  readOnly?: true;
  run: (tx: Transaction, config: Config, ...values: string[]) => Promise<string>;
};

type MemberRow = { id: string; password_hash: string };

export async function findMember(tx: Transaction, config: Config, who: string | undefined): Promise<MemberRow> {
  const sql = 'select * from members where edition = $1 and (id = upper($2) or phone = $2) for update';
  const member = await maybeOne<MemberRow>(tx, sql, [config.edition, who ?? '']);
  if (!member) throw new CannotDo(`There is no member ${who ?? ''}: give an id or a phone number.`);
  return member;
}

export function oneOf<const T extends string>(value: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (!choice) throw new CannotDo(`Say ${choices.join(' or ')}.`);
  return choice;
}
