import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { EtcdServer } from './etcd.ts';
import { MEMBERS, test } from './scene.ts';

/** All three for longer than the primary holds its place without a word from them. */
const AWAY_MS: Record<string, number> = { 'one etcd': 15_000, 'every etcd': 40_000 };

for (const [which, awayMs] of Object.entries(AWAY_MS)) {
  test(`while ${which} is away, members notice nothing`, async ({ scene }) => {
    const { cluster, chat, withstand, roles } = scene;
    const [primary] = await roles();
    const away: EtcdServer[] = cluster.databases.etcd.slice(0, which === 'one etcd' ? 1 : undefined);
    const { wishes } = await withstand(`${which} killed`, async (answered) => {
      await Promise.all(away.map((etcd) => etcd.kill()));
      await chat.bothSpeak();
      await Promise.all([delay(awayMs), answered(MEMBERS)]);
      await chat.settled();
      await Promise.all(away.map((etcd) => etcd.start()));
      await answered(MEMBERS / 2);
    });
    expect(wishes.filter(({ tries }) => tries.length > 1)).toEqual([]);
    const [is] = await roles();
    expect(is.name).toBe(primary.name);
  });
}
