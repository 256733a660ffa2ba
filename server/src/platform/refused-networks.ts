import type { FastifyInstance } from 'fastify';
import { networkOf } from './addresses.ts';
import { addressOf } from './routes.ts';

const A_MINUTE_MS = 60_000;
const REFUSED = 429;
/** A line each; what comes from further ones is counted together. */
const MOST_NETWORKS = 1_000;
const OTHERS = 'others';

/** Once a minute, a line in the log for each network of which budgets refused something: a spray leaves a trace. */
export function tellRefusals(app: FastifyInstance): void {
  const counts = new Map<string, number>();
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== REFUSED) return;
    const own = networkOf(addressOf(request));
    const network = counts.has(own) || counts.size < MOST_NETWORKS ? own : OTHERS;
    counts.set(network, (counts.get(network) ?? 0) + 1);
  });
  const tell = () => {
    for (const [network, refused] of counts) app.log.warn({ network, refused }, 'refused by budgets');
    counts.clear();
  };
  const telling = setInterval(tell, A_MINUTE_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(telling);
    tell();
  });
}
