import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { post } from '../server/src/ledger/ledger.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { route } from '../server/src/platform/routes.ts';
import { gateReader } from '../server/src/platform/sessions.ts';
import { watchWarnings } from '../server/src/platform/warnings.ts';

/**
 * The product with one more call: it posts money between two accounts of the member and does nothing else. The call
 * stands for all calls that move money inside the wallet: same gate, and the schemas and answers of one of them.
 */
const config = readConfig(process.env);
const db = openDatabase(config.databaseUrl, config.databasePool);
const app = await buildApp(config, db);
await app.register(
  async (bench) => {
    bench.get('/processor', async () => process.cpuUsage());
    const { drain, log } = app;
    const platform = { app: bench, config, db, readGate: gateReader(db, config), warnings: watchWarnings(log), drain };
    route(platform, 'GET /api/refund/addWallet', async ({ member, attempt }) => {
      const { memberId, currency } = member;
      const key = `bench/${attempt.id}`;
      await post(db, { key, reason: 'bench', memberId, currency, from: 'main', to: 'refund_pot', amount: 1n });
      return { message: 'REFUND_SUCCESS' };
    });
  },
  { prefix: '/bench' },
);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ port: config.port, host: config.host });
process.send?.({ type: 'ready' });
