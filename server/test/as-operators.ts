import { SHORT_DOUBTS } from '../../world/doubts.ts';
import { openActs } from '../src/acts.ts';
import { readConfig } from '../src/config.ts';
import { findCommand } from '../src/operator/command.ts';
import { openCommands } from '../src/operator/commands.ts';
import { type Database, inTransaction } from '../src/platform/database.ts';
import type { RoleName } from '../src/staff/roles.ts';

/** Operators of these roles at the command line, each in their own name: what needs a second one waits for it. */
export async function sayAs<Name extends string>(db: Database, roles: Record<Name, RoleName[]>) {
  const commands = openCommands(openActs(readConfig({ DATABASE_URL: 'postgres://of/nobody', ...SHORT_DOUBTS })));
  for (const [name, of] of Object.entries(roles))
    await db.query(`insert into operators (name, password_hash, roles) values ($1, 'nobody signs in with it', $2)`, [
      name,
      of,
    ]);
  return (name: Name, command: string, ...values: string[]): Promise<string> => {
    const words = [...command.split(' '), ...values];
    const found = findCommand(commands, words);
    if (!found) throw new Error(`There is no command ${words.join(' ')}.`);
    const by = { operator: { name, roles: roles[name] }, why: 'a test' };
    return inTransaction(db, (tx) => found.command.run(tx, by, found.rest));
  };
}
