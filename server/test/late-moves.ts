import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { operatorOf } from '../../world/operators.ts';
import type { Sandbox } from '../../world/sandbox-controls.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/platform/database.ts';
import { openGames } from '../src/providers/games/games.ts';
import { BY_ITSELF, letReadingsSettle, type Player, type Product, statementOf, transfer } from './harness.ts';

type AtGame = Player & { gameUsername: string };
type World = { product: Product; sandbox: Sandbox; database: { url: string; db: Database } };
export type Move = { direction: 'in' | 'out'; code: string; baht: number; mode?: 'timeout-before' | 'refuse' };

/** Makes a move at the game itself, past the product. `reference`: of the move that it is; without one, money from nothing. */
export async function moveAtGame(
  { sandbox, database }: World,
  { gameUsername: username }: AtGame,
  { direction, code, baht }: Move,
  reference: string = randomUUID(),
): Promise<void> {
  const games = openGames(readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url }));
  const move = { direction, username, amount: BigInt(baht * 100), reference };
  expect(await games.get(code)?.provider.move(move, AbortSignal.timeout(60_000))).toBe('done');
}

/**
 * A transfer of which its game did not know, or which it refused, so that the money was given back. `arrive` lets the move come
 * after all.
 */
export async function returnedMove(world: World, member: AtGame, move: Move) {
  const { product, sandbox, database } = world;
  const { direction, code, baht, mode = 'timeout-before' } = move;
  await sandbox.fault({ target: `games/${code}`, call: `move-${direction}`, mode, times: 1 });
  const route = direction === 'in' ? { from: 'wallet', to: code } : { from: code, to: 'wallet' };
  const id = randomUUID();
  await transfer(product, member, { ...route, amount: baht }, id);
  await vi.waitFor(async () => {
    const entry = (await statementOf(product, member)).find((each) => each.id === id);
    expect(entry?.status).toBe('FAILED');
  }, BY_ITSELF);
  const arrive = async () => {
    await moveAtGame(world, member, move, `${member.id}-${id.replaceAll('-', '')}-0`);
    await letReadingsSettle(database.db, member.id);
  };
  return { id, arrive };
}

/**
 * Waits until the product has fetched back what is nobody's at the game, as if its readings were far enough apart. Answers the
 * id by which operators decide about the money.
 */
export async function letNobodysMoneyBeFetched(
  { product, database }: World,
  { id, token }: Player,
  code: string,
): Promise<string> {
  const { db } = database;
  return vi.waitFor(async () => {
    await letReadingsSettle(db, id);
    await db.query(
      'update game_accounts set fetch_at = clock_timestamp() where member_id = $1 and code = $2 and fetch_at is not null',
      [id, code],
    );
    await product.call('GET /api/wallet/refresh/slot', { token });
    const listed = (await operatorOf(db)('fetched list')).split('\n');
    const [fetched] = listed.filter((line) => line.includes(`${id}  ${code}  `));
    expect(fetched).toBeDefined();
    return String(fetched).trim().split('  ')[0] ?? '';
  }, BY_ITSELF);
}
