import { expect, test } from 'vitest';
import { newMember } from '../../../world/people.ts';
import { startPayingWorld } from '../../test/harness.ts';
import { KBANK } from '../../test/payers.ts';
import { nextDay } from '../../test/rewards.ts';
import { readConfig } from '../config.ts';
import { post } from '../ledger/ledger.ts';
import { findSealedDay } from '../ledger/sealed-days.ts';
import { many } from '../platform/database.ts';
import { openFindings } from './findings.queries.ts';
import { daysToReconcile } from './reconcile.ts';
import { askForRun, findRun, lastDay } from './runs.queries.ts';

const { sandbox, database } = await startPayingWorld({ RECONCILE_NIGHTLY: 'off', ROLE: 'api' });
const { db, url } = database;

test('while money stands still a day is compared; only after the end is it sealed, and do its reports close payments', async () => {
  const { id } = await newMember(db, 'th');
  const pay = (key: string) =>
    post(db, {
      ...{ key, reason: 'test', memberId: id, currency: 'BAHT', from: 'house:demo', to: 'main' },
      amount: 1n,
    } as const);
  await pay('standstill/1');
  const payer = { fromBank: 'SCB', fromAccount: '7777777777', fromName: 'SOMCHAI JAIDEE' };
  await sandbox.bankTransfer({ ...payer, ...KBANK, amount: 41 });
  await nextDay(sandbox, db);
  await pay('standstill/2');
  const day = await lastDay(db);
  await db.query(`insert into standstills (why, number) values ('the database comes from a backup', 1)`);
  const postings = () => many(db, 'select owner, id from ledger_postings order by 1, 2');
  const before = await postings();

  const told: string[] = [];
  const log = { error: () => {}, info: () => {} } as never;
  const config = readConfig({ DATABASE_URL: url, SANDBOX_URL: sandbox.url, RECONCILE_NIGHTLY: 'off' });
  const onAccountReport = async ({ bank, account }: { bank: string; account: string }) => {
    told.push(`${bank} ${account}`);
  };
  const { take, handle } = daysToReconcile({ db, config, log, onAccountReport });
  const run = async () => {
    await askForRun(db, day);
    const runs = await take(1);
    expect(runs).toMatchObject([{ day }]);
    for (const due of runs) await handle(due);
    expect(await findRun(db, day)).toEqual({ day, due_at: null, ran_at: expect.any(Date) });
  };
  await run();
  expect(await findSealedDay(db, day)).toBeNull();
  expect(told).toEqual([]);
  expect(await postings()).toEqual(before);
  const found = (await openFindings(db, 10)).findings.map(({ kind, party }) => ({ kind, party }));
  expect(found).toContainEqual({ kind: 'posting', party: '' });
  expect(found).toContainEqual({ kind: 'not in our books', party: expect.stringContaining('KBANK') });

  await db.query(`update standstills set ended_at = now(), ended_by = 'a test', ended_how = 'compared'`);
  await run();
  expect(await findSealedDay(db, day)).toMatchObject({ day });
  expect(told).toContainEqual(expect.stringContaining('KBANK'));
});
