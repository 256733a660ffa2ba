import { describe, expect, it } from 'vitest';
import { readStored, removeStored } from '../platform/storage.ts';
import { depositInSight, markRead, outcomeOf, rowsOf, takeUntold, tell, toneOf } from './outcomes.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-17T06:00:00Z');
const entry = { id: 'a', from: 'x', to: 'y', amount: 100, balanceAfter: null, createdAt: '2026-11-17T05:00:00Z' };
const deposit = { ...entry, statementType: 'deposit', status: 'SUCCESS' } as const;
const payout = { ...entry, id: 'b', statementType: 'withdraw', status: 'SUCCESS', step: 'PAID' } as const;
const CANCELLED = { ...payout, status: 'FAILED', step: 'CANCELLED' } as const;
const outcomes = (...entries: Parameters<typeof outcomeOf>[0][]) =>
  entries.map(outcomeOf).filter((one) => one !== null);
const KNOWN = { member: 'm', toasted: [], read: [] };

describe('outcomes of money', () => {
  it('are none while a movement goes on, and for what the service took', () => {
    expect(outcomeOf({ ...deposit, status: 'PROCESSING' })).toBeNull();
    const { step: _, ...correction } = payout;
    expect(outcomeOf(correction)).toBeNull();
  });

  it('of withdrawals that the member cancelled stand on home with their time, and no toast repeats them', () => {
    const cancelled = outcomes({ ...CANCELLED, endedAt: '2026-11-17T05:30:00Z' }, { ...payout, id: 'earlier' });
    const { toasts, told } = tell(KNOWN, 'm', cancelled, null);
    expect(toasts.map(({ id }) => id)).toEqual(['earlier']);
    expect(rowsOf(told, 'm', cancelled, NOW).map(({ id, step, at }) => [id, step, at])).toEqual([
      ['b', 'CANCELLED', '2026-11-17T05:30:00Z'],
      ['earlier', 'PAID', entry.createdAt],
    ]);
  });

  it('of money that the service gave are no deposits, also beside a QR code of the same amount', () => {
    const [given, paid] = outcomes({ ...deposit, from: 'service' }, { ...deposit, id: 'c' });
    expect([given?.isCorrection, paid?.isCorrection]).toEqual([true, undefined]);
    expect(tell(KNOWN, 'm', outcomes({ ...deposit, from: 'service' }), 100).toasts).toEqual([given]);
  });

  it('are told by a toast once, and again if a payout turns', () => {
    const first = tell(KNOWN, 'm', outcomes(deposit, payout), null);
    expect(first.toasts.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(tell(first.told, 'm', outcomes(deposit, payout), null).toasts).toEqual([]);
    const bounced = { ...payout, status: 'FAILED', step: 'RETURNED', reason: 'BOUNCED' } as const;
    expect(tell(first.told, 'm', outcomes(deposit, bounced), null).toasts).toMatchObject([{ reason: 'BOUNCED' }]);
  });

  it('are told in a browser that looks for the first time by rows of withdrawals alone', () => {
    for (const before of [null, { ...KNOWN, member: 'another' }]) {
      const { toasts, told } = tell(before, 'm', outcomes(deposit, payout), null);
      expect(toasts).toEqual([]);
      expect(rowsOf(told, 'm', outcomes(deposit, payout), NOW).map(({ id }) => id)).toEqual(['b']);
    }
  });

  it('are left to the deposit sheet where it shows the same amount', () => {
    const { toasts, told } = tell(KNOWN, 'm', outcomes(deposit, payout), 100);
    expect(toasts.map(({ id }) => id)).toEqual(['b']);
    expect(rowsOf(told, 'm', outcomes(deposit, payout), NOW).map(({ id }) => id)).toEqual(['b']);
    const others = outcomes({ ...deposit, amount: 100.01 }, { ...deposit, id: 'c', status: 'FAILED' });
    expect(tell(KNOWN, 'm', others, 100).toasts.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('have what was told, why, and when it ended', () => {
    expect(outcomeOf(deposit)).toEqual({
      id: 'a',
      amount: 100,
      status: 'SUCCESS',
      key: 'a/SUCCESS',
      at: entry.createdAt,
    });
    const returned = { ...payout, status: 'FAILED', step: 'RETURNED', endedAt: '2026-11-17T05:30:00Z' } as const;
    const told = { id: 'b', amount: 100, status: 'FAILED', step: 'RETURNED', at: '2026-11-17T05:30:00Z' };
    expect(outcomeOf(returned)).toEqual({ ...told, key: 'b/RETURNED' });
    expect(outcomeOf({ ...returned, reason: 'BANK' })).toEqual({ ...told, reason: 'BANK', key: 'b/BANK' });
  });

  it('of one member are never shown to another, and what is over is kept no longer', () => {
    expect(rowsOf(KNOWN, 'another', outcomes(deposit), NOW)).toEqual([]);
    expect(rowsOf(null, 'm', outcomes(deposit), NOW)).toEqual([]);
    const { told } = tell({ ...KNOWN, read: ['a/SUCCESS', 'long ago'] }, 'm', outcomes(deposit, payout), null);
    expect(told).toEqual({ member: 'm', toasted: ['a/SUCCESS', 'b/PAID'], read: ['a/SUCCESS'] });
  });

  it('are kept in the browser: told by one tab, they are told by no other, and those that were read stay so', () => {
    takeUntold('m', []);
    depositInSight.set(null);
    const both = outcomes(deposit, payout);
    expect(takeUntold('m', both).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(takeUntold('m', both)).toEqual([]);
    for (const one of both) if (one.id === 'b') markRead(one);
    takeUntold('m', both);
    const kept = JSON.parse(readStored('outcomes') ?? 'null');
    expect(rowsOf(kept, 'm', both, NOW).map(({ id }) => id)).toEqual(['a']);
    depositInSight.set(100);
    expect(takeUntold('m', outcomes({ ...deposit, id: 'c' }))).toEqual([]);
    depositInSight.set(null);
    removeStored('outcomes');
  });

  it('stand on home with what failed first, since home shows only a few', () => {
    const returned = { ...payout, id: 'c', status: 'FAILED', step: 'RETURNED' } as const;
    const rows = rowsOf(KNOWN, 'm', outcomes(deposit, payout, { ...CANCELLED, id: 'd' }, returned), NOW);
    expect(rows.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('are red where they failed, and not where the money came back', () => {
    const returned = { ...payout, status: 'FAILED', step: 'RETURNED' } as const;
    const told = outcomes(deposit, payout, { ...deposit, status: 'FAILED' }, returned);
    expect(told.map(toneOf)).toEqual(['success', 'success', 'error', 'info']);
  });

  it('leave home when they were read, or after a week from their end', () => {
    const late = { ...payout, endedAt: new Date(NOW - 6 * DAY_MS).toISOString(), createdAt: '2026-01-01T00:00:00Z' };
    expect(rowsOf(KNOWN, 'm', outcomes(late), NOW)).toHaveLength(1);
    expect(rowsOf(KNOWN, 'm', outcomes(late), NOW + DAY_MS - 1)).toHaveLength(1);
    expect(rowsOf(KNOWN, 'm', outcomes(late), NOW + DAY_MS)).toEqual([]);
    expect(rowsOf({ ...KNOWN, read: ['b/PAID'] }, 'm', outcomes(late), NOW)).toEqual([]);
  });
});
