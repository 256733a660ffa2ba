import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { answerNotFound } from './failures.ts';
import { bodyOf, type ContactText, readPages } from './pages.ts';

/** Serves the built web app. Hashed files are cached for ever; the page is checked for a newer one each time. */
export async function serveWeb(app: FastifyInstance, config: Config, contactText: ContactText): Promise<void> {
  if (!config.webDist) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  const pageOf = await readPages(config, contactText);

  await app.register(fastifyStatic, {
    root: config.webDist,
    index: false,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path.slice(config.webDist.length)));
    },
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await pageOf(pathOf(request), request.headers.cookie);
    const { coding, body } = bodyOf(page, request.headers['accept-encoding']);
    if (coding) reply.header('content-encoding', coding);
    if (page.styleHash) allowStyle(reply, page.styleHash);
    const caching = { 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' };
    return reply.headers(caching).type('text/html; charset=utf-8').send(body);
  };
  app.get('/', sendPage);
  // Every path of the app is a page; the app itself shows "not found" for those it does not know.
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(request, reply) : answerNotFound(request, reply),
  );
}

/** To the policy of every answer, which allows no inline style. */
function allowStyle(reply: FastifyReply, hash: string): void {
  const policy = reply.getHeader('content-security-policy');
  reply.header('content-security-policy', `${policy}; style-src 'self' '${hash}'`);
}

/** Hashed names change with their content; pictures of games rarely change; everything else is asked for anew. */
function cachingOf(path: string): string {
  if (/^[\\/]assets[\\/]/.test(path)) return 'public, max-age=31536000, immutable';
  return /^[\\/]art[\\/]/.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '';
}

function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  return request.method === 'GET' && !/^\/(api|hooks|media|assets|art)(\/|$)/.test(path) && !lastPart.includes('.');
}
