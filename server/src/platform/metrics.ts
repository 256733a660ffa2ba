import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { AppError } from './app-error.ts';

/** A figure that is read whenever it is asked for. */
type Figure = { name: string; help: string; read: () => Promise<number> };

/** `/metrics` for Prometheus, answered to this machine and to METRICS_NETWORK alone. */
export function metricsRoute(app: FastifyInstance, config: Config, figures: readonly Figure[]): void {
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

  const allowed = networkList(['127.0.0.0/8', '::1', ...config.metricsNetworks]);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // The socket's own address: a forwarded header must not open this.
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded || !allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) throw new AppError('NO_DATA');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function networkList(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
