import { createHash } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import type { Books } from '../books.ts';
import { isSame } from './signatures.ts';

export const gameTables = `
  create table if not exists game_players (
    id bigint generated always as identity primary key,
    code text not null,
    username text not null,
    password_digest text not null,
    currency text not null,
    balance bigint not null default 0 check (balance >= 0)
  );
  create unique index if not exists game_players_name on game_players (code, lower(username));

  create table if not exists game_moves (
    code text not null,
    reference text not null,
    -- null: the move was refused because no player has that name.
    player_id bigint references game_players,
    -- Positive into the game, negative out of it.
    amount bigint not null check (amount <> 0),
    -- The player's balance right after the move; null: the move was refused.
    balance_after bigint,
    primary key (code, reference)
  );
  create index if not exists game_moves_player on game_moves (player_id);

  create table if not exists game_bets (
    id bigint generated always as identity primary key,
    player_id bigint not null references game_players,
    stake bigint not null check (stake > 0),
    -- null: the bet is open, so its stake is in play.
    win bigint check (win >= 0)
  );
  create index if not exists game_bets_player on game_bets (player_id);
  create index if not exists game_bets_open on game_bets (player_id, id) where win is null;

  create table if not exists game_sessions (
    token text primary key,
    player_id bigint not null references game_players,
    expires_at timestamptz not null
  )`;

export type Standing = { username: string; currency: Currency; balance: Minor; inPlay: Minor };

type StandingRow = { username: string; currency: Currency; balance: string; in_play: string };

const STANDING = `
  select username, currency, balance,
    (select coalesce(sum(stake), 0) from game_bets where player_id = game_players.id and win is null) as in_play
  from game_players`;

const LIST_LENGTH = 100;

/** `false`: another player already has that name. */
export async function createPlayer(
  books: Books,
  code: string,
  { username, password, currency }: { username: string; password: string; currency: Currency },
): Promise<boolean> {
  const { rowCount } = await books.query(
    `insert into game_players (code, username, password_digest, currency) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [code, username, digest(username, password), currency],
  );
  return rowCount === 1;
}

export async function setPassword(books: Books, code: string, username: string, password: string): Promise<boolean> {
  const { rowCount } = await books.query(
    'update game_players set password_digest = $3 where code = $1 and lower(username) = lower($2)',
    [code, username, digest(username, password)],
  );
  return rowCount === 1;
}

export async function findPlayer(books: Books, code: string, username: string) {
  const { rows } = await books.query<{ id: string; password_digest: string }>(
    'select id, password_digest from game_players where code = $1 and lower(username) = lower($2)',
    [code, username],
  );
  const row = rows[0];
  return (
    row && { id: row.id, hasPassword: (password: string) => isSame(digest(username, password), row.password_digest) }
  );
}

export async function readStanding(books: Books, code: string, username: string): Promise<Standing | undefined> {
  const { rows } = await books.query<StandingRow>(`${STANDING} where code = $1 and lower(username) = lower($2)`, [
    code,
    username,
  ]);
  return rows[0] && standing(rows[0]);
}

export async function listPlayers(books: Books, code: string): Promise<Standing[]> {
  const { rows } = await books.query<StandingRow>(`${STANDING} where code = $1 order by id desc limit ${LIST_LENGTH}`, [
    code,
  ]);
  return rows.map(standing);
}

/** Call before changing a balance: the lock keeps two calls from spending the same money. */
export async function lockPlayer(
  client: pg.PoolClient,
  code: string,
  username: string,
): Promise<{ id: string; balance: Minor } | undefined> {
  const { rows } = await client.query<{ id: string; balance: string }>(
    'select id, balance from game_players where code = $1 and lower(username) = lower($2) for update',
    [code, username],
  );
  return rows[0] && { id: rows[0].id, balance: BigInt(rows[0].balance) };
}

export async function changeBalance(client: pg.PoolClient, playerId: string, by: Minor): Promise<void> {
  await client.query('update game_players set balance = balance + $2 where id = $1', [playerId, by]);
}

function standing({ username, currency, balance, in_play }: StandingRow): Standing {
  return { username, currency, balance: BigInt(balance), inPlay: BigInt(in_play) };
}

/** Nothing needs the password itself, so the books hold only its digest. */
function digest(username: string, password: string): string {
  return createHash('sha256').update(`${username.toLowerCase()}\n${password}`).digest('hex');
}
