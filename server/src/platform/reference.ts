import swagger from '@fastify/swagger';
import { type FastifyInstance, fastify } from 'fastify';
import product from '../../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';

/** OpenAPI from the contract's own schemas at /api/openapi.json, and a page to browse it at /reference. */
export async function apiReference(app: FastifyInstance, config: Config): Promise<void> {
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
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  let opened: Promise<FastifyInstance> | undefined;
  for (const path of ['/reference', '/reference/*']) {
    app.get(path, { schema: { hide: true } }, async ({ url }, reply) => {
      opened ??= openPage();
      const { statusCode, headers, rawPayload } = await (await opened).inject(url);
      return reply.code(statusCode).headers(headers).send(rawPayload);
    });
  }
}

/** The page's module is 4 MB that most processes never serve: it is read when a reader first asks for it. */
async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify();
  await page.register(scalar, {
    routePrefix: '/reference',
    configuration: { url: '/api/openapi.json', withDefaultFonts: false },
  });
  return page;
}
