import { type FastifyInstance, fastify } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';

/** A figure that is read whenever it is asked for. */
type Figure = { name: string; help: string; read: () => Promise<number> };

/**
 * `/metrics` for Prometheus, at a port of its own, so that no proxy before the service ever leads there. Without a port
 * nothing is counted.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { metricsHost: host, metricsPort: port }: Pick<Config, 'metricsHost' | 'metricsPort'>,
  figures: readonly Figure[],
): Promise<void> {
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
  own.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await own.listen({ host, port });
  app.addHook('onClose', () => own.close());
}
