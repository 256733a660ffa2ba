import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, openDatabase, WITHOUT_TIME_LIMITS } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { CannotDo, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** `npm run operator -- <what> --why "<reason>"`: every act and its audit entry are one transaction. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { why: { type: 'string' }, by: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const found = findCommand(positionals);
  if (values.help || positionals.length === 0) return console.log(help());
  if (!found) throw new CannotDo(`There is no command "${positionals.join(' ')}". --help lists them.`);
  const { name, command, rest } = found;
  const why = values.why?.trim();
  if (!command.readOnly && !why) throw new CannotDo(`Say why: ${name} ${command.usage} --why "<reason>"`);

  const config = readConfig(process.env);
  const db = openDatabase(config.databaseUrl, 1);
  try {
    await migrate(db);
    const answer = await inTransaction(db, async (tx) => {
      await tx.query(WITHOUT_TIME_LIMITS);
      if (!command.readOnly) {
        const act = [name, ...rest].join(' ');
        await tx.query('insert into audit_log (operator, act, why) values ($1, $2, $3)', [
          values.by ?? userInfo().username,
          act,
          why,
        ]);
      }
      return command.run(tx, config, ...rest);
    });
    console.log(answer);
  } finally {
    await db.end();
  }
}

function findCommand(words: string[]): { name: string; command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = COMMANDS[name];
    if (command) return { name, command, rest: words.slice(length) };
  }
  return null;
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(44)} ${summary}`,
  );
  return [
    'npm run operator -- <what> [--why "<reason>"] [--by <your name>]',
    '',
    ...lines,
    '',
    'What changes something needs --why; it is written to the audit log with your name.',
  ].join('\n');
}

main().catch((error: unknown) => {
  console.error(sentenceFor(error));
  process.exit(1);
});

function sentenceFor(error: unknown): unknown {
  if (error instanceof CannotDo) return error.message;
  if (error instanceof AppError) return `Refused: ${error.code} ${JSON.stringify(error.fields ?? {})}`;
  return error;
}
