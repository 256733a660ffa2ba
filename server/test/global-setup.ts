import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Postgres, startTemporaryPostgres } from '../../launch/embedded-postgres.ts';
import { openDatabase } from '../src/platform/database.ts';
import { migrate } from '../src/platform/migrate.ts';

/** One server for the whole run, and one migrated database in it that every test file clones. */
export default async function setup(project: TestProject) {
  let ownServer: Postgres | undefined;
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    ownServer = await startTemporaryPostgres();
    url = ownServer.url('postgres');
  }
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const templateName = `template_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${templateName}`);
  const template = openDatabase(Object.assign(new URL(url), { pathname: `/${templateName}` }).href, 1);
  await migrate(template);
  await template.end();
  project.provide('postgresUrl', url);
  project.provide('templateName', templateName);
  return async () => {
    await admin.query(`drop database ${templateName}`);
    await admin.end();
    await ownServer?.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
  }
}
