import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Books } from '../books.ts';
import type { Game } from './catalogue.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Returns a link that opens the table without a password. Uses the caller's host, so it works behind any port. */
export async function openSession(
  books: Books,
  playerId: string,
  game: Game,
  request: FastifyRequest,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await books.query(
    `insert into game_sessions (token, player_id, expires_at) values ($1, $2, now() + interval '12 hours')`,
    [token, playerId],
  );
  return `${request.protocol}://${request.host}/games/${game.code}/play?session=${token}`;
}

export async function playerOfSession(books: Books, game: Game, token: string): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows } = await books.query<{ username: string }>(
    `select username from game_sessions join game_players on id = player_id
     where token = $1 and code = $2 and expires_at > now()`,
    [token, game.code],
  );
  return rows[0]?.username;
}
