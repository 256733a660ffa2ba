import { migrateDatabase, openDatabase } from './database.ts';
import { readSettings } from './settings.ts';

// `npm run migrate`: before new nodes start. Uses the database of a running `npm start`, or starts one for this command.
try {
  const database = await openDatabase(readSettings(process.env, []));
  await migrateDatabase(database).finally(() => (database.wasRunning ? undefined : database.stop()));
  console.log('The database has the schema of this version.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
