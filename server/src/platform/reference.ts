import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
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
  await app.register(scalar, {
    routePrefix: '/reference',
    configuration: { url: '/api/openapi.json', withDefaultFonts: false },
  });
}
