import { UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits.ts';
import { fastify, LogController } from 'fastify';
import { WITHDRAW_LIMITS } from './allowances/withdraw-limits.ts';
import type { ClearDeps } from './conditions/clear.ts';
import { judgeCondition } from './conditions/follow-results.ts';
import { lookWhetherFree } from './conditions/grant.ts';
import type { Config } from './config.ts';
import { depositRoutes } from './deposits/deposits.ts';
import { qrTermsOf } from './deposits/qrcodes/make-qrcode.ts';
import { memberById, profileOf } from './members/account/account.queries.ts';
import { accountRoutes } from './members/account/account.routes.ts';
import { lookupRoutes } from './members/lookups/lookups.routes.ts';
import { isPhoneVerified, useVerification } from './members/otp/otp.queries.ts';
import { otpRoutes } from './members/otp/otp.routes.ts';
import { openedGames } from './money/games/game-accounts.queries.ts';
import { gameRoutes } from './money/games/games.routes.ts';
import { type ReadBalancesDeps, readBalances } from './money/games/read-balances.ts';
import { statementRoutes } from './money/statement/statement.routes.ts';
import { lateArrivals } from './money/transfers/find-late-arrivals.ts';
import { bringHome, type TransferDeps } from './money/transfers/make-transfer.ts';
import { unknownTransfers } from './money/transfers/resolve-unknown-transfers.ts';
import { findTransfer, movingAccounts } from './money/transfers/transfers.queries.ts';
import { transferRoutes } from './money/transfers/transfers.routes.ts';
import { PAGE_PATIENCE_MS, walletRoutes } from './money/wallet/wallet.routes.ts';
import { openWithdrawals, type PayOutDeps } from './money/withdrawals/pay-out.ts';
import { gatheringIdOf, isWithdrawing } from './money/withdrawals/withdrawals.queries.ts';
import { withdrawalRoutes } from './money/withdrawals/withdrawals.routes.ts';
import { clockHook } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { startWorking, workThrough } from './platform/due-work.ts';
import { answerFailures, answerFrameworkFailure } from './platform/failures.ts';
import { closeUnusedConnections } from './platform/graceful-close.ts';
import { healthRoutes } from './platform/health.ts';
import { sweep } from './platform/housekeeping.ts';
import { logRequests } from './platform/log.ts';
import { metricsRoute } from './platform/metrics.ts';
import { realtime } from './platform/realtime.ts';
import { apiReference } from './platform/reference.ts';
import { inLowerCaseCodes, type Platform, requireClientKey } from './platform/routes.ts';
import { secureHeaders } from './platform/secure-headers.ts';
import { gateReader, type Owner } from './platform/sessions.ts';
import { keepRawBodies } from './platform/signed-hooks.ts';
import { acceptUploads } from './platform/uploads.ts';
import { walletChangeAnnouncer } from './platform/wallet-changes.ts';
import { serveWeb } from './platform/web.ts';
import { openGames } from './providers/games/games.ts';
import { openQrGateways } from './providers/payments/qr-gateways.ts';
import { openPayouts } from './providers/payouts/payouts.ts';
import { httpGateway } from './providers/sms/http-gateway.ts';
import { folderStorage } from './providers/storage/storage.ts';
import { rememberDevice } from './rewards/invites/invites.queries.ts';
import { inviteBonusOf } from './rewards/invites/invites.routes.ts';
import { rewardDeposit, rewardResult, rewardRoutes } from './rewards/rewards.ts';
import { countBankMove } from './rewards/spin-wheel/earn-coins.ts';
import { supportRoutes } from './support/support.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Everything the product serves, by name. */
export async function buildApp(config: Config, db: Database) {
  const app = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    exposeHeadRoutes: false,
    rewriteUrl: inLowerCaseCodes,
    return503OnClosing: true,
    frameworkErrors: answerFrameworkFailure,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, multipleOfPrecision: 6 } },
  });
  app.decorateRequest('member', null);
  app.decorateRequest('operator', undefined);
  app.removeContentTypeParser('text/plain');
  const platform: Platform = { app, config, db, readGate: gateReader(db, config) };

  closeUnusedConnections(app);
  answerFailures(app);
  logRequests(app);
  secureHeaders(app, config);
  requireClientKey(platform);
  await apiReference(app, config);
  await acceptUploads(app);

  const storage = folderStorage(config.mediaDir);
  const gateways = openQrGateways(config);
  lookupRoutes(platform, (bankCode) => qrTermsOf(gateways, config, bankCode));
  otpRoutes(platform, httpGateway(config));
  accountRoutes(platform, { isVerified: isPhoneVerified, useUp: useVerification }, rememberDevice);

  const games = openGames(config);
  const announce = walletChangeAnnouncer(db, app.log);
  const onAllRead: ReadBalancesDeps['onAllRead'] = ({ memberId }, isUnchanged) =>
    judgeCondition(db, memberId, isUnchanged);
  const readBalancesDeps: ReadBalancesDeps = { db, games, announce, movingAccounts, onRead: rewardResult, onAllRead };
  const { providerTimeoutMs, providerLateMs } = config;
  const carryOutDeps = { db, games, announce, providerTimeoutMs, providerLateMs, log: app.log };
  walletRoutes(platform, {
    games,
    readProfile: async (queryable, memberId) => profileOf(await memberById(queryable, memberId)),
    readGames: (member, patienceMs) => readBalances(readBalancesDeps, member, { patienceMs }),
    readInvite: inviteBonusOf,
  });
  gameRoutes(platform, games);
  const readPatiently = (member: Owner, only?: string) =>
    readBalances(readBalancesDeps, member, {
      patienceMs: providerTimeoutMs + 1_000,
      ...(only !== undefined && { only }),
    });
  const transferDeps: TransferDeps = {
    ...carryOutDeps,
    openedGames: (memberId) => openedGames(db, memberId),
    readBalances: readPatiently,
  };
  transferRoutes(platform, transferDeps);

  const deposits = depositRoutes(platform, { gateways, storage, announce, onDeposited: rewardDeposit });

  const payOutDeps: PayOutDeps = {
    db,
    payouts: openPayouts(config),
    announce,
    stateOfGathering: async (key) =>
      (await findTransfer(db, { memberId: key.memberId, id: gatheringIdOf(key) }))?.status ?? null,
    onBankMove: countBankMove,
    providerTimeoutMs,
    providerLateMs,
  };
  const clearDeps: ClearDeps = {
    db,
    announce,
    readBalances: (member) => readPatiently(member),
    glanceAtGames: (member) =>
      readBalances(readBalancesDeps, member, { patienceMs: Math.min(PAGE_PATIENCE_MS, providerTimeoutMs) }),
    movingAccounts,
    isWithdrawing,
    bringHome: (member, id, from) => bringHome(transferDeps, member, id, from),
    providerTimeoutMs,
    log: app.log,
  };
  const rewards = rewardRoutes(platform, clearDeps);
  withdrawalRoutes(platform, {
    ...payOutDeps,
    limits: WITHDRAW_LIMITS,
    hasChannel: config.payouts.url !== '',
    readBalances: (member) => readPatiently(member),
    lookWhetherFree: (member) => lookWhetherFree(clearDeps, member),
    gather: (member, key, from) => bringHome(transferDeps, member, gatheringIdOf(key), from),
  });
  statementRoutes(platform);
  const support = await supportRoutes(platform, { storage });

  realtime(platform, support.channels);
  if (config.role !== 'api') {
    const works = [
      unknownTransfers(carryOutDeps),
      lateArrivals(carryOutDeps),
      ...deposits.works,
      ...rewards.works,
      ...support.works,
      ...(config.payouts.url ? [openWithdrawals(payOutDeps)] : []),
    ];
    const working = startWorking(works, app.log);
    app.addHook('onClose', () => working.stop());
  }

  await app.register(async (hooks) => {
    keepRawBodies(hooks);
    clockHook(hooks, config, db, async () => {
      await sweep(db);
      await workThrough(deposits.sweeps);
    });
    deposits.callbacks(hooks);
  });
  healthRoutes(app, db);
  metricsRoute(app, config);
  await serveWeb(app, config);
  return app;
}
