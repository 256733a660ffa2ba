import { fastify, LogController } from 'fastify';
import type { Config } from './config.ts';
import { memberById, profileOf } from './features/account/account.queries.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { lookupRoutes } from './features/lookups/lookups.routes.ts';
import { isPhoneVerified, useVerification } from './features/otp/otp.queries.ts';
import { otpRoutes } from './features/otp/otp.routes.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import { clockHook } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { answerFailures, answerFrameworkFailure } from './platform/failures.ts';
import { healthRoutes } from './platform/health.ts';
import { sweep } from './platform/housekeeping.ts';
import { logRequests } from './platform/log.ts';
import { metricsRoute } from './platform/metrics.ts';
import { apiReference } from './platform/reference.ts';
import { type Platform, requireClientKey } from './platform/routes.ts';
import { secureHeaders } from './platform/secure-headers.ts';
import { keepRawBodies } from './platform/signed-hooks.ts';
import { serveWeb } from './platform/web.ts';
import { httpGateway } from './providers/sms/http-gateway.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Everything the product serves, by name. */
export async function buildApp(config: Config, db: Database) {
  const app = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    frameworkErrors: answerFrameworkFailure,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, multipleOfPrecision: 6 } },
  });
  app.decorateRequest('member', null);
  app.removeContentTypeParser('text/plain');
  const platform: Platform = { app, config, db };

  answerFailures(app);
  logRequests(app);
  secureHeaders(app);
  requireClientKey(platform);
  await apiReference(app, config);

  lookupRoutes(platform);
  otpRoutes(platform, httpGateway(config));
  accountRoutes(platform, { isVerified: isPhoneVerified, useUp: useVerification });
  walletRoutes(platform, async (tx, memberId) => profileOf(await memberById(tx, memberId)));

  await app.register(async (hooks) => {
    keepRawBodies(hooks);
    clockHook(hooks, config, db, () => sweep(db));
  });
  healthRoutes(app, db);
  metricsRoute(app, config);
  await serveWeb(app, config);
  return app;
}
