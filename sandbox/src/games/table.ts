import { randomInt } from 'node:crypto';
import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { Amount, body, Text } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { openBet, playRound, settleBet } from './bets.ts';
import { findGame } from './catalogue.ts';
import { onWire, openBetsOf, readStake } from './controls.ts';
import { readStanding } from './players.ts';
import { playerOfSession } from './sessions.ts';

const OfGame = Type.Object({ code: Text(100) });
const OfBet = Type.Object({ code: Text(100), betId: Type.String({ pattern: '^\\d{1,18}$' }) });
const Bearer = Type.Object({ session: Text(100) });
const Round = body({ stake: Amount, result: Type.Enum(['win', 'lose', 'spin']) });
const Stake = body({ stake: Amount });
const Settled = body({ result: Type.Enum(['win', 'lose']) });

const TABLE = '/games/:code/table';
/** A spin pays one of these multiples of the stake, each equally likely. On average the player loses. */
const SPIN_PAYS = [0n, 0n, 0n, 0n, 1n, 2n, 3n];
const WIN_PAYS = 2n;

type Seat = { code: string; username: string };

/** The calls of the table's page. They play for the player of the session only. */
export function registerTable({ http, books }: Sandbox): void {
  const seatOf = async (code: string, session: string): Promise<Seat> => {
    const game = findGame(code);
    const username = await playerOfSession(books, game, session);
    if (!username) throw new Refusal(401, 'This table is closed. Open the game again.');
    return { code: game.code, username };
  };
  const show = async (seat: Seat, won: Minor | null = null) => {
    const standing = await readStanding(books, seat.code, seat.username);
    if (!standing) throw new Refusal(404, 'This player is gone.');
    return {
      username: standing.username,
      currency: standing.currency,
      ...onWire(standing),
      bets: await openBetsOf(books, seat),
      won: won === null ? null : moneyToWire(won),
    };
  };

  http.get(TABLE, { schema: { params: OfGame, querystring: Bearer } }, async ({ params, query }) =>
    show(await seatOf(params.code, query.session)),
  );

  http.post(
    `${TABLE}/rounds`,
    { schema: { params: OfGame, querystring: Bearer, body: Round } },
    async ({ params, query, body: { stake, result } }) => {
      const seat = await seatOf(params.code, query.session);
      const won = readStake(stake) * pays(result);
      await playRound(books, seat, readStake(stake), won);
      return show(seat, won);
    },
  );

  http.post(
    `${TABLE}/bets`,
    { schema: { params: OfGame, querystring: Bearer, body: Stake } },
    async ({ params, query, body: { stake } }) => {
      const seat = await seatOf(params.code, query.session);
      await openBet(books, seat, readStake(stake));
      return show(seat);
    },
  );

  http.post(
    `${TABLE}/bets/:betId`,
    { schema: { params: OfBet, querystring: Bearer, body: Settled } },
    async ({ params, query, body: { result } }) => {
      const seat = await seatOf(params.code, query.session);
      return show(seat, await settleBet(books, seat, params.betId, (stake) => stake * pays(result)));
    },
  );
}

function pays(result: 'win' | 'lose' | 'spin'): bigint {
  if (result === 'spin') return SPIN_PAYS[randomInt(SPIN_PAYS.length)] ?? 0n;
  return result === 'win' ? WIN_PAYS : 0n;
}
