import { parseArgs } from 'node:util';
import { openActs } from '../acts.ts';
import { BadConfig, type Config, readConfig } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import { type Database, inTransaction, openDatabase, WITHOUT_TIME_LIMITS } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { CannotDo } from '../staff/act.ts';
import { operatorOf } from '../staff/sign-in.ts';
import { type Command, findCommand } from './command.ts';
import { openCommands } from './commands.ts';
import { SESSION_COMMANDS } from './session-commands.ts';
import { readToken } from './token-file.ts';

/** `npm run operator -- <what> --why "<reason>"`: every act and its audit entry are one transaction. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { why: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const config = readConfig(process.env);
  const commands = openCommands(openActs(config));
  if (values.help || positionals.length === 0) return console.log(help(commands));
  const db = openDatabase(config.databaseUrl, 2);
  try {
    await migrate(db);
    console.log(await answer(db, config, commands, positionals, values.why?.trim() ?? ''));
  } finally {
    await db.end();
  }
}

async function answer(
  db: Database,
  config: Config,
  commands: Command[],
  words: string[],
  why: string,
): Promise<string> {
  const session = SESSION_COMMANDS.find(({ name }) => name === words[0]);
  if (session) return session.run(db, config, words.slice(1));
  const found = findCommand(commands, words);
  if (!found) throw new CannotDo(`There is no command "${words.join(' ')}". --help lists them.`);
  const { command, rest } = found;
  const operator = await operatorOf(db, await readToken(), 'command');
  if (!operator) throw new CannotDo('Sign in first: npm run operator -- sign-in "<your name>"');
  if (!command.isReadOnly && !why) throw new CannotDo(`Say why: ${command.name} ${command.usage} --why "<reason>"`);
  return inTransaction(db, async (tx) => {
    await tx.query(WITHOUT_TIME_LIMITS);
    return command.run(tx, { operator, why }, rest);
  });
}

function help(commands: Command[]): string {
  const line = ({ name, usage, summary }: Pick<Command, 'name' | 'usage' | 'summary'>) =>
    `  ${`${name} ${usage}`.padEnd(44)} ${summary}`;
  return [
    'npm run operator -- <what> [--why "<reason>"]',
    '',
    ...SESSION_COMMANDS.map(line),
    '',
    ...commands.map(line),
    '',
    'What changes something needs --why; it is written to the audit log with your name. Any field can be typed as',
    'name=value, and a long text as name=@file.',
  ].join('\n');
}

main().catch((error: unknown) => {
  console.error(sentenceFor(error));
  process.exit(1);
});

function sentenceFor(error: unknown): unknown {
  if (error instanceof CannotDo || error instanceof BadConfig) return error.message;
  if (error instanceof AppError) return `Refused: ${error.code} ${JSON.stringify(error.fields ?? {})}`;
  return error;
}
