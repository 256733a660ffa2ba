import { openBooks } from './books.ts';
import { clockTables, registerClock } from './clock.ts';
import type { Config } from './config.ts';
import { faultTables, registerFaults } from './faults.ts';
import { registerGames } from './games/games.ts';
import { gameLies, gameLieTables } from './games/lies.ts';
import { gameTables } from './games/players.ts';
import { gameCalls } from './games/provider.ts';
import { lieTables, registerLies } from './lies.ts';
import { registerPage } from './page.ts';
import { paymentCalls, paymentLies, paymentTables, registerPayments } from './payments/payments.ts';
import { registerReports, reportCalls, reportLies, reportTables } from './reports.ts';
import { createHttp, type Sandbox } from './sandbox.ts';
import { registerSms, smsCalls, smsTables } from './sms.ts';
import { registerTotals } from './totals.ts';

/** Every outside party over HTTP, ready to listen. Closing the server closes the books. */
export async function buildSandbox(
  config: Pick<Config, 'databaseUrl' | 'productUrl' | 'key'>,
): Promise<Sandbox['http']> {
  const books = await openBooks(config.databaseUrl, [
    clockTables,
    faultTables,
    lieTables,
    gameLieTables,
    smsTables,
    gameTables,
    ...paymentTables,
    reportTables,
  ]);
  const http = createHttp();
  const closing = new AbortController();
  http.addHook('preClose', async () => closing.abort());
  http.addHook('onClose', () => books.end());

  const sandbox: Sandbox = { http, books, key: config.key, productUrl: config.productUrl, closing: closing.signal };
  registerSms(sandbox);
  registerGames(sandbox);
  registerPayments(sandbox);
  registerReports(sandbox);
  registerFaults(sandbox, [...smsCalls, ...gameCalls, ...paymentCalls, ...reportCalls]);
  registerLies(sandbox, [...gameLies, ...paymentLies, ...reportLies]);
  registerTotals(sandbox);
  registerClock(sandbox);
  await registerPage(sandbox);
  return http;
}
