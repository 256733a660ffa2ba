import { expect, test } from 'vitest';
import { ROOT } from '../launch/tool.ts';
import { whyNot } from './copy.ts';
import { LISTS } from './lists.ts';

test('every slip can be made in the code as it stands, and its test is there to notice it', async () => {
  const slips = Object.values(LISTS).flat();
  const obstacles = await Promise.all(slips.map((slip) => whyNot(slip, ROOT)));
  expect(slips.flatMap(({ name }, at) => (obstacles[at] ? [`${name}: ${obstacles[at]}`] : []))).toEqual([]);
});
