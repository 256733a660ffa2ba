import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Sandbox } from '../sandbox.ts';
import { findGame, type Game } from './catalogue.ts';
import { isFormStateGood, issueFormState } from './form-state.ts';
import { findPlayer } from './players.ts';
import { openSession, playerOfSession } from './sessions.ts';
import { appPage, closedPage, signInPage, tablePage } from './site-pages.ts';

type OfGame = { Params: { code: string } };

const WRONG = 'The username or the password is wrong.';
const STALE = 'This form was open for too long. Please sign in again.';
const Play = Type.Object({ session: Type.Optional(Type.String({ maxLength: 100 })) });

/** The providers' own sites, where a member signs in and plays. */
export function registerSites(sandbox: Sandbox): void {
  sandbox.http.register(async (scope: FastifyInstance) => {
    allowFraming(sandbox, scope);
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    addSignIn(sandbox, scope);
    addTable(sandbox, scope);
    for (const system of ['Android', 'iOS']) {
      scope.get<OfGame>(`/games/:code/${system.toLowerCase()}`, async ({ params }, reply) =>
        html(reply, appPage(findGame(params.code), system)),
      );
    }
  });
}

/** The product may show these pages in a frame of its own, and their forms post to themselves. */
function allowFraming({ productUrl }: Sandbox, scope: FastifyInstance): void {
  const ancestors = `${new URL(productUrl).origin} http://localhost:* http://127.0.0.1:*`;
  scope.addHook('onRequest', async (_request, reply) => {
    const policy = String(reply.getHeader('content-security-policy'))
      .replace("form-action 'none'", "form-action 'self'")
      .replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`);
    reply.header('content-security-policy', policy);
  });
}

function addSignIn({ books, key }: Sandbox, scope: FastifyInstance): void {
  const form = (game: Game, problem?: string) =>
    signInPage(game, game.hasFormState ? issueFormState(key) : {}, problem);

  for (const path of ['/games/:code', '/games/:code/']) {
    scope.get<OfGame>(path, async ({ params }, reply) => html(reply, form(findGame(params.code))));
  }

  scope.post<OfGame & { Body: Record<string, string> | undefined }>('/games/:code/login', async (request, reply) => {
    const game = findGame(request.params.code);
    const { username = '', password = '', ...rest } = request.body ?? {};
    if (game.hasFormState && !isFormStateGood(key, rest)) return html(reply.code(401), form(game, STALE));
    const player = isStorable(username) ? await findPlayer(books, game.code, username) : undefined;
    if (!player?.hasPassword(password)) return html(reply.code(401), form(game, WRONG));
    return reply.redirect(await openSession(books, player.id, game, request), 303);
  });
}

function addTable({ books }: Sandbox, scope: FastifyInstance): void {
  scope.get<OfGame & { Querystring: { session?: string } }>(
    '/games/:code/play',
    { schema: { querystring: Play } },
    async ({ params, query }, reply) => {
      const game = findGame(params.code);
      const username = await playerOfSession(books, game, query.session ?? '');
      return username ? html(reply, tablePage(game, username)) : html(reply.code(401), closedPage(game));
    },
  );
}

function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}
