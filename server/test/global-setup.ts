import type { TestProject } from 'vitest/node';
import { startTemporaryPostgres } from '../../launch/embedded-postgres.ts';
import { newTemplate } from '../../world/databases.ts';

/** One server for the whole run, and one migrated database in it that every test file clones. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? undefined : await startTemporaryPostgres();
  const url = given ?? own?.url('postgres') ?? '';
  const template = await newTemplate(url);
  project.provide('postgresUrl', url);
  project.provide('templateName', template.name);
  return async () => {
    await template.remove();
    await own?.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
  }
}
