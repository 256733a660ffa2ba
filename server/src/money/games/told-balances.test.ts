import { expect, test } from 'vitest';
import {
  goToGame,
  newPlayer,
  PATIENT,
  type Player,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox(PATIENT);
/** One provider of each dialect. */
const CODES = ['pg', 'joker', 'imi', 'ufabet'];

async function remaindersOf({ id }: Player) {
  const { rows } = await database.db.query<{ code: string; remainder: string }>(
    'select code, remainder from game_accounts where member_id = $1',
    [id],
  );
  return Object.fromEntries(rows.map(({ code, remainder }) => [code, Number(remainder)]));
}

async function countResults({ id }: Player): Promise<number> {
  const sql = `select count(*)::integer as count from ledger_postings where owner = $1 and reason = 'game_result'`;
  return (await database.db.query<{ count: number }>(sql, [id])).rows[0]?.count ?? Number.NaN;
}

test.each(CODES)('%s: a fraction of a satang freezes nothing, is no result, and is noted', async (code) => {
  const member = await newPlayer(product, { [code]: 500.12 });
  await sandbox.lie({ target: `games/${code}`, lie: 'fractions' });
  const amounts = { wallet: 0, inTransit: 0, [code]: 500.12 };
  expect(await walletOf(product, member)).toEqual({ amounts, stale: [] });
  expect(await remaindersOf(member)).toEqual({ [code]: 0.34 });
  expect(await countResults(member)).toBe(0);

  await sandbox.round(code, member.gameUsername, { stake: 1, win: 0 });
  expect((await walletOf(product, member)).amounts[code]).toBe(499.12);
  expect(await transfer(product, member, { from: code, to: 'wallet', amount: 499.12 })).toMatchObject({ status: 200 });
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 499.12, inTransit: 0, [code]: 0 });
  expect(await remaindersOf(member)).toEqual({ [code]: 0.34 });
  expect(await countResults(member)).toBe(1);

  await sandbox.honest({ target: `games/${code}`, lie: 'fractions' });
  await goToGame(product, member, code);
  expect((await walletOf(product, member)).amounts[code]).toBe(0);
  expect(await remaindersOf(member)).toEqual({ [code]: 0 });
  expect(await problems(database.db)).toEqual([]);
});

test('a reading that the books refuse makes one game stale, and the others are read', async () => {
  const member = await newPlayer(product, { pg: 100, joker: 100 });
  await database.owner.query(`
    create function refuse_pg() returns trigger language plpgsql as $$ begin
      if new.owner = '${member.id}' and 'game:pg' in (new.from_account, new.to_account)
      then raise numeric_value_out_of_range; end if;
      return new;
    end $$;
    create trigger refuse_pg before insert on ledger_postings for each row execute function refuse_pg();`);
  for (const code of ['pg', 'joker']) await sandbox.round(code, member.gameUsername, { stake: 10, win: 0 });
  const seen = await walletOf(product, member);
  expect(seen).toEqual({ amounts: { wallet: 0, inTransit: 0, pg: 100, joker: 90 }, stale: ['pg'] });
  expect(await transfer(product, member, { from: 'joker', to: 'wallet', amount: 90 })).toMatchObject({ status: 200 });

  await database.owner.query('drop trigger refuse_pg on ledger_postings');
  const read = await walletOf(product, member);
  expect(read).toEqual({ amounts: { wallet: 90, inTransit: 0, pg: 90, joker: 0 }, stale: [] });
});
