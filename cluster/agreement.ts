import { problems } from '../server/src/ledger/ledger.ts';
import { type Database, many, one } from '../server/src/platform/database.ts';
import { unexplained } from '../server/test/books.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';
import { GAMES, OPENING, type Player, type Wish } from './crowd.ts';

export async function movementsUnderWay(db: Database): Promise<bigint> {
  return (await one<{ n: bigint }>(db, `select count(*) as n from transfers where status = 'PENDING'`)).n;
}

/** The movements that a member was told of and that are not what the member was told. */
export async function forgotten(db: Database, wishes: Wish[]): Promise<string[]> {
  const told = wishes.flatMap(({ player, movement }) => (movement ? [{ member: player.id, ...movement }] : []));
  const rows = await many<{ id: string; told: string; status: string | null }>(
    db,
    `select told.id, told.status as told, transfers.status
      from jsonb_to_recordset($1) as told (member text, id uuid, status text)
        left join transfers on transfers.member_id = told.member and transfers.id = told.id
      where transfers.status is distinct from told.status`,
    [JSON.stringify(told)],
  );
  return rows.map(({ id, told: was, status }) => `${id} was ${was} and is ${status ?? 'gone'}`);
}

/** Where our books disagree with themselves, with the games' books, or with what members had. */
export async function disagreements(db: Database, sandbox: Sandbox, players: Player[]): Promise<string[]> {
  const found = [...(await problems(db)), ...(await unexplained(db)).map((difference) => JSON.stringify(difference))];
  const rows = await many<{ member_id: string; name: string; balance: bigint }>(
    db,
    'select member_id, name, balance from ledger_accounts where member_id = any ($1)',
    [players.map(({ id }) => id)],
  );
  const ours = Map.groupBy(rows, ({ member_id }) => member_id);
  for (const { id, usernames } of players) {
    const accounts = ours.get(id) ?? [];
    const all = accounts.reduce((sum, { balance }) => sum + balance, 0n);
    if (all !== OPENING) found.push(`${id} had ${OPENING} and has ${all}`);
    for (const code of GAMES) {
      const here = accounts.find(({ name }) => name === `game:${code}`)?.balance ?? 0n;
      const there = satang((await sandbox.player(code, usernames[code] ?? ''))?.balance ?? Number.NaN);
      if (here !== there) found.push(`${id} has ${here} at ${code} in our books, ${there} in the game's`);
    }
  }
  return [...found, ...(await movedOtherwise(db, sandbox))];
}

const satang = (amount: number) => BigInt(Math.round(amount * 100));

type Moved = { movedIn: number; movedOut: number };

/** A move that was made twice and back again would leave the balances right. */
async function movedOtherwise(db: Database, sandbox: Sandbox): Promise<string[]> {
  const { games } = (await (await fetch(`${sandbox.url}/books`)).json()) as {
    games: Record<string, { BAHT: Moved } | undefined>;
  };
  const rows = await many<{ code: string; moved_in: bigint; moved_out: bigint }>(
    db,
    `select code, coalesce(sum(amount) filter (where direction = 'in'), 0)::bigint as moved_in,
        coalesce(sum(amount) filter (where direction = 'out'), 0)::bigint as moved_out
      from transfer_legs where state = 'done' group by code`,
  );
  return rows.flatMap(({ code, moved_in, moved_out }) => {
    const { movedIn = 0, movedOut = 0 } = games[code]?.BAHT ?? {};
    const isSame = moved_in === satang(movedIn) && moved_out === satang(movedOut);
    return isSame
      ? []
      : [`${code}: moved ${moved_in} in and ${moved_out} out, in its books ${movedIn} and ${movedOut}`];
  });
}
