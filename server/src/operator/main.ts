import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { findShelf } from '../fence/commit-shelf.ts';
import { standsStill } from '../fence/commits.queries.ts';
import { openFence } from '../fence/fence.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { requireKnownSchema } from '../platform/known-schema.ts';
import { requireSafeStart } from '../platform/safe-start.ts';
import { answer, help, readTyped, sentenceFor } from './answer.ts';
import { askPassword } from './ask-password.ts';
import { tokenIn } from './token-file.ts';

const tokenFile = process.env.OPERATOR_TOKEN_FILE || join(homedir(), '.config', 'krapao', 'operator-token');

/** `npm run operator -- <what> --why "<reason>"`. */
async function main(): Promise<void> {
  const typed = readTyped(process.argv.slice(2));
  const config = readConfig(process.env);
  if (typed.wantsHelp) return console.log(help(config));
  const db = openDatabase(config.databaseUrl, 2);
  try {
    await requireKnownSchema(db);
    await requireSafeStart(config, db);
    await judge(db, config);
    console.log(await answer(db, config, { askPassword, ...tokenIn(tokenFile) }, typed));
  } finally {
    if (await standsStill(db).catch(() => false)) console.error('MONEY STANDS STILL: `standstill list` says why.');
    await db.end();
  }
}

/** Perhaps no node runs that would find out whether this database is behind. */
async function judge(db: Database, config: Config): Promise<void> {
  try {
    const shelf = await findShelf(config, db);
    if (shelf) await openFence().begin(db, shelf);
  } catch (error) {
    console.error('Whether the database has all that was committed is not known:', sentenceFor(error));
  }
}

main().catch((error: unknown) => {
  console.error(sentenceFor(error));
  process.exit(1);
});
