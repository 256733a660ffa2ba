import { openActs } from '../server/src/acts.ts';
import { readConfig } from '../server/src/config.ts';
import { findCommand } from '../server/src/operator/command.ts';
import { openCommands } from '../server/src/operator/commands.ts';
import { type Database, inTransaction } from '../server/src/platform/database.ts';
import type { Operator } from '../server/src/staff/act.ts';
import { ROLES, type RoleName } from '../server/src/staff/roles.ts';

const roles = Object.keys(ROLES) as RoleName[];
const FIRST: Operator = { name: 'a tester', roles };
const SECOND: Operator = { name: 'another tester', roles };

/**
 * Somebody at the command line who may do everything: says a command's name and its words, as `npm run operator` runs
 * it, and is answered what it prints. What needs a second operator is approved by one, at once.
 */
export function operatorOf(db: Database, environment: Record<string, string> = {}) {
  const commands = openCommands(
    openActs(readConfig({ DATABASE_URL: 'postgres://of/nobody', APPROVED_LEAVE_AFTER_MS: '0', ...environment })),
  );
  const say = (operator: Operator, words: string[]): Promise<string> => {
    const found = findCommand(commands, words);
    if (!found) throw new Error(`There is no command ${words.join(' ')}.`);
    return inTransaction(db, (tx) => found.command.run(tx, { operator, why: 'a test' }, found.rest));
  };
  let known: Promise<unknown> | undefined;
  return async (name: string, ...values: string[]): Promise<string> => {
    known ??= db.query(
      'insert into operators (name, password_hash, roles) select unnest($1::text[]), $2, $3 on conflict do nothing',
      [[FIRST.name, SECOND.name], 'nobody signs in with it', roles],
    );
    await known;
    const answer = await say(FIRST, [...name.split(' '), ...values]);
    const request = /waits as request (\d+)/.exec(answer)?.[1];
    return request ? say(SECOND, ['requests', 'approve', request]) : answer;
  };
}
