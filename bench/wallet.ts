import { newFolder } from '../world/databases.ts';
import { ofEveryGame } from '../world/doubts.ts';
import { startNode } from '../world/nodes.ts';
import { tell } from './figures.ts';
import { type Call, callAtRate, callInTurns, median, send } from './load.ts';
import { inQuietRounds } from './rounds.ts';
import { type Member, startWorld } from './world.ts';

const GAMES = ['pg', 'joker', 'imi'];
const WALLET: Call = { method: 'GET', path: '/api/wallet' };
const STATEMENT: Call = { method: 'POST', path: '/api/statement', body: { page: 1, limit: 10 } };
const CALLERS = 16;
const ROUNDS = 5;
const ROUND_SECONDS = 3;

/** A quarter of 2,000 members, whose pages read four times as often and whose figures age four times as fast. */
const QUARTER = 4;
const ONLINE = 2_000 / QUARTER;
const PAGE_READS_EVERY_S = 15 / QUARTER;
const FRESHNESS_MS = 5_000 / QUARTER;
const ONLINE_SECONDS = 30;

/** What a wallet costs of which nothing has to be asked, and what providers are asked for by many pages. */
await using parts = new AsyncDisposableStack();
const { databaseUrl, members, sandbox } = await startWorld(parts, ONLINE);
const nodeWith = async (environment: Record<string, string>) => {
  const common = { SANDBOX_URL: sandbox.url, LOG_LEVEL: 'error', ROLE: 'api' };
  const place = { databaseUrl, dataDir: await newFolder(parts) };
  return (await startNode(parts, { ...place, environment: { ...common, ...environment } })).url;
};
const fresh = await nodeWith(ofEveryGame('FRESHNESS_MS', '600000'));
await Promise.all(Array.from({ length: CALLERS }, (_, turn) => fundEach(members, turn)));

const ratios = await inQuietRounds(ROUNDS, async () => {
  const wallets = await callInTurns(fresh, members.slice(0, CALLERS), ROUND_SECONDS, () => WALLET);
  const statements = await callInTurns(fresh, members.slice(0, CALLERS), ROUND_SECONDS, () => STATEMENT);
  console.log(`wallets ${wallets.perSecond.toFixed(0)} a second, statements ${statements.perSecond.toFixed(0)}`);
  return wallets.perSecond / statements.perSecond;
});
tell({ name: 'wallet within freshness ÷ statement, calls a second', value: median(ratios), least: 0.75 });

const rationed = await nodeWith({
  ...ofEveryGame('FRESHNESS_MS', `${FRESHNESS_MS}`),
  ...ofEveryGame('CALLS_A_SECOND', '20'),
});
const asked = () => Promise.all(GAMES.map((code) => sandbox.calls(`games/${code}`, 'balance')));
const seconds: number[][] = [await asked()];
const watching = setInterval(() => void asked().then((counts) => seconds.push(counts)), 1_000);
const pages = await callAtRate(rationed, members, ONLINE_SECONDS, ONLINE / PAGE_READS_EVERY_S, WALLET);
clearInterval(watching);
const perSecond = seconds
  .slice(1)
  .flatMap((counts, at) => counts.map((count, game) => count - (seconds[at]?.[game] ?? 0)));
const all = GAMES.map((_, game) => (seconds.at(-1)?.[game] ?? 0) - (seconds[0]?.[game] ?? 0));
console.log(`pages: median ${pages.medianMs.toFixed(1)} ms, p99 ${pages.p99Ms.toFixed(1)} ms of ${pages.count}`);
tell({
  name: 'balances a provider is asked for a second, 2,000 pages with three games',
  value: Math.max(...all) / (seconds.length - 1),
  most: 20,
});
// Two questions for the count are not exactly a second apart.
tell({ name: 'the same, the most in one second', value: Math.max(...perSecond) });

/** Opens the games of every sixteenth member, beginning at `turn`, and moves money there. */
async function fundEach(all: Member[], turn: number): Promise<void> {
  for (const member of all.filter((_, at) => at % CALLERS === turn)) {
    for (const code of GAMES) {
      await must(member, { method: 'GET', path: `/api/wallet/activate/${code}` });
      await must(member, {
        method: 'POST',
        path: '/api/wallet/transfer',
        body: { from: 'wallet', to: code, amount: 100 },
      });
    }
  }
}

async function must(member: Member, call: Call): Promise<void> {
  const status = await send(fresh, member, call);
  if (status !== 200) throw new Error(`${call.path} answered ${status}`);
}
