import { parseArgs } from 'node:util';
import { openActs } from '../acts.ts';
import { BadConfig, type Config } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import {
  type Database,
  inTransaction,
  openDatabase,
  type Transaction,
  WITHOUT_TIME_LIMITS,
} from '../platform/database.ts';
import { excessOfRights, UnknownSchema } from '../platform/known-schema.ts';
import { CannotDo } from '../staff/act.ts';
import { operatorOf } from '../staff/sign-in.ts';
import { type Command, findCommand } from './command.ts';
import { openCommands } from './commands.ts';
import { SESSION_COMMANDS } from './session-commands.ts';
import type { Terminal } from './terminal.ts';

/** A command as it was typed behind `npm run operator --`. */
export type Typed = { words: string[]; why: string; wantsHelp: boolean };

export function readTyped(args: string[]): Typed {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { why: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const wantsHelp = values.help === true || positionals.length === 0;
  return { words: positionals, why: values.why?.trim() ?? '', wantsHelp };
}

/** Does what was typed and says what is printed. An act and its audit entry are one transaction. */
export async function answer(
  db: Database,
  config: Config,
  terminal: Terminal,
  { words, why }: Pick<Typed, 'words' | 'why'>,
): Promise<string> {
  const session = SESSION_COMMANDS.find(({ name }) => name === words[0]);
  if (session) return session.run({ db, config, terminal }, words.slice(1));
  const found = findCommand(openCommands(openActs(config)), words);
  if (!found) throw new CannotDo(`There is no command "${words.join(' ')}". --help lists them.`);
  const { command, rest } = found;
  // The token that `sign-in` left in a file of this user. Name and roles are read anew for each command.
  const operator = await operatorOf(db, await terminal.readToken(), 'command');
  if (!operator) throw new CannotDo('Sign in first: npm run operator -- sign-in "<your name>"');
  if (!command.isReadOnly && !why) throw new CannotDo(`Say why: ${command.name} ${command.usage} --why "<reason>"`);
  const run = (replica?: Transaction) =>
    inTransaction(db, (tx) => command.run(tx, { operator, why }, rest, replica), WITHOUT_TIME_LIMITS);
  return command.isReport && config.replicaUrl ? withReplica(config, run) : run();
}

async function withReplica<T>(
  { replicaUrl, isProduction }: Config,
  work: (replica: Transaction) => Promise<T>,
): Promise<T> {
  const db = openDatabase(replicaUrl, 1);
  const read = async (replica: Transaction) => {
    const excess = isProduction ? await excessOfRights(replica, 'DATABASE_REPLICA_URL') : null;
    if (excess) throw new UnknownSchema(excess);
    return work(replica);
  };
  return inTransaction(db, read, `set transaction read only; ${WITHOUT_TIME_LIMITS}`).finally(() => db.end());
}

export function help(config: Config): string {
  const line = ({ name, usage, summary }: Pick<Command, 'name' | 'usage' | 'summary'>) =>
    `  ${`${name} ${usage}`.padEnd(44)} ${summary}`;
  return [
    'npm run operator -- <what> [--why "<reason>"]',
    '',
    ...SESSION_COMMANDS.map(line),
    '',
    ...openCommands(openActs(config)).map(line),
    '',
    'What changes something needs --why; it is written to the audit log with your name. Any field can be typed as',
    'name=value, and a long text as name=@file.',
  ].join('\n');
}

/** What is printed of a failure. */
export function sentenceFor(error: unknown): unknown {
  if (error instanceof CannotDo || error instanceof BadConfig || error instanceof UnknownSchema) return error.message;
  if (error instanceof AppError && error.code === 'WRONG_CREDENTIAL') return 'The name or the password is wrong.';
  if (error instanceof AppError && error.code === 'MONEY_STANDS_STILL')
    return 'No money moves: the database lacks commits that were confirmed. `standstill list` says since when, docs/money-stands-still.md what to do.';
  if (error instanceof AppError) return `Refused: ${error.code} ${JSON.stringify(error.fields ?? {})}`;
  // Node reads the options. Only the first sentence of its message is for an operator.
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message.split('. ')[0]}. --help lists what can be said.`;
  return error;
}
