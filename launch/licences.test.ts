import { expect, test } from 'vitest';
import { isAllowed } from './licences.ts';

test.each(['MIT', 'MIT OR GPL-3.0', '(GPL-3.0 OR MIT) AND ISC', 'MIT AND (GPL-2.0 OR (ISC AND 0BSD))'])(
  '%s may be distributed',
  (licence) => {
    expect(isAllowed(licence, false)).toBe(true);
  },
);

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'MPL-2.0', '(MIT', 'SEE LICENSE IN FILE', '', 'MIT ISC'])(
  '"%s" may not be distributed',
  (licence) => {
    expect(isAllowed(licence, false)).toBe(false);
  },
);

test('file-level copyleft is allowed in development tools only', () => {
  expect(isAllowed('MPL-2.0', true)).toBe(true);
});

test('a separate library may have a licence that requires it to stay replaceable', () => {
  expect(isAllowed('Apache-2.0 AND LGPL-3.0-or-later', false, true)).toBe(true);
  expect(isAllowed('LGPL-3.0-or-later', false)).toBe(false);
  expect(isAllowed('GPL-3.0', false, true)).toBe(false);
});
