import { fastify } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { answerFailures } from './failures.ts';
import { healthRoutes } from './health.ts';
import type { Platform } from './routes.ts';

/** A figure that is read whenever it is asked for. */
export type Figure = { name: string; help: string; read: () => Promise<number> };

/**
 * `/metrics` for Prometheus, at a port of its own, so that no proxy before the service ever leads there. Workers, which
 * serve nothing else, answer there too whether they are well. Without a port nothing is counted.
 */
export async function serveMetrics(platform: Platform, figures: readonly Figure[]): Promise<void> {
  const { app, config } = platform;
  const { metricsHost: host, metricsPort: port } = config;
  if (port === 0) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  for (const { name, help, read } of figures)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    answers.observe(labels, reply.elapsedTime / 1000);
  });

  const own = fastify();
  answerFailures(own);
  healthRoutes(own, platform);
  own.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await own.listen({ host, port });
  app.addHook('onClose', () => own.close());
}
