import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { EtcdServer } from './etcd.ts';
import { MEMBERS, test } from './scene.ts';

const AWAY_MS = 40_000;

for (const count of [1, 3]) {
  test(`while ${count} of three etcds is away, members notice nothing`, async ({ scene }) => {
    const { cluster, chat, withstand, roles } = scene;
    const [primary] = await roles();
    const away: EtcdServer[] = cluster.databases.etcd.slice(0, count);
    const { wishes } = await withstand(`${count} of three etcds killed`, async (answered) => {
      await Promise.all(away.map((etcd) => etcd.kill()));
      await chat.bothSpeak();
      await Promise.all([delay(AWAY_MS), answered(MEMBERS)]);
      await chat.settled();
      await Promise.all(away.map((etcd) => etcd.start()));
      await answered(MEMBERS / 2);
    });
    expect(wishes.filter(({ tries }) => tries.length > 1)).toEqual([]);
    const [is] = await roles();
    expect(is.name).toBe(primary.name);
  });
}
