import { expect, test } from 'vitest';
import { BY_ITSELF, cloneDatabase, waitingForLocks } from '../../test/harness.ts';
import { undone } from '../../test/undone.ts';
import type { Transaction } from '../platform/database.ts';
import { compareBooks } from './compare-books.ts';
import {
  type Difference,
  endFinding,
  endGone,
  explainedByItems,
  lockOpenFinding,
  openDays,
  openFindings,
  seeDifferences,
  takeTurn,
} from './findings.queries.ts';

const { db, owner } = await cloneDatabase();
await owner.query(`insert into operators (name, password_hash) values ('Nok', '-')`);

const difference = (more: Partial<Difference> = {}): Difference => ({
  ...{ kind: 'not in our books', subject: 'in REF1', currency: 'BAHT', expected: 0n, found: 5_00n, detail: 'a line' },
  ...more,
});

const passHours = (tx: Transaction, hours: number) =>
  tx.query('update clock set ahead = ahead + make_interval(hours => $1)', [hours]);

async function see(tx: Transaction, party: string, day: string | null, more: Partial<Difference> = {}) {
  const [id] = await seeDifferences(tx, { party, day }, [difference(more)]);
  return id ?? expect.fail('nothing was kept');
}

async function rowOf(tx: Transaction, id: bigint) {
  const { rows } = await tx.query('select * from findings where id = $1', [id]);
  return rows[0];
}

test('a comparison ends what it did not see again of its own party and day, and no other finding', () =>
  undone(db, async (tx) => {
    const scopes = [
      ['A', '2026-01-05'],
      ['A', '2026-01-06'],
      ['A', null],
      ['B', '2026-01-05'],
      ['', null],
    ] as const;
    const ids: bigint[] = [];
    for (const [party, day] of scopes) ids.push(await see(tx, party, day));
    const seen = await see(tx, 'A', '2026-01-05', { subject: 'in REF2' });
    await passHours(tx, 1);
    await endGone(tx, { party: 'A', day: '2026-01-05' }, [seen]);
    const [gone = 0n, ...others] = ids;
    expect((await openFindings(tx, 100)).findings.map(({ id }) => id)).toEqual([...others, seen]);
    const { first_seen_at, ...row } = await rowOf(tx, gone);
    expect(row).toMatchObject({ is_there: false, ended_by: null, ended_how: 'it is no longer there' });
    expect(row.ended_at.getTime() - first_seen_at.getTime()).toBe(60 * 60_000);
    await endGone(tx, { party: 'A', day: null }, []);
    expect((await openFindings(tx, 100)).findings.map(({ id }) => id)).toEqual([ids[1], ids[3], ids[4], seen]);
  }));

test('a finding that an operator has ended keeps the operator and the reason when it is gone', () =>
  undone(db, async (tx) => {
    const id = await see(tx, 'A', '2026-01-05');
    await endFinding(tx, id, { by: 'Nok', how: 'a fee' });
    const ended = { is_there: true, ended_by: 'Nok', ended_how: 'a fee', ended_at: expect.any(Date) };
    const before = await rowOf(tx, id);
    expect(before).toMatchObject(ended);
    await passHours(tx, 1);
    await endGone(tx, { party: 'A', day: '2026-01-05' }, []);
    expect(await rowOf(tx, id)).toEqual({ ...before, is_there: false });
  }));

test('a finding that is seen again is the same row, with the figures, words and time of now', () =>
  undone(db, async (tx) => {
    const id = await see(tx, 'A', '2026-01-05');
    const before = await rowOf(tx, id);
    await passHours(tx, 2);
    const seen = { expected: 1_00n, found: 6_00n, detail: 'another line' };
    expect(await see(tx, 'A', '2026-01-05', seen)).toBe(id);
    const last_seen_at = new Date(before.last_seen_at.getTime() + 2 * 60 * 60_000);
    expect(await rowOf(tx, id)).toEqual({ ...before, ...seen, last_seen_at });
    for (const other of [{ kind: 'another amount' }, { subject: 'in REF2' }, { currency: 'LAK' }])
      expect(await see(tx, 'A', '2026-01-05', other)).not.toBe(id);
  }));

test.each<[string, Partial<Difference>, boolean]>([
  ['the same figures', { detail: 'in other words' }, false],
  ['another amount of ours', { expected: 1n }, true],
  ['another amount of theirs', { found: 5_01n }, true],
  ['no amounts', { expected: null, found: null }, true],
])('a finding that an operator has ended and that is seen with %s is open again: %s', (_, more, isOpen) =>
  undone(db, async (tx) => {
    const id = await see(tx, 'A', null);
    await endFinding(tx, id, { by: 'Nok', how: 'a fee' });
    await see(tx, 'A', null, more);
    const ended = isOpen
      ? { ended_at: null, ended_by: null, ended_how: null }
      : { ended_at: expect.any(Date), ended_by: 'Nok', ended_how: 'a fee' };
    expect(await rowOf(tx, id)).toMatchObject(ended);
  }),
);

test('open findings are listed from the oldest on, so many as asked for, with the number of all', () =>
  undone(db, async (tx) => {
    const ids: bigint[] = [];
    for (const subject of ['in C', 'in A', 'in B', 'in D']) ids.push(await see(tx, 'A', null, { subject }));
    await endFinding(tx, ids[1] ?? 0n, { by: 'Nok', how: 'a fee' });
    // An old row that is written anew comes last in the table.
    await tx.query('update findings set detail = detail where id = $1', [ids[0]]);
    const { findings, total } = await openFindings(tx, 2);
    expect([findings.map(({ id }) => id), total]).toEqual([[ids[0], ids[2]], 3]);
  }));

test('the days with open findings of a party are its own, earlier ones, each once and in order', () =>
  undone(db, async (tx) => {
    for (const day of ['2026-01-07', '2026-01-05', '2026-01-06', '2026-01-08', '2026-01-09', null]) {
      await see(tx, 'A', day);
      await see(tx, 'A', day, { subject: 'in REF2' });
    }
    await see(tx, 'B', '2026-01-04');
    await endGone(tx, { party: 'A', day: '2026-01-06' }, []);
    expect(await openDays(tx, 'A', '2026-01-08')).toEqual(['2026-01-05', '2026-01-07']);
  }));

test('a party’s total is explained by its lines of that currency and direction until that day that are still there', () =>
  undone(db, async (tx) => {
    const explained = () => explainedByItems(tx, 'A', '2026-01-06', 'BAHT', 'in');
    expect(await explained()).toBe(0n);
    await see(tx, 'A', '2026-01-05', { expected: 0n, found: 1n });
    await see(tx, 'A', '2026-01-06', { expected: 10n, found: 0n });
    const accepted = await see(tx, 'A', '2026-01-04', { expected: 0n, found: 100n });
    await endFinding(tx, accepted, { by: 'Nok', how: 'a fee' });
    expect(await explained()).toBe(91n);
    await see(tx, 'A', '2026-01-07');
    await see(tx, 'A', '2026-01-03');
    await endGone(tx, { party: 'A', day: '2026-01-03' }, []);
    await see(tx, 'A', null, { subject: 'in' });
    await see(tx, 'B', '2026-01-05');
    await see(tx, 'A', '2026-01-05', { currency: 'LAK' });
    await see(tx, 'A', '2026-01-05', { subject: 'out in REF1' });
    await see(tx, 'A', '2026-01-05', {
      kind: 'no report',
      subject: 'the day',
      currency: '',
      expected: null,
      found: null,
    });
    expect(await explained()).toBe(91n);
  }));

/** Begins `act` in a transaction of its own, which has to wait until `holder` is over. */
async function waits<Result>(holder: Transaction, act: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const tx = await db.connect();
  try {
    await tx.query('begin');
    const acting = act(tx);
    await expect.poll(() => waitingForLocks(db), { ...BY_ITSELF, interval: 10 }).toBe(1);
    await holder.query('commit');
    return await acting;
  } finally {
    await tx.query('rollback');
    tx.release();
  }
}

test('the books are compared by one comparison at a time', () =>
  undone(db, async (tx) => {
    await takeTurn(tx, '');
    await undone(db, (other) => takeTurn(other, 'A'));
    await waits(tx, compareBooks);
  }));

test('a finding that an operator is ending is no longer open for the next operator', () =>
  undone(db, async (tx) => {
    const id = await see(tx, 'A', null);
    await tx.query('commit; begin');
    expect(await lockOpenFinding(tx, String(id))).toMatchObject({ id });
    await endFinding(tx, id, { by: 'Nok', how: 'a fee' });
    expect(await waits(tx, (other) => lockOpenFinding(other, String(id)))).toBeNull();
  }));
