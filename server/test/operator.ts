import { expect } from 'vitest';
import { openActs } from '../src/acts.ts';
import { readConfig } from '../src/config.ts';
import { findCommand } from '../src/operator/command.ts';
import { openCommands } from '../src/operator/commands.ts';
import { type Database, inTransaction } from '../src/platform/database.ts';

/** Somebody at the command line: says a command's name and its words, as `npm run operator` runs it, and is answered what it prints. */
export function operatorOf(db: Database, environment: Record<string, string> = {}) {
  const config = readConfig({ DATABASE_URL: 'postgres://of/nobody', ...environment });
  const commands = openCommands(openActs(config));
  const by = { operator: { name: 'a tester' }, why: 'a test' };
  return (name: string, ...values: string[]): Promise<string> => {
    const { command, rest } = findCommand(commands, [...name.split(' '), ...values]) ?? expect.fail(`no ${name}`);
    return inTransaction(db, (tx) => command.run(tx, by, rest));
  };
}
