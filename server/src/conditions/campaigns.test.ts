import { expect, test, vi } from 'vitest';
import { BY_ITSELF, cloneDatabase, waitingForLocks } from '../../test/harness.ts';
import { inTransaction, type Queryable } from '../platform/database.ts';
import {
  type CampaignTerms,
  campaignVersions,
  insertCampaign,
  lockCampaigns,
  switchCampaign,
} from './campaign-rows.ts';
import { BLANK } from './campaign-terms.ts';
import {
  type Campaign,
  findCampaign,
  openCampaigns,
  requireBudget,
  requireSameTerms,
  returnBudget,
  spendBudget,
} from './campaigns.ts';

const { db } = await cloneDatabase();
const TERMS: CampaignTerms = {
  ...BLANK,
  ...{ rate_percent: 50, cap: 200_00n, minimum: 10_00n, limit_type: 'day', max_received: 1 },
  ...{ success_percent: 200, fail_percent: 5, budget: 100_00n },
};
type Key = Pick<Campaign, 'kind' | 'code' | 'currency'>;

async function open(key: Partial<Key> & { code: string }, terms: Partial<CampaignTerms> = {}): Promise<Key> {
  const whole = { kind: 'bonus', currency: 'BAHT', ...key } as const;
  await insertCampaign(db, whole, { ...TERMS, ...terms }, { operator: 'a tester' });
  await switchCampaign(db, whole, true, { operator: 'a tester' });
  return whole;
}
const spentOf = async ({ kind, code, currency }: Key, on: Queryable = db) => {
  const sql = 'select spent from campaigns where kind = $1 and code = $2 and currency = $3';
  return (await on.query<{ spent: bigint }>(sql, [kind, code, currency])).rows[0]?.spent;
};
const spend = (key: Key, amount: bigint) => inTransaction(db, (tx) => spendBudget(tx, key, amount));

test('a campaign is given from the moment at which it opens to the one before it closes, and only if it is open', async () => {
  const key = await open({ code: 'TIMES' });
  const given = (opens: string | null, closes: string | null, isOpen = true) =>
    inTransaction(db, async (tx) => {
      const sql = `update campaigns set is_open = $3, opens_at = app_now() + $1::interval, closes_at = app_now() + $2::interval
        where code = 'TIMES'`;
      await tx.query(sql, [opens, closes, isOpen]);
      const listed = (await openCampaigns(tx, 'bonus', 'BAHT')).some(({ code }) => code === 'TIMES');
      const found = (await findCampaign(tx, key.kind, key.code, key.currency))?.is_given;
      expect(found).toBe(listed);
      return listed;
    });
  expect(await given(null, null)).toBe(true);
  expect(await given(null, null, false)).toBe(false);
  expect(await given('0 seconds', '1 microsecond')).toBe(true);
  expect(await given('1 microsecond', null)).toBe(false);
  expect(await given(null, '0 seconds')).toBe(false);
  await db.query(`update campaigns set is_open = false where code = 'TIMES'`);
});

test('campaigns are listed of one kind and currency, by their place and then by their code', async () => {
  await open({ code: 'B1' }, { position: 2 });
  await open({ code: 'C1' }, { position: 1 });
  await open({ code: 'A1' }, { position: 2 });
  await open({ code: 'A1', currency: 'LAK' }, { position: 2 });
  await open({ code: '', kind: 'invite' }, { limit_type: null, max_received: null, minimum: 0n });
  const listed = (await openCampaigns(db, 'bonus', 'BAHT')).map(({ code }) => code);
  expect(listed).toEqual(['C1', 'A1', 'B1']);
  expect(await openCampaigns(db, 'bonus', 'LAK')).toMatchObject([{ code: 'A1', currency: 'LAK' }]);
  expect(await findCampaign(db, 'bonus', 'A1', 'LAK')).toMatchObject({ currency: 'LAK' });
  expect(await findCampaign(db, 'promotion', 'A1', 'LAK')).toBeNull();
});

test('a budget is spent to its last satang and no further, in its own currency, and comes back', async () => {
  const key = await open({ code: 'SPENT' });
  const kip = await open({ code: 'SPENT', currency: 'LAK' });
  await spend(key, 60_00n);
  const require = (amount: bigint) => inTransaction(db, (tx) => requireBudget(tx, key, amount));
  await require(40_00n);
  await expect(require(40_01n)).rejects.toThrow('BONUS_FULL');
  await expect(spend(key, 40_01n)).rejects.toThrow('BONUS_FULL');
  await spend(key, 40_00n);
  expect([await spentOf(key), await spentOf(kip)]).toEqual([100_00n, 0n]);
  await inTransaction(db, (tx) => returnBudget(tx, key, 30_00n));
  expect([await spentOf(key), await spentOf(kip)]).toEqual([70_00n, 0n]);
  await inTransaction(db, (tx) => requireBudget(tx, kip, 100_00n));
  await db.query(`update campaigns set budget = null where code = 'SPENT'`);
  await require(10n ** 12n);
  await switchCampaign(db, key, false, { operator: 'a tester' });
  await expect(spend(key, 1n)).rejects.toThrow('BONUS_FULL');
  expect(await spentOf(key)).toBe(70_00n);
});

test('who requires a budget has it until the end: another who would spend it waits', async () => {
  const key = await open({ code: 'LOCKED' });
  const { spending } = await inTransaction(db, async (tx) => {
    await requireBudget(tx, key, 100_00n);
    const spending = spend(key, 1_00n).catch((error: Error) => error.message);
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
    await spendBudget(tx, key, 100_00n);
    return { spending };
  });
  expect(await spending).toBe('BONUS_FULL');
});

test('a grant is decided anew after any of its terms has changed, in its own currency', async () => {
  const key = await open({ code: 'SAME' });
  await open({ code: 'SAME', currency: 'LAK' });
  const seen = (await findCampaign(db, key.kind, key.code, key.currency)) ?? expect.fail('no campaign');
  const undone = new Error('undone');
  const after = (change: string, currency = 'BAHT') =>
    inTransaction(db, async (tx) => {
      await tx.query(`update campaigns set ${change} where code = 'SAME' and currency = $1`, [currency]);
      await requireSameTerms(tx, seen);
      throw undone;
    }).catch((error: Error) => (error === undone ? 'granted' : error.message));
  for (const change of [
    'rate_percent = 49',
    'cap = 19900',
    'minimum = 1001',
    `limit_type = 'week'`,
    'max_received = 2',
    'success_percent = 201',
    'fail_percent = 6',
  ])
    expect([change, await after(change)]).toEqual([change, 'SERVICE_UNAVAILABLE']);
  for (const change of ['position = 7', 'budget = null', 'spent = 1'])
    expect([change, await after(change)]).toEqual([change, 'granted']);
  expect(await after('rate_percent = 49', 'LAK')).toBe('granted');
});

test('the history of a campaign is its own, newest first, each version beside the one before in its currency', async () => {
  await open({ code: 'STORY' });
  await open({ code: 'STORY', currency: 'LAK' });
  await open({ code: 'OTHER' });
  const told = async (of: Parameters<typeof campaignVersions>[1], limit = 100) =>
    (await campaignVersions(db, of, limit)).map(({ code, currency, act, before }) => [
      ...[code, currency, act, before?.is_open ?? null],
    ]);
  const all = [
    ['STORY', 'LAK', 'opened', false],
    ['STORY', 'LAK', 'made', null],
    ['STORY', 'BAHT', 'opened', false],
    ['STORY', 'BAHT', 'made', null],
  ];
  expect(await told({ kind: 'bonus', code: 'STORY' })).toEqual(all);
  expect(await told({ code: 'STORY' }, 3)).toEqual(all.slice(0, 3));
  expect(await told({ kind: 'promotion', code: 'STORY' })).toEqual([]);
  expect((await told({}))[0]).toEqual(['OTHER', 'BAHT', 'opened', false]);
  const newest = (await campaignVersions(db, { code: 'STORY' }, 1))[0]?.id;
  const rows = await inTransaction(db, (tx) => lockCampaigns(tx, { kind: 'bonus', code: 'STORY' }));
  expect(rows.map(({ currency, version }) => [currency, version])).toEqual([
    ['BAHT', newest],
    ['LAK', newest],
  ]);
});
