import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { newTemplate } from '../world/databases.ts';
import { startTemporaryPostgres } from './embedded-postgres.ts';
import { describeSchema } from './schema-snapshot.ts';
import { ROOT } from './tool.ts';

// `npm run schema`: writes server/schema.sql anew, after a change in server/migrations/ or server/sql/.
const postgres = await startTemporaryPostgres();
try {
  const template = await newTemplate(postgres.url('postgres'));
  const db = new pg.Client(postgres.url(template.name));
  await db.connect();
  await writeFile(join(ROOT, 'server/schema.sql'), await describeSchema(db).finally(() => db.end()));
} finally {
  await postgres.stop();
}
