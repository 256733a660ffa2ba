import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer, type FaultPoint, send } from '../faults.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { findGame, GAMES, type Game } from './catalogue.ts';
import { type Ask, CALLS, type Call, type Dialect, type Outcome, type Refused, readAsk } from './dialect.ts';
import { action } from './dialects/action.ts';
import { credit } from './dialects/credit.ts';
import { envelope } from './dialects/envelope.ts';
import { resource } from './dialects/resource.ts';
import { issueFormState } from './form-state.ts';
import { tellBalance, tellLink } from './lies.ts';
import { move, moveState } from './moves.ts';
import { createPlayer, findPlayer, readStanding, setPassword } from './players.ts';
import { openSession } from './sessions.ts';

const DIALECTS: Record<Game['dialect'], Dialect> = { envelope, action, credit, resource };

export const gameCalls: FaultPoint[] = GAMES.flatMap((game) =>
  [...CALLS, ...(game.hasFormState ? (['login-state'] as const) : [])].map((call) => faultPoint(game, call)),
);

function faultPoint(game: Game, call: Call): FaultPoint {
  return {
    target: `games/${game.code}`,
    call,
    hasEffect: call === 'move-in' || call === 'move-out',
    refusal: DIALECTS[game.dialect].say(refused('rejected')),
  };
}

/** The providers' side of the product's calls. Signatures cover the body as it was sent, so the body stays unparsed. */
export function registerProviders(sandbox: Sandbox): void {
  sandbox.http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const dialect of Object.values(DIALECTS)) addRoutes(sandbox, scope, dialect);
  });
}

function addRoutes(sandbox: Sandbox, scope: FastifyInstance, dialect: Dialect): void {
  for (const { method, path, call } of dialect.routes) {
    scope.route<{ Params: { code: string } }>({
      method,
      url: `/games/:code/api${path}`,
      handler: (request, reply) => {
        const game = findGame(request.params.code);
        if (DIALECTS[game.dialect] !== dialect) throw new Refusal(404, `${game.name} has no ${method} ${path || '/'}.`);
        const { say } = dialect;
        const refuse = (why: Refused) => send(reply, say(refused(why)));

        const fields = dialect.fields(request);
        if (!dialect.isSigned(request, fields, game, sandbox.key)) return refuse('bad-signature');
        const asked = typeof call === 'function' ? call(fields) : call;
        const ask = asked && readAsk(asked, fields, dialect, game);
        if (!ask) return refuse('bad-request');
        return answer(
          sandbox,
          reply,
          faultPoint(game, ask.call),
          async () => say(await perform(sandbox, game, request, ask)),
          async () => say(await reject(sandbox, game, ask)),
        );
      },
    });
  }
}

async function perform({ books, key }: Sandbox, game: Game, request: FastifyRequest, ask: Ask): Promise<Outcome> {
  const { code } = game;
  switch (ask.call) {
    case 'create':
      return (await createPlayer(books, code, ask)) ? ask : refused('player-exists');
    case 'balance': {
      const standing = await readStanding(books, code, ask.username);
      return standing ? { call: 'balance', ...(await tellBalance(books, code, standing)) } : refused('no-player');
    }
    case 'move-in':
    case 'move-out':
      return moveAsAsked(books, game, ask, false);
    case 'status': {
      const state = await moveState(books, code, ask.reference);
      return state ? { ...ask, state } : refused('no-reference');
    }
    case 'reset-password':
      return (await setPassword(books, code, ask.username, ask.password)) ? ask : refused('no-player');
    case 'launch': {
      const player = await findPlayer(books, code, ask.username);
      if (!player) return refused('no-player');
      if (ask.password !== null && !player.hasPassword(ask.password)) return refused('wrong-password');
      return { call: 'launch', url: await tellLink(books, code, await openSession(books, player.id, game, request)) };
    }
    case 'login-state':
      return { call: 'login-state', event: issueFormState(key) };
  }
}

/** A fault refuses new moves only: a move done before under the same reference gets its own answer. */
async function reject({ books }: Sandbox, game: Game, ask: Ask): Promise<Outcome> {
  if (ask.call === 'move-in' || ask.call === 'move-out') return moveAsAsked(books, game, ask, true);
  return refused('rejected');
}

async function moveAsAsked(
  books: Sandbox['books'],
  game: Game,
  { call, username, reference, amount }: Extract<Ask, { amount: bigint }>,
  isRejected: boolean,
): Promise<Outcome> {
  const signed = { code: game.code, username, reference, amount: call === 'move-in' ? amount : -amount };
  const moved = await move(books, signed, DIALECTS[game.dialect].duplicates, isRejected);
  return 'refused' in moved ? refused(moved.refused) : { call, reference, balance: moved.balance };
}

function refused(why: Refused): Outcome {
  return { call: 'refused', why };
}
