import type { Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { type Books, inTransaction } from '../books.ts';
import type { Dialect, Refused } from './dialect.ts';
import { changeBalance, lockPlayer } from './players.ts';

type Move = {
  code: string;
  username: string;
  reference: string;
  /** Positive into the game, negative out of it. */
  amount: Minor;
};
type Moved = { balance: Minor } | { refused: Refused };

/**
 * Moves money once per reference. A dialect that replays forgets a refused move; the others keep it as failed and
 * refuse its reference from then on. `isRejected` refuses a move that could have been made.
 */
export function move(
  books: Books,
  asked: Move,
  duplicates: Dialect['duplicates'],
  isRejected: boolean,
): Promise<Moved> {
  return inTransaction(books, async (client) => {
    const player = await lockPlayer(client, asked.code, asked.username);
    const decided = decide(player, asked.amount, isRejected);
    const isRefused = 'refused' in decided;
    if (isRefused && duplicates === 'replays') return (await replay(client, asked, player?.id)) ?? decided;

    const { rowCount } = await client.query(
      `insert into game_moves (code, reference, player_id, amount, balance_after) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [asked.code, asked.reference, player?.id, asked.amount, isRefused ? null : decided.balance],
    );
    if (rowCount === 0) {
      const first = duplicates === 'replays' ? await replay(client, asked, player?.id) : undefined;
      return first ?? { refused: 'reference-used' };
    }
    if (player && !isRefused) await changeBalance(client, player.id, asked.amount);
    return decided;
  });
}

function decide(player: { balance: Minor } | undefined, amount: Minor, isRejected: boolean): Moved {
  if (isRejected) return { refused: 'rejected' };
  if (!player) return { refused: 'no-player' };
  const balance = player.balance + amount;
  return balance < 0n ? { refused: 'not-enough' } : { balance };
}

/** The first answer if the move is the same, a refusal if it is another, undefined if the reference is new. */
async function replay(
  client: pg.PoolClient,
  { code, reference, amount }: Move,
  playerId: string | undefined,
): Promise<Moved | undefined> {
  const { rows } = await client.query<{ player_id: string; amount: string; balance_after: string }>(
    'select player_id, amount, balance_after from game_moves where code = $1 and reference = $2',
    [code, reference],
  );
  const first = rows[0];
  if (!first) return undefined;
  const isSame = first.player_id === playerId && BigInt(first.amount) === amount;
  return isSame ? { balance: BigInt(first.balance_after) } : { refused: 'reference-used' };
}

export async function moveState(books: Books, code: string, reference: string): Promise<'done' | 'failed' | undefined> {
  const { rows } = await books.query<{ is_done: boolean }>(
    'select balance_after is not null as is_done from game_moves where code = $1 and reference = $2',
    [code, reference],
  );
  return rows[0] && (rows[0].is_done ? 'done' : 'failed');
}
