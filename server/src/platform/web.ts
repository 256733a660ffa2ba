import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Edition } from '@krapao/contract/editions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadConfig, type Config } from '../config.ts';
import { answerNotFound } from './failures.ts';

/** Serves the built web app. Hashed files are cached for ever; the page is checked for a newer one each time. */
export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.webDist) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  const html = await readFile(join(config.webDist, 'index.html'), 'utf8').catch(() => {
    throw new BadConfig(
      `WEB_DIST must be the folder of the built web app; there is no index.html in ${config.webDist}.`,
    );
  });
  const page = pageFor(html, config);

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

  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  app.get('/', (_request, reply) => sendPage(reply));
  // Every path of the app is the same page; the app itself shows "not found" for those it does not know.
  app.setNotFoundHandler((request, reply) => (isPage(request) ? sendPage(reply) : answerNotFound(request, reply)));
}

/** Hashed names change with their content; pictures of games rarely change; everything else is asked for anew. */
function cachingOf(path: string): string {
  if (/^[\\/]assets[\\/]/.test(path)) return 'public, max-age=31536000, immutable';
  return /^[\\/]art[\\/]/.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  return method === 'GET' && !/^\/(api|hooks|media|assets|art)(\/|$)/.test(path) && !lastPart.includes('.');
}

/** What is told of the service where a link to it is shared. The page is built with the Thai one. */
const TAGLINES: Record<Edition, string> = {
  th: 'กระเป๋าเงิน เกม และรางวัลของคุณในที่เดียว',
  la: 'ກະເປົາເງິນ, ເກມ ແລະ ລາງວັນຂອງທ່ານໃນບ່ອນດຽວ',
};

/** Settings that the page needs before its script runs, written where the build left defaults. */
function pageFor(html: string, { edition, clientKey, iframeMode, serviceName, truelinkSecret }: Config): string {
  return html
    .replace('lang="th"', `lang="${edition === 'la' ? 'lo' : 'th'}"`)
    .replace('data-edition="th"', `data-edition="${edition}"`)
    .replaceAll(TAGLINES.th, TAGLINES[edition])
    .replace('data-client-key="member-web"', `data-client-key="${escapeHtml(clientKey)}"`)
    .replace('data-truelink-secret="krapao-truelink"', `data-truelink-secret="${escapeHtml(truelinkSecret)}"`)
    .replace('data-iframe-mode="off"', `data-iframe-mode="${iframeMode ? 'on' : 'off'}"`)
    .replaceAll('Krapao', escapeHtml(serviceName));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
