import { openSandboxReceivers } from '../server/src/demo/receivers.ts';
import { problemsOf, sealDays } from '../server/src/ledger/sealed-days.ts';
import { many } from '../server/src/platform/database.ts';
import { startSession } from '../server/src/platform/sessions.ts';
import { startWorld } from '../world/start-world.ts';
import { tell } from './figures.ts';
import { median, timed } from './load.ts';
import { makeAndPay, sendCallback } from './paying.ts';
import { idOf, type Population, populate } from './population.ts';

/** `node bench/million.ts [members] [postings of each]`. */
const [askedMembers = 1_000_000, askedPostings = 25] = process.argv.slice(2).map(Number);
const SIZES: Record<'few' | 'many', Population> = {
  few: { members: 1_000, postingsEach: askedPostings },
  many: { members: askedMembers, postingsEach: askedPostings },
};
const CALLERS = 200;
const MOST = 1.2;

/** How much longer do the calls that members make often take among a million members than among a thousand? */
await using parts = new AsyncDisposableStack();
const few = await inhabited(SIZES.few);
const most = await inhabited(SIZES.many);

type Inhabited = Awaited<ReturnType<typeof inhabited>>;
type Caller = { id: string; token: string };

const CALLS: Record<string, (world: Inhabited, caller: Caller) => Promise<number>> = {
  wallet: ({ url }, caller) => timed(url, caller, { method: 'GET', path: '/api/wallet' }),
  statement: ({ url }, caller) =>
    timed(url, caller, { method: 'POST', path: '/api/statement', body: { page: 1, limit: 10 } }),
  "sign-in's SQL": async ({ db }, { id }) => {
    const start = performance.now();
    await many(db, `select id, password_hash from members where edition = 'th' and phone = $1`, [`+668${id}`]);
    await startSession(db, id, false);
    return performance.now() - start;
  },
  deposit: async (world, { token }) => {
    const paid = await makeAndPay(world, token, 100);
    const start = performance.now();
    await sendCallback(world, paid);
    return performance.now() - start;
  },
};

for (const [name, call] of Object.entries(CALLS)) {
  const times = { few: [] as number[], most: [] as number[] };
  for (let n = 0; n < CALLERS; n++) {
    times.few.push(await call(few, few.callers[n] as Caller));
    times.most.push(await call(most, most.callers[n] as Caller));
  }
  const [short, long] = [median(times.few), median(times.most)];
  console.log(`${name}: ${short.toFixed(2)} ms and ${long.toFixed(2)} ms`);
  tell({ name: `${name} among ${SIZES.many.members} members ÷ among 1000, median`, value: long / short, most: MOST });
}

const sealing = performance.now();
await sealDays(most.db, 'infinity');
console.log(`the day sealed in ${((performance.now() - sealing) / 1_000).toFixed(1)} s`);
const [day] = await many<{ day: string; postings: bigint }>(
  most.db,
  'select day::text, postings from ledger_days order by day desc limit 1',
);
const checking = performance.now();
const wrong = await problemsOf(most.db, day?.day ?? null);
const seconds = (performance.now() - checking) / 1_000;
if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('\n'));
const entries = Number(day?.postings ?? 0) * 2;
const behind = SIZES.many.members * SIZES.many.postingsEach * 2;
tell({ name: `ledger check of a day of ${entries} entries, ${behind} behind it`, value: seconds, unit: 's', most: 5 });

async function inhabited(population: Population) {
  const world = await startWorld(parts, { main: 'bench/product.ts', environment: { LOG_LEVEL: 'error' } });
  const seconds = await populate(world.ownerUrl, population);
  const { members, postingsEach } = population;
  console.log(`${members} members with ${members * postingsEach * 2} entries, made in ${seconds.toFixed(0)} s`);
  await openSandboxReceivers(world.db);
  const step = Math.floor(members / CALLERS);
  const callers: Caller[] = [];
  for (let n = 1; n <= CALLERS; n++)
    callers.push({ id: idOf(n * step), token: await startSession(world.db, idOf(n * step), false) });
  return { ...world, callers };
}
