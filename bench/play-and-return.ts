import { newFolder } from '../world/databases.ts';
import { startNode } from '../world/nodes.ts';
import { tell } from './figures.ts';
import { type Call, summary, timed } from './load.ts';
import { type Member, startWorld } from './world.ts';

const MEMBERS = 10;
const ROUNDS = 5;

/** How long money is on its way to a game and back, with and without a round played there, by doubt of the game. */
await using parts = new AsyncDisposableStack();
const { databaseUrl, members, sandbox, url } = await startWorld(parts, MEMBERS);
const names = new Map<string, string>();
for (const member of members) {
  const path = '/api/wallet/activate/pg';
  const headers = { 'x-api-key': 'member-web', authorization: `Bearer ${member.token}` };
  const { username } = (await (await fetch(url + path, { headers })).json()) as { username: string };
  names.set(member.id, username);
}
const move = (from: string, to: string, amount: number): Call => ({
  method: 'POST',
  path: '/api/wallet/transfer',
  body: { from, to, amount },
});

/** To the game, a round that wins one baht or none, and back with all of it. */
async function trip(node: string, member: Member, isPlayed: boolean): Promise<number> {
  const there = await timed(node, member, move('wallet', 'pg', 10));
  if (isPlayed) await sandbox.round('pg', names.get(member.id) ?? '', { stake: 1, win: 2 });
  return there + (await timed(node, member, move('pg', 'wallet', isPlayed ? 11 : 10)));
}

const common = { SANDBOX_URL: sandbox.url, LOG_LEVEL: 'error', ROLE: 'api', READINGS_APART_MS: '15000' };
for (const [doubt, GAME_PG_FRESHNESS_MS] of [
  ['believed at once, as before', '0'],
  ['fresh after 5 s, as decided', '5000'],
] as const) {
  const place = { databaseUrl, dataDir: await newFolder(parts) };
  const node = await startNode(parts, { ...place, environment: { ...common, GAME_PG_FRESHNESS_MS } });
  for (const isPlayed of [false, true]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(...(await Promise.all(members.map((member) => trip(node.url, member, isPlayed)))));
    const { medianMs, p99Ms } = summary(times, 1);
    const what = isPlayed ? 'with a round played' : 'without a round';
    console.log(`${doubt}, ${what}: p99 ${p99Ms.toFixed(0)} ms`);
    tell({ name: `to a game and back, ${doubt}, ${what}`, value: medianMs, unit: 'ms' });
  }
}
