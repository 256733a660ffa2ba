import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execute } from '../world/databases.ts';
import { tell } from './figures.ts';
import { type Call, callAtRate, callInTurns, median, send } from './load.ts';
import { processorSpent } from './processor.ts';
import { inQuietRounds } from './rounds.ts';
import { pgbench, startWorld } from './world.ts';

const MEMBERS = 32;
const READERS = 8;
const ROUNDS = 5;
const SECONDS = 5;
const ledger = (name: string) => fileURLToPath(new URL(`ledger/${name}.sql`, import.meta.url));
const POSTING: Call = { method: 'GET', path: '/bench/api/refund/addWallet' };

await using parts = new AsyncDisposableStack();
const { url, ownerUrl, db, members } = await startWorld(parts, MEMBERS + READERS);
await execute(ownerUrl, readFileSync(ledger('reference'), 'utf8'));
/** Postings a second of the reference, by pgbench alone. */
const reference = () => {
  const place = new URL(ownerUrl);
  place.searchParams.set('options', '-csearch_path=reference,public');
  return pgbench(place.href, ledger('reference-posting'), MEMBERS, SECONDS);
};
const [movers, readers] = [members.slice(0, MEMBERS), members.slice(MEMBERS)];

for (const member of movers) {
  const status = await send(url, member, { method: 'GET', path: '/api/wallet/activate/pg' });
  if (status !== 200) throw new Error(`opening an account answered ${status}`);
}
const backAndForth = (_: unknown, turn: number): Call => {
  const [from, to] = turn % 2 === 0 ? ['wallet', 'pg'] : ['pg', 'wallet'];
  return { method: 'POST', path: '/api/wallet/transfer', body: { from, to, amount: 10 } };
};
await callInTurns(url, movers, SECONDS, () => POSTING);

const rounds = await inQuietRounds(ROUNDS, async (round) => {
  const before = reference();
  const posting = await callInTurns(url, movers, SECONDS, () => POSTING);
  const after = reference();
  const limit = (before + after) / 2;
  const spentBefore = await processorSpent(url, db);
  const alone = await callInTurns(url, movers, SECONDS, backAndForth);
  const spent = await processorSpent(url, db);
  const [transfer, wallet] = await Promise.all([
    callInTurns(url, movers, SECONDS, backAndForth),
    callAtRate(url, readers, SECONDS, 40, { method: 'GET', path: '/api/wallet' }),
  ]);
  const result = {
    posting: posting.perSecond / limit,
    transfer: transfer.perSecond / limit,
    slowest: wallet.p99Ms / wallet.medianMs,
    product: (spent.product - spentBefore.product) / alone.count,
    postgres: (spent.postgres - spentBefore.postgres) / alone.count,
  };
  console.log(
    `round ${round}: pgbench ${limit.toFixed(0)}/s, posting over HTTP ${posting.perSecond.toFixed(0)}/s (${result.posting.toFixed(2)}), ` +
      `transfers ${transfer.perSecond.toFixed(0)}/s (${result.transfer.toFixed(2)}), ` +
      `processor ${result.product.toFixed(1)} + ${result.postgres.toFixed(1)} ms, ` +
      `wallet p99/median ${result.slowest.toFixed(2)} (${wallet.p99Ms.toFixed(0)} / ${wallet.medianMs.toFixed(0)} ms)`,
  );
  return result;
});
const middle = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]));
console.log(`\n${MEMBERS} members, median of ${ROUNDS} rounds of ${SECONDS} s`);
tell({
  name: 'posting over HTTP ÷ pgbench with the posting function of 74ebbdc',
  value: middle('posting'),
  least: 0.7,
});
tell({
  name: 'transfers over HTTP ÷ pgbench with the posting function of 74ebbdc',
  value: middle('transfer'),
  least: 0.12,
});
tell({ name: 'transfer, processor of the product', value: middle('product'), unit: 'ms', most: 2.5 });
tell({ name: 'transfer, processor of PostgreSQL', value: middle('postgres'), unit: 'ms', most: 4.5 });
tell({ name: 'wallet meanwhile, p99 ÷ median', value: middle('slowest'), most: 2 });
