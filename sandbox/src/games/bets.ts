import type { Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { type Books, inTransaction } from '../books.ts';
import { Refusal } from '../sandbox.ts';
import { changeBalance, lockPlayer } from './players.ts';

type Bettor = { code: string; username: string };

/** Takes the stake and pays the win in one step. */
export function playRound(books: Books, bettor: Bettor, stake: Minor, win: Minor): Promise<void> {
  return withPlayer(books, bettor, async (client, player) => {
    await takeStake(client, player, stake);
    await client.query('insert into game_bets (player_id, stake, win) values ($1, $2, $3)', [player.id, stake, win]);
    await changeBalance(client, player.id, win);
  });
}

/** Takes the stake; it is in play until the bet is settled. */
export function openBet(books: Books, bettor: Bettor, stake: Minor): Promise<string> {
  return withPlayer(books, bettor, async (client, player) => {
    await takeStake(client, player, stake);
    const { rows } = await client.query<{ id: string }>(
      'insert into game_bets (player_id, stake) values ($1, $2) returning id',
      [player.id, stake],
    );
    return String(rows[0]?.id);
  });
}

/** Settles an open bet, once. Pays and returns the win, which `winOf` takes from the stake. */
export function settleBet(books: Books, bettor: Bettor, betId: string, winOf: (stake: Minor) => Minor): Promise<Minor> {
  return withPlayer(books, bettor, async (client, player) => {
    const { rows } = await client.query<{ stake: string; is_open: boolean }>(
      'select stake, win is null as is_open from game_bets where player_id = $1 and id = $2',
      [player.id, betId],
    );
    if (!rows[0]) throw new Refusal(404, `${bettor.username} has no bet ${betId}.`);
    if (!rows[0].is_open) throw new Refusal(409, `Bet ${betId} is settled already.`);
    const win = winOf(BigInt(rows[0].stake));
    await client.query('update game_bets set win = $2 where id = $1', [betId, win]);
    await changeBalance(client, player.id, win);
    return win;
  });
}

export async function listOpenBets(
  books: Books,
  { code, username }: Bettor,
): Promise<{ betId: string; stake: Minor }[]> {
  const { rows } = await books.query<{ id: string; stake: string }>(
    `select bet.id, bet.stake from game_bets bet join game_players player on player.id = bet.player_id
     where player.code = $1 and lower(player.username) = lower($2) and bet.win is null order by bet.id desc`,
    [code, username],
  );
  return rows.map(({ id, stake }) => ({ betId: id, stake: BigInt(stake) }));
}

type LockedPlayer = { id: string; balance: Minor };

function withPlayer<T>(
  books: Books,
  { code, username }: Bettor,
  work: (client: pg.PoolClient, player: LockedPlayer) => Promise<T>,
): Promise<T> {
  return inTransaction(books, async (client) => {
    const player = await lockPlayer(client, code, username);
    if (!player) throw new Refusal(404, `${code} has no player "${username}".`);
    return work(client, player);
  });
}

async function takeStake(client: pg.PoolClient, player: LockedPlayer, stake: Minor): Promise<void> {
  if (stake > player.balance) throw new Refusal(422, 'The stake is more than the balance.');
  await changeBalance(client, player.id, -stake);
}
