import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { depositRoutes } from './deposits/deposits.ts';
import { paymentOfEntry, usualDeposits } from './deposits/payments/course.queries.ts';
import { frozenDeposits } from './deposits/payments/disputes/disputes.queries.ts';
import type { Fence } from './fence/fence.ts';
import { currencyOf, type Member, profileOf } from './members/account/account.queries.ts';
import { addCoins, coinsOf, spendCoin } from './members/account/coins.queries.ts';
import { memberRoutes } from './members/members.ts';
import { markPasswordsDue } from './money/games/passwords.queries.ts';
import { moneyRoutes } from './money/money.ts';
import { clockHook } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { startWorking, workThrough } from './platform/due-work.ts';
import { healthRoutes } from './platform/health.ts';
import { keepHouse } from './platform/housekeeping.ts';
import { type Figure, serveMetrics } from './platform/metrics.ts';
import { watchNewConnections } from './platform/new-connections.ts';
import { openPlatform } from './platform/platform.ts';
import { realtime } from './platform/realtime.ts';
import { keepRawBodies } from './platform/signed-hooks.ts';
import { walletChangeAnnouncer } from './platform/wallet-changes.ts';
import { serveWeb } from './platform/web.ts';
import { closeToOthers } from './providers/storage/folder.ts';
import { openStorage } from './providers/storage/storage.ts';
import { countOpenFindings } from './reconciliation/findings.queries.ts';
import { daysToReconcile } from './reconciliation/reconcile.ts';
import { inviteBonus, isKnownDevice, rememberDevice } from './rewards/invites/invites.queries.ts';
import { showInviteBonus } from './rewards/invites/invites.routes.ts';
import { rewardBankMoves, rewardResult, rewardRoutes } from './rewards/rewards.ts';
import { supportRoutes } from './support/support.ts';

/** Everything the product serves, by name. Here, and only here, groups are given each other's functions. */
export async function buildApp(config: Config, db: Database, fence?: Fence): Promise<FastifyInstance> {
  const platform = await openPlatform(config, db);
  const { app } = platform;
  const announce = walletChangeAnnouncer(db, app.log);
  const storage = await openStorage(config);
  await closeToOthers(config.uploadsDir);
  const { onBankMove, onDeposited } = rewardBankMoves({ addCoins, coinsOf, coinsADay: config.coinsADay });

  const members = memberRoutes(platform, { rememberDevice, isKnownDevice, endGamePasswords: markPasswordsDue });
  const money = moneyRoutes(platform, {
    announce,
    invite: inviteBonus(config),
    showMember: (row) => ({ profile: profileOf(row as Member), invite: showInviteBonus(row.invite) }),
    frozenDeposits,
    onRead: rewardResult,
    onBankMove,
    paymentOfEntry: (memberId, id) => paymentOfEntry(db, memberId, id),
    usualDeposits: () => usualDeposits(db),
  });
  const deposits = depositRoutes(platform, { storage, announce, onDeposited });
  const rewards = rewardRoutes(platform, { announce, ...money.forConditions, coinsOf, addCoins, spendCoin });
  const support = await supportRoutes(platform, {
    storage,
    currencyOf: (memberId) => currencyOf(db, memberId),
    recentEntries: money.recentEntries,
    recentSlips: deposits.recentSlips,
    findMovement: money.findMovement,
  });

  const watching = fence?.watch(app.log);
  app.addHook('onClose', () => watching?.stop());

  realtime(platform, support);
  if (config.role !== 'api') {
    const reconciling = daysToReconcile({ db, config, log: app.log, onAccountReport: deposits.onAccountReport });
    const works = [
      ...members.works,
      ...money.works,
      ...deposits.works,
      ...rewards.works,
      ...support.works,
      reconciling,
    ];
    const working = startWorking(works, app.log);
    app.addHook('onClose', () => working.stop());
  }
  const sweepNow = keepHouse(platform, [
    ...members.sweeps,
    ...money.sweeps,
    ...deposits.sweeps,
    ...rewards.sweeps,
    ...support.sweeps,
  ]);
  await app.register(async (hooks) => {
    keepRawBodies(hooks);
    clockHook(hooks, config, db, async () => {
      await sweepNow();
      await workThrough(deposits.worksOfTheClock);
    });
    deposits.callbacks(hooks);
  });
  healthRoutes(app, platform);
  const newConnections = watchNewConnections(config.databaseUrl, platform.warnings);
  app.addHook('onClose', async () => newConnections.stop());
  await serveMetrics(platform, figuresOf(db, newConnections.seconds, fence?.state));
  await serveWeb(app, config, members.contactText);
  return app;
}

/** What Prometheus is told besides each call's times. */
function figuresOf(db: Database, newConnectionSeconds: () => number, fence?: Fence['state']): Figure[] {
  return [
    { name: 'open_findings', help: 'Differences that reconciling found', read: () => countOpenFindings(db) },
    {
      name: 'database_new_connection_seconds',
      help: 'What opening a connection took last; infinite if the database took none',
      read: async () => newConnectionSeconds(),
    },
    {
      name: 'money_stands_still',
      help: '1 while no money moves, since the database is behind what was committed',
      read: async () => Number(fence?.().standsStill ?? false),
    },
    {
      name: 'newest_commit_kept',
      help: '0 while the newest commit cannot be kept beside the files',
      read: async () => Number(fence?.().isKept ?? true),
    },
  ];
}
