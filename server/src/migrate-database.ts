import pg from 'pg';
import { BadConfig, readMigrating } from './config.ts';
import { CannotMigrate } from './platform/cannot-migrate.ts';
import { openDatabase } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';

/** Migrates as the owner of the database, before the nodes that need the new schema start. */
async function main(): Promise<void> {
  const { ownerUrl, databaseUrl, ...patience } = readMigrating(process.env);
  const owner = openDatabase(ownerUrl, 2);
  try {
    const appRole = new pg.Client({ connectionString: databaseUrl }).user ?? '';
    await migrate(owner, { appRole, ...patience, say: (sentence) => console.error(sentence) });
  } finally {
    await owner.end();
  }
}

process.on('disconnect', () => process.exit(1));

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sentenceFor(error));
    process.exit(1);
  },
);

function sentenceFor(error: unknown): unknown {
  if (error instanceof BadConfig || error instanceof CannotMigrate) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'The database cannot be reached: check DATABASE_OWNER_URL.';
  if (code === '42501')
    return `The role of DATABASE_OWNER_URL is not the owner (${message}): see docs/database-roles.md.`;
  return error;
}
