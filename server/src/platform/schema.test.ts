import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeSchema } from '../../../launch/schema-snapshot.ts';
import { cloneDatabase } from '../../test/harness.ts';

const SNAPSHOT = new URL('../../schema.sql', import.meta.url);

test('server/schema.sql is the schema of a migrated database ("npm run schema" writes it)', async () => {
  const { owner } = await cloneDatabase();
  expect(await describeSchema(owner)).toBe(await readFile(SNAPSHOT, 'utf8'));
});
