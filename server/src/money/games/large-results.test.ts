import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  newLaoRegistration,
  newMember,
  openGame,
  PATIENT,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { post, problems } from '../../ledger/ledger.ts';

const { product: thai, sandbox, database } = await startProductOnSandbox(PATIENT);
const lao = await startProduct(database, { ...PATIENT, EDITION: 'la', ROLE: 'api', SANDBOX_URL: sandbox.url });

/** Together 10¹² minor units, found by one reading: a single round is never that large. */
const HALVES = [4_999_999_999, 5_000_000_001];
const LARGE = 10_000_000_000;

const EDITIONS = [
  { product: thai, currency: 'BAHT', registration: {} },
  { product: lao, currency: 'LAK', registration: newLaoRegistration() },
] as const;

test.each(EDITIONS)('a win and a loss of 10¹² minor units are booked in $currency', async (edition) => {
  const { product, currency, registration } = edition;
  const member = await newMember(product, registration);
  const opening = { key: randomUUID(), reason: 'test', memberId: member.id, currency, amount: 100n };
  await post(database.db, { ...opening, from: 'house:demo', to: 'main' });
  const { username } = await openGame(product, member, 'pg');
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1 });

  for (const half of HALVES) await sandbox.round('pg', username, { stake: 1, win: half + 1 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: LARGE + 1 });

  for (const half of HALVES) await sandbox.round('pg', username, { stake: half, win: 0 });
  expect((await walletOf(product, member)).amounts).toMatchObject({ pg: 1 });

  const { rows } = await database.db.query(
    `select sum(amount) filter (where amount > 0) as won, sum(amount) filter (where amount < 0) as lost
      from ledger_entries where member_id = $1 and account = 'game:pg'`,
    [member.id],
  );
  expect(rows).toEqual([{ won: String(LARGE * 100 + 100), lost: String(-LARGE * 100) }]);
  expect(await problems(database.db)).toEqual([]);
});
