import { type Minor, moneyFromWire, moneyToWire } from '@krapao/contract/money.ts';
import { Amount, body, Text } from '@krapao/contract/schemas.ts';
import { Type } from 'typebox';
import type { Books } from '../books.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { listOpenBets, openBet, playRound, settleBet } from './bets.ts';
import { findGame, GAMES } from './catalogue.ts';
import { findPlayer, listPlayers, readStanding, type Standing } from './players.ts';
import { openSession } from './sessions.ts';

const OfGame = Type.Object({ code: Text(100) });
const Username = Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' });
const OfPlayer = Type.Object({ code: Text(100), username: Username });
const OfBet = Type.Object({ code: Text(100), username: Username, betId: Type.String({ pattern: '^\\d{1,18}$' }) });
const Stake = body({ stake: Amount });
const Win = body({ win: Amount });
const Round = body({ stake: Amount, win: Amount });

const PLAYER = '/games/:code/players/:username';

/** Unsigned calls for tests and for the page: players, rounds and bets at the games. */
export function registerControls({ http, books }: Sandbox): void {
  http.get('/games', async () => GAMES.map(({ code, name }) => ({ code, name })));

  http.get('/games/:code/players', { schema: { params: OfGame } }, async ({ params }) => {
    const players = await listPlayers(books, findGame(params.code).code);
    return players.map(({ username, currency, ...standing }) => ({ username, currency, ...onWire(standing) }));
  });

  http.get(PLAYER, { schema: { params: OfPlayer } }, ({ params }) => standingOf(books, bettor(params)));

  http.post(`${PLAYER}/rounds`, { schema: { params: OfPlayer, body: Round } }, async ({ params, body }) => {
    await playRound(books, bettor(params), readStake(body.stake), readMoney(body.win));
    return standingOf(books, bettor(params));
  });

  http.get(`${PLAYER}/bets`, { schema: { params: OfPlayer } }, async ({ params }) => {
    await standingOf(books, bettor(params));
    return openBetsOf(books, bettor(params));
  });

  http.post(`${PLAYER}/bets`, { schema: { params: OfPlayer, body: Stake } }, async ({ params, body }) => ({
    betId: await openBet(books, bettor(params), readStake(body.stake)),
  }));

  http.post(`${PLAYER}/bets/:betId`, { schema: { params: OfBet, body: Win } }, async ({ params, body }) => {
    const win = readMoney(body.win);
    await settleBet(books, bettor(params), params.betId, () => win);
    return standingOf(books, bettor(params));
  });

  http.get(`${PLAYER}/table`, { schema: { params: OfPlayer } }, async (request, reply) => {
    const game = findGame(request.params.code);
    const player = await findPlayer(books, game.code, request.params.username);
    if (!player) throw noPlayer(bettor(request.params));
    return reply.redirect(await openSession(books, player.id, game, request), 303);
  });
}

type Bettor = { code: string; username: string };

function bettor({ code, username }: Bettor): Bettor {
  return { code: findGame(code).code, username };
}

function noPlayer({ code, username }: Bettor): Refusal {
  return new Refusal(404, `${code} has no player "${username}".`);
}

async function standingOf(books: Books, asked: Bettor): Promise<{ balance: number; inPlay: number }> {
  const standing = await readStanding(books, asked.code, asked.username);
  if (!standing) throw noPlayer(asked);
  return onWire(standing);
}

export async function openBetsOf(books: Books, asked: Bettor): Promise<{ betId: string; stake: number }[]> {
  const bets = await listOpenBets(books, asked);
  return bets.map(({ betId, stake }) => ({ betId, stake: moneyToWire(stake) }));
}

export function onWire({ balance, inPlay }: Pick<Standing, 'balance' | 'inPlay'>): { balance: number; inPlay: number } {
  return { balance: moneyToWire(balance), inPlay: moneyToWire(inPlay) };
}

function readMoney(amount: number): Minor {
  const minor = moneyFromWire(amount);
  if (minor === null) throw new Refusal(400, `${amount} is no amount with at most two decimals.`);
  return minor;
}

export function readStake(amount: number): Minor {
  const stake = readMoney(amount);
  if (stake === 0n) throw new Refusal(400, 'A stake is at least 0.01.');
  return stake;
}
