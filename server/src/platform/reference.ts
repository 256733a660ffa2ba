import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { openApiOf } from '@krapao/contract/openapi.ts';
import type { FastifyInstance } from 'fastify';
import product from '../../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';

const PAGE = fileURLToPath(new URL('../../reference/', import.meta.url));

/** The contract as OpenAPI at /api/openapi.json, and a page to browse it at /reference. */
export async function apiReference(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.hasReference) return;
  // One for all readers: a reader who never reads costs no copy of it.
  let document: Buffer | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    const named = { title: `${config.serviceName} member API`, version: product.version };
    document ??= Buffer.from(JSON.stringify(openApiOf(named)));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(fastifyStatic, { root: PAGE, serve: false, maxAge: '1h' });
  const files = {
    '/reference': 'index.html',
    '/reference/reference.js': 'reference.js',
    '/reference/reference.css': 'reference.css',
  };
  for (const [path, file] of Object.entries(files)) app.get(path, (_request, reply) => reply.sendFile(file, PAGE));
}
