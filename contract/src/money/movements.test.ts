import { expect, test } from 'vitest';
import { STATEMENT_TYPES } from './limits.ts';
import { movementReference } from './movements.ts';

test('a reference is short, says the kind, and stays the same however the id is written', () => {
  const id = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';
  expect(movementReference({ id, statementType: 'withdraw' })).toBe('WD-3F2B-8F0E');
  expect(movementReference({ id: id.toUpperCase(), statementType: 'withdraw' })).toBe('WD-3F2B-8F0E');
  const kinds = STATEMENT_TYPES.map((statementType) => movementReference({ id, statementType }));
  expect(new Set(kinds).size).toBe(STATEMENT_TYPES.length);
});
