import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import product from '../../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';

const PAGE = fileURLToPath(new URL('../../reference/', import.meta.url));

/** OpenAPI from the contract's own schemas at /api/openapi.json, and a page to browse it at /reference. */
export async function apiReference(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.hasReference) return;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${config.serviceName} member API`, version: product.version },
      components: {
        securitySchemes: {
          client: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          member: { type: 'http', scheme: 'bearer' },
          operator: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  });
  // The calls never change while the process runs.
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(fastifyStatic, { root: PAGE, serve: false, maxAge: '1h' });
  const files = {
    '/reference': 'index.html',
    '/reference/reference.js': 'reference.js',
    '/reference/reference.css': 'reference.css',
  };
  for (const [path, file] of Object.entries(files))
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.sendFile(file, PAGE));
}
