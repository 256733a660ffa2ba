import { startCluster } from '../cluster/cluster.ts';
import { freePort } from '../launch/ports.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { ONE_ADDRESS } from '../world/one-address.ts';
import { giveMoney, newMember } from '../world/people.ts';
import { holdTo } from './cgroup.ts';
import { tell } from './figures.ts';
import { type Call, callInTurns, median, send } from './load.ts';
import { inQuietRounds } from './rounds.ts';

const CALLERS = 32;
const ROUNDS = 5;
const SECONDS = 5;
const SHARE_OF_A_CORE = 0.25;
const CALLS: Record<string, Call> = {
  lookup: { method: 'GET', path: '/api/lookup/active' },
  statement: { method: 'POST', path: '/api/statement', body: { page: 1, limit: 10 } },
};

/** How much more do two nodes of the cluster carry than one, if each has a quarter of a core? */
await using parts = new AsyncDisposableStack();
// Disposed of last: a group is removed when its process has ended.
const groups = parts.use(new AsyncDisposableStack());
const ports = { port: await freePort(), sandboxPort: await freePort() };
const { nodes, addresses } = await startCluster(parts, { ...ports, environment: ONE_ADDRESS, tell: console.log });
const db = openDatabase(addresses.url, 2);
const two = nodes.slice(0, 2);
const members = await Promise.all(Array.from({ length: CALLERS }, newMover));
await db.end();
for (const { pid } of two) await holdTo(groups, pid(), SHARE_OF_A_CORE);

/** A member with a page of movements. */
async function newMover() {
  const member = await newMember(db, 'th');
  await giveMoney(db, member.id, 1_000_00n);
  const [{ url }] = two as [(typeof two)[number]];
  await send(url, member, { method: 'GET', path: '/api/wallet/activate/pg' });
  for (let entry = 0; entry < 10; entry++) {
    const body = { from: 'wallet', to: 'pg', amount: 10 };
    await send(url, member, { method: 'POST', path: '/api/wallet/transfer', body });
  }
  return member;
}

/** Calls a second that so many nodes answer, with the same number of callers. */
async function carried(count: number, call: Call): Promise<number> {
  const answering = two.slice(0, count);
  const measured = await Promise.all(
    answering.map(({ url }, at) => {
      const callers = members.filter((_, index) => index % count === at);
      return callInTurns(url, callers, SECONDS, () => call);
    }),
  );
  return measured.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

for (const [name, call] of Object.entries(CALLS)) {
  await carried(2, call);
  const ratios = await inQuietRounds(ROUNDS, async () => {
    const [one, both] = [await carried(1, call), await carried(2, call)];
    console.log(`${name}: one node ${one.toFixed(0)}/s, two ${both.toFixed(0)}/s`);
    return both / one;
  });
  tell({ name: `${name}: two nodes with a quarter of a core each ÷ one`, value: median(ratios), least: 1.6 });
}
