import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { openDatabase } from '../server/src/platform/database.ts';
import type { DatabaseServers } from './database-servers.ts';
import { whileFrozen, whilePostgresFrozen } from './frozen.ts';
import type { DatabaseServer } from './patroni.ts';
import { until } from './programs.ts';
import { MEMBERS, test } from './scene.ts';

const BACK_WITHIN_MS = 30_000;
/** So many calls or commits are cut off, at least. */
const CUT_OFF = 5;
/** Long enough for another server to take its place, and to be asked for much. */
const FROZEN_MS = 40_000;
const HUNG_MS = 70_000;

test('if the primary and its Patroni are killed, money moves within 30 s', async ({ scene }) => {
  const { cluster, chat, withstand, roles } = scene;
  const [primary] = await roles();
  const { result: killedAt, wishes } = await withstand('the primary and its Patroni killed', async (answered) => {
    // Some money moves without an answer.
    await cluster.sandbox.fault({ target: 'games/joker', mode: 'timeout-after', times: CUT_OFF });
    await answered(MEMBERS / 2);
    const at = await killWhileCommitsWait(cluster.databases, primary);
    await chat.bothSpeak();
    await answered(MEMBERS * 2);
    await chat.settled();
    await primary.start();
    return at;
  });
  const moved = wishes.filter(({ beganAt, movement }) => beganAt > killedAt && movement?.status === 'SUCCESS');
  const backAfter = Math.min(...moved.map(({ endedAt }) => endedAt)) - killedAt;
  console.log(`money moved again after ${(backAfter / 1000).toFixed(1)} s`);
  expect(backAfter).toBeLessThan(BACK_WITHIN_MS);
  expect(await cluster.databases.following()).toContain(primary.name);
});

test('a primary that was frozen and wakes follows the one that took its place', async ({ scene }) => {
  const { cluster, withstand, roles } = scene;
  const [primary] = await roles();
  await withstand('PostgreSQL of the primary frozen', () => whilePostgresFrozen(primary, () => delay(FROZEN_MS)));
  expect(await cluster.databases.following()).toContain(primary.name);
});

test('a primary that was frozen with its Patroni and wakes follows the one that took its place', async ({
  scene: { cluster, chat, withstand, roles },
}) => {
  const [primary] = await roles();
  await withstand('PostgreSQL of the primary and its Patroni frozen', (answered) =>
    whileFrozen([primary.patroni.pid()], () =>
      whilePostgresFrozen(primary, async () => {
        await chat.bothSpeak();
        await Promise.all([delay(FROZEN_MS), answered(MEMBERS)]);
      }),
    ),
  );
  expect(await cluster.databases.following()).toContain(primary.name);
});

test('if the first process of the primary alone is killed, every wish is answered', async ({ scene }) => {
  const { chat, withstand, roles } = scene;
  const [primary] = await roles();
  await withstand('the postmaster killed', async (answered) => {
    process.kill(await primary.postmaster(), 'SIGKILL');
    await chat.bothSpeak();
    await answered(MEMBERS * 2);
  });
});

test('while the first process of the primary alone hangs, members notice nothing', async ({ scene }) => {
  const { chat, withstand, roles } = scene;
  const [primary] = await roles();
  const { wishes } = await withstand('the postmaster frozen', async (answered) =>
    whileFrozen([await primary.postmaster()], async () => {
      await chat.bothSpeak();
      await Promise.all([delay(HUNG_MS), answered(MEMBERS)]);
    }),
  );
  expect(wishes.filter(({ tries }) => tries.length > 1)).toEqual([]);
});

test('the primary is changed as planned', async ({ scene: { chat, withstand, roles } }) => {
  const [primary, second] = await roles();
  await withstand('a planned switchover', async (answered) => {
    await answered(MEMBERS / 4);
    const words = ['--leader', primary.name, '--candidate', second.name, '--force'];
    await primary.patronictl('switchover', 'krapao', ...words);
    await chat.bothSpeak();
    await answered(MEMBERS);
  });
  const [is] = await roles();
  expect(is.name).toBe(second.name);
});

test('if the disk of the primary is full, another server takes its place until there is room', async ({ scene }) => {
  const { cluster, chat, withstand, roles } = scene;
  const [primary] = await roles();
  await withstand('the disk of the primary full', async (answered) => {
    await primary.disk.fill();
    try {
      await writeUntilItFails(primary);
      await chat.bothSpeak();
      await answered(MEMBERS * 2);
    } finally {
      await primary.disk.free();
    }
  });
  expect(await cluster.databases.following()).toContain(primary.name);
});

test('if the second server falls behind, the third one takes its place and every wish is answered', async ({
  scene,
}) => {
  const { cluster, chat, withstand, roles } = scene;
  const [, second] = await roles();
  await withstand('the second server silent', async (answered) => {
    const receivers = await second.processes('walreceiver');
    expect(receivers).not.toEqual([]);
    await whileFrozen(receivers, async () => {
      const isReplaced = async () =>
        (await cluster.databases.inRole('sync_standby')).some(({ name }) => name !== second.name);
      await until('another server is the second', isReplaced);
      await answered(MEMBERS / 2);
      await chat.bothSpeak();
      await chat.settled();
    });
  });
});

/** Kills the primary while it has commits that no other server has and that no member knows of. Returns the time. */
async function killWhileCommitsWait({ servers }: DatabaseServers, primary: DatabaseServer): Promise<number> {
  const others = servers.filter(({ name }) => name !== primary.name);
  const receivers = (await Promise.all(others.map(({ processes }) => processes('walreceiver')))).flat();
  const superuser = openDatabase(primary.url, 1);
  try {
    return await whileFrozen(receivers, async () => {
      const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`;
      await until('commits wait', async () => ((await superuser.query(waiting)).rowCount ?? 0) >= CUT_OFF);
      await primary.kill();
      return Date.now();
    });
  } finally {
    await superuser.end();
  }
}

/** The log's next file finds no room. Members would fill the last one before long. */
async function writeUntilItFails(primary: DatabaseServer): Promise<void> {
  const superuser = openDatabase(primary.url, 1);
  try {
    await until('the server that has no room is not the primary', async () => {
      await superuser.query('select pg_switch_wal()').catch(() => {});
      return !(await primary.isPrimary());
    });
  } finally {
    await superuser.end();
  }
}
