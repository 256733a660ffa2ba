import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const componentsIn = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder)).filter((name) => /(?<!\.test)\.tsx$/.test(name));

test('the gallery shows every component of ui/, and no other', () => {
  expect(componentsIn('parts')).toEqual(componentsIn('../ui'));
});
