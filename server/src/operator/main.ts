import { homedir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { standsStill } from '../fence/commits.queries.ts';
import { openDatabase } from '../platform/database.ts';
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
    console.log(await answer(db, config, { askPassword, ...tokenIn(tokenFile) }, typed));
    if (await standsStill(db)) console.error('MONEY STANDS STILL: `standstill list` says why.');
  } finally {
    await db.end();
  }
}

main().catch((error: unknown) => {
  console.error(sentenceFor(error));
  process.exit(1);
});
