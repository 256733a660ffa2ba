import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { now } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { DueWork } from '../platform/due-work.ts';
import { mediaLinks } from '../platform/media-links.ts';
import type { Platform } from '../platform/routes.ts';
import type { AnnounceWalletChange } from '../platform/wallet-changes.ts';
import { openBankFeed, openWalletFeed } from '../providers/banks/bank-feed.ts';
import { openQrGateways } from '../providers/payments/qr-gateways.ts';
import type { ReportItem } from '../providers/reports/party-report.ts';
import { openSlipReader } from '../providers/slips/reader.ts';
import { openVerifier } from '../providers/slips/verifier.ts';
import type { Storage } from '../providers/storage/stored-file.ts';
import { openTrueMoney } from '../providers/truemoney/truemoney.ts';
import { manualDepositRoutes } from './announced/announced.routes.ts';
import { finishUnparsedReports, insertUnparsedOnce, readFeedSoon } from './payments/feeds/feeds.queries.ts';
import { bankFeeds, walletFeeds } from './payments/feeds/read-feeds.ts';
import { closeByReport } from './payments/ingest/close-by-report.ts';
import {
  type IngestPayment,
  ingestPayment,
  type OnDeposited,
  paymentsToLookAt,
} from './payments/ingest/ingest-payment-report.ts';
import { compareNames, isAccount } from './payments/matching/match-sender.ts';
import { type AskGatewayDeps, unpaidQrcodes } from './qrcodes/ask-gateway.ts';
import { qrTermsOf } from './qrcodes/make-qrcode.ts';
import { findPaidQrcode, markQrcodePaid, sweepNonces } from './qrcodes/qrcodes.queries.ts';
import { paymentCallbacks, qrcodeRoutes } from './qrcodes/qrcodes.routes.ts';
import { receiverRoutes } from './receivers/receivers.routes.ts';
import { type JudgeSlipDeps, slipsToJudge } from './slips/judge-slip.ts';
import { recentSlips } from './slips/slips.queries.ts';
import { SLIP_FOLDER, slipRoutes } from './slips/slips.routes.ts';
import { reservedTruelinks, type TruelinkDeps, ticketReport } from './truelinks/redeem-truelink.ts';
import { truelinkRoutes } from './truelinks/truelinks.routes.ts';

/** Added to the time that asking takes: for so long a dead worker keeps others from its work. */
const WORK_MARGIN_MS = 5_000;
const SLIP_READING_MS = 15_000;
const SLIP_LINK_MS = 10 * 60_000;

type DepositsDeps = { storage: Storage; announce: AnnounceWalletChange; onDeposited: OnDeposited };

type Works = DueWork<unknown>[];

/** Every way in which money comes in: all of them bring their reports to one door, `ingestPayment`. */
export function depositRoutes(platform: Platform, { storage, announce, onDeposited }: DepositsDeps) {
  const { app, config, db } = platform;
  const terms = config.paymentReports;
  const ingesting = { db, announce, onDeposited, findPaidQrcode, markQrcodePaid, terms };
  const ingest: IngestPayment = (report, claim) => ingestPayment(ingesting, report, claim);
  const patienceMs = 2 * config.providerTimeoutMs + WORK_MARGIN_MS;
  const qrcodes = openQrcodes(platform, ingest, patienceMs);
  const slips = openSlips(platform, { storage, announce, ingest, patienceMs: patienceMs + SLIP_READING_MS });
  const truelinks = openTruelinks(platform, ingest);
  receiverRoutes(platform, qrcodes.termsOf);
  manualDepositRoutes(platform);
  const { reportOffMinutes } = config.paymentReports;
  const reading = { db, ingest, reportOffMinutes, patienceMs, log: app.log };
  const feeds: Works = [
    ...(config.bankFeed.url ? [bankFeeds({ ...reading, feed: openBankFeed(config) })] : []),
    ...(config.truemoney.url ? [walletFeeds({ ...reading, feed: openWalletFeed(config) })] : []),
  ];
  return {
    works: [...qrcodes.works, ...slips.works, ...feeds, ...truelinks.works, paymentsToLookAt(ingesting)],
    /** Work that falls due by the product's clock: worked through at once where that clock is moved. */
    worksOfTheClock: [...qrcodes.works, ...slips.works],
    sweeps: [sweepNonces],
    callbacks: qrcodes.callbacks,
    onAccountReport: (account: { bank: string; account: string }, told: { day: string; items: ReportItem[] }) =>
      closeByReport(db, account, { ...told, minutes: terms.pairMinutes }),
    recentSlips: (memberId: string) => recentSlips(db, memberId),
  };
}

function openQrcodes(platform: Platform, ingest: IngestPayment, patienceMs: number) {
  const { app, config, db } = platform;
  const { qrMinimums: minimums, depositTriesAnHour: triesAnHour } = config;
  const gateways = openQrGateways(config);
  const unread: Pick<AskGatewayDeps, 'keepUnread' | 'finishUnread'> = {
    keepUnread: (about) => insertUnparsedOnce(db, about),
    finishUnread: (code) => finishUnparsedReports(db, code),
  };
  const { qrAskDays: askDays } = config;
  const deps: AskGatewayDeps = {
    db,
    gateways,
    minimums,
    triesAnHour,
    ingest,
    askDays,
    patienceMs,
    log: app.log,
    ...unread,
  };
  qrcodeRoutes(platform, deps);
  const works: Works = [...gateways.keys()].map((provider) => unpaidQrcodes(deps, provider));
  return {
    works,
    callbacks: (hooks: FastifyInstance) => paymentCallbacks(hooks, deps),
    termsOf: (bankCode: string) => qrTermsOf(gateways, config, bankCode),
  };
}

function openSlips(platform: Platform, deps: Pick<JudgeSlipDeps, 'storage' | 'announce' | 'ingest' | 'patienceMs'>) {
  const { app, config, db } = platform;
  const reader = openSlipReader();
  app.addHook('onClose', () => reader.close());
  const links = mediaLinks(config.credentialsKeys, SLIP_FOLDER, SLIP_LINK_MS);
  slipRoutes(platform, { storage: deps.storage, links });
  const judging = slipsToJudge({
    ...deps,
    db,
    uploadsDir: config.uploadsDir,
    read: reader.read,
    verify: openVerifier(config),
    ...slipTerms(db, config),
  });
  const works: Works = config.verifier.url ? [judging] : [];
  return { works };
}

/** What a slip is judged by. Without a feed there is nothing to wait for. */
export function slipTerms(db: Database, { waitForFeedMs, bankFeed }: Pick<Config, 'waitForFeedMs' | 'bankFeed'>) {
  return {
    isReceiver: (shown: { account: string; name: string }, ours: { account_no: string; account_name: string }) =>
      isAccount(shown.account, ours.account_no) && compareNames(shown.name, ours.account_name) !== 'different',
    readFeedSoon: (bank: string, accountNo: string) => readFeedSoon(db, bank, accountNo),
    waitForFeedMs: bankFeed.url ? waitForFeedMs : 0,
  };
}

function openTruelinks(platform: Platform, ingest: IngestPayment) {
  const { app, config, db } = platform;
  const deps: TruelinkDeps = {
    db,
    secret: config.truelinkSecret,
    trueMoney: openTrueMoney(config),
    takeTicket: async (ticket) => {
      const { memberId } = ticket;
      return ingest(
        ticketReport(ticket, await now(db)),
        memberId === null ? undefined : { memberId, proof: 'certain' },
      );
    },
    triesAnHour: config.depositTriesAnHour,
    providerTimeoutMs: config.providerTimeoutMs,
    log: app.log,
  };
  truelinkRoutes(platform, deps);
  const works: Works = config.truemoney.url ? [reservedTruelinks(deps)] : [];
  return { works };
}
