import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { openActs } from '../acts.ts';
import { BadConfig, readConfig } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, openDatabase, WITHOUT_TIME_LIMITS } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { CannotDo } from '../staff/act.ts';
import { type Command, findCommand } from './command.ts';
import { openCommands } from './commands.ts';

/** `npm run operator -- <what> --why "<reason>"`: every act and its audit entry are one transaction. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { why: { type: 'string' }, by: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const config = readConfig(process.env);
  const commands = openCommands(openActs(config));
  if (values.help || positionals.length === 0) return console.log(help(commands));
  const found = findCommand(commands, positionals);
  if (!found) throw new CannotDo(`There is no command "${positionals.join(' ')}". --help lists them.`);
  const { command, rest } = found;
  const why = values.why?.trim() ?? '';
  if (!command.isReadOnly && !why) throw new CannotDo(`Say why: ${command.name} ${command.usage} --why "<reason>"`);

  const db = openDatabase(config.databaseUrl, 1);
  try {
    await migrate(db);
    const answer = await inTransaction(db, async (tx) => {
      await tx.query(WITHOUT_TIME_LIMITS);
      return command.run(tx, { operator: { name: values.by ?? userInfo().username }, why }, rest);
    });
    console.log(answer);
  } finally {
    await db.end();
  }
}

function help(commands: Command[]): string {
  return [
    'npm run operator -- <what> [--why "<reason>"] [--by <your name>]',
    '',
    ...commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(44)} ${summary}`),
    '',
    'What changes something needs --why; it is written to the audit log with your name.',
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
