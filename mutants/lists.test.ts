import { expect, test } from 'vitest';
import { ROOT } from '../launch/tool.ts';
import { whyNot } from './copy.ts';
import { LISTS } from './lists.ts';

test('every mutant can be made in the code as it stands, and its test is there to notice it', async () => {
  const mutants = Object.values(LISTS).flat();
  const obstacles = await Promise.all(mutants.map((mutant) => whyNot(mutant, ROOT)));
  expect(mutants.flatMap(({ name }, at) => (obstacles[at] ? [`${name}: ${obstacles[at]}`] : []))).toEqual([]);
});
