import { expect, test } from 'vitest';
import type { Translate } from '../i18n/dictionary.ts';
import { translate } from '../i18n/dictionary.ts';
import en from '../i18n/en.json' with { type: 'json' };
import { activityOf } from './activity.ts';
import type { StatementEntry } from './movements.queries.ts';

const t: Translate = (key, ...values: [Record<string, string | number>?]) => translate(en[key], values[0]);
const games = [{ code: 'pg', name: 'PG' }];

function entry(parts: Partial<StatementEntry>): StatementEntry {
  return {
    id: '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e',
    statementType: 'deposit',
    status: 'SUCCESS',
    from: 'KBANK',
    to: 'wallet',
    amount: 100,
    createdAt: '2026-11-15T08:00:00.000Z',
    balanceAfter: null,
    ...parts,
  };
}

test.each([
  [{}, 'Deposit from KBANK'],
  [{ from: 'TRUEMONEY' }, 'Deposit from True Wallet'],
  [{ from: 'MANUAL' }, 'Manual deposit'],
  [{ statementType: 'withdraw', from: 'wallet', to: 'SCB' }, 'Withdrawal to SCB'],
  [{ from: 'service' }, 'Correction'],
  [{ statementType: 'withdraw', from: 'wallet', to: 'service' }, 'Correction'],
  [{ statementType: 'transfer', from: 'wallet', to: 'pg' }, 'Transfer Main wallet → PG'],
  [{ statementType: 'transfer', from: 'all', to: 'wallet' }, 'Transfer All accounts → Main wallet'],
  [{ statementType: 'transfer', from: 'joker', to: 'pg' }, 'Transfer JOKER → PG'],
  [{ statementType: 'finish_bonus', from: 'bonus' }, 'Bonus condition ended'],
] as const)('%j reads "%s"', (parts, text) => {
  expect(activityOf(entry(parts), t, games)).toEqual({ text, detail: null });
});

test.each([
  [{ status: 'SUCCESS', amount: 0 }, 'Promotion: condition met'],
  [{ status: 'FAILED', amount: 0 }, 'Promotion: condition ended'],
  [{ status: 'SUCCESS', amount: -50 }, 'Promotion cancelled'],
  [{ status: 'SUCCESS', amount: 0, from: 'wallet', to: 'bonus' }, 'Promotion cancelled'],
] as const)('the end of a condition with %j reads "%s"', (parts, text) => {
  const end = entry({ ...parts, statementType: 'finish_bonus', promotion: { description: 'WELCOME50' } });
  expect(activityOf(end, t, games)).toEqual({ text, detail: 'WELCOME50' });
});

test('a linked item says what the money is for and how it is called', () => {
  const refund = entry({ statementType: 'bonus', refund: { description: '5% of 14/11' } });
  expect(activityOf(refund, t, games)).toEqual({ text: 'Refund', detail: '5% of 14/11' });
});
