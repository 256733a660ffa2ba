import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('production is not started on the embedded database, and says where to read what it needs', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => readSettings(production, [])).toThrow(/^DATABASE_URL is missing: .*docs\/deployment\.md/);
  const named = { ...production, DATABASE_URL: 'postgres://krapao@localhost/krapao' };
  expect(readSettings(named, [])).toMatchObject({ production: true, databaseUrl: named.DATABASE_URL });
  expect(readSettings({}, [])).toMatchObject({ production: false, databaseUrl: undefined });
});
