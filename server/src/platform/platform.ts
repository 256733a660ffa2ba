import { maxHeaderSize } from 'node:http';
import { UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits.ts';
import { fastify, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { compileAtFirstUse } from './compilers.ts';
import { limitConnections } from './connection-limits.ts';
import type { Database } from './database.ts';
import { drainFor } from './drain.ts';
import { answerFailures, answerFrameworkFailure } from './failures.ts';
import { noticeForwardedHeaders } from './forwarded-headers.ts';
import { closeUnusedConnections } from './graceful-close.ts';
import { logRequests } from './log.ts';
import { apiReference } from './reference.ts';
import { tellRefusals } from './refused-networks.ts';
import { limitRequests } from './request-budget.ts';
import { inLowerCaseCodes, type Platform, requireClientKey } from './routes.ts';
import { secureHeaders } from './secure-headers.ts';
import { gateReader } from './sessions.ts';
import { acceptUploads } from './uploads.ts';
import { watchWarnings } from './warnings.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** The HTTP server that every call goes through, before any call is registered. */
export async function openPlatform(config: Config, db: Database): Promise<Platform> {
  const app = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: config.connectionTimeoutMs,
    // A node that starts beside much other work is slow, not broken: the default of ten seconds ended it.
    pluginTimeout: 60_000,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Whatever a request's head may hold: a parameter that is too long is refused by its schema, and not by another route.
    routerOptions: { maxParamLength: maxHeaderSize },
    exposeHeadRoutes: false,
    // Only sockets change the protocol of their connection. Any other call that offers to is answered as if it did not.
    http: { shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/socket.io/') },
    rewriteUrl: inLowerCaseCodes,
    return503OnClosing: true,
    frameworkErrors: answerFrameworkFailure,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, multipleOfPrecision: 6 } },
    schemaController: { compilersFactory: compileAtFirstUse },
  });
  app.decorateRequest('member', null);
  app.decorateRequest('standsStill', false);
  app.decorateRequest('operator', undefined);
  app.removeContentTypeParser('text/plain');
  const warnings = watchWarnings(app.log);
  const drain = drainFor(config.drainMs);
  app.decorate('drain', drain);
  const platform: Platform = { app, config, db, readGate: gateReader(db, config), warnings, drain };

  closeUnusedConnections(app);
  limitConnections(app, config);
  answerFailures(app);
  logRequests(app);
  tellRefusals(app);
  secureHeaders(app, config);
  noticeForwardedHeaders(platform);
  limitRequests(app, config);
  requireClientKey(platform);
  await apiReference(app, config);
  await acceptUploads(app);
  return platform;
}
