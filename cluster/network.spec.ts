import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from './network.ts';
import type { DatabaseServer } from './patroni.ts';
import { MEMBERS, test } from './scene.ts';

/** Longer than it takes to name another second server, and another primary where the primary is cut off from both. */
const [BETWEEN_TWO_MS, AROUND_MS] = [15_000, 30_000];

type Roles = [primary: DatabaseServer, second: DatabaseServer, third: DatabaseServer];
/** What is sent from the first to the second is lost. */
type Cuts = (roles: Roles) => [Host, Host][];

const bothWays = (one: DatabaseServer, other: DatabaseServer): [Host, Host][] => [
  [one.host, other.host],
  [other.host, one.host],
];
const CUTS: Record<string, Cuts> = {
  'between the primary and the second server': ([primary, second]) => bothWays(primary, second),
  'between the primary and the third server': ([primary, , third]) => bothWays(primary, third),
  'between the second server and the third': ([, second, third]) => bothWays(second, third),
  'around the primary': ([primary, second, third]) => [...bothWays(primary, second), ...bothWays(primary, third)],
  'from the primary to both others': ([primary, ...others]) => others.map(({ host }) => [primary.host, host]),
  'from both others to the primary': ([primary, ...others]) => others.map(({ host }) => [host, primary.host]),
};

for (const [where, cuts] of Object.entries(CUTS)) {
  test(`while the network is cut ${where}, every wish is answered`, async ({ scene }) => {
    const { cluster, chat, withstand, roles } = scene;
    const between = cuts(await roles());
    const forMs = where.startsWith('between') ? BETWEEN_TWO_MS : AROUND_MS;
    await withstand(`the network cut ${where}`, async (answered) => {
      try {
        for (const [from, to] of between) await cluster.network.cut(from, to);
        await chat.bothSpeak();
        await Promise.all([delay(forMs), answered(MEMBERS)]);
      } finally {
        await cluster.network.heal();
      }
      await answered(MEMBERS / 2);
    });
  });
}
