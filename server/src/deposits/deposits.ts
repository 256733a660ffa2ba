import type { FastifyInstance } from 'fastify';
import { now } from '../platform/clock.ts';
import type { DueWork } from '../platform/due-work.ts';
import { mediaLinks } from '../platform/media-links.ts';
import type { Platform } from '../platform/routes.ts';
import { readSettings } from '../platform/settings.ts';
import type { AnnounceWalletChange } from '../platform/wallet-changes.ts';
import { openBankFeed } from '../providers/banks/bank-feed.ts';
import type { QrGateways } from '../providers/payments/qr-gateways.ts';
import { openSlipReader } from '../providers/slips/reader.ts';
import { openVerifier } from '../providers/slips/verifier.ts';
import type { Storage } from '../providers/storage/storage.ts';
import { openTrueMoney } from '../providers/truemoney/truemoney.ts';
import { manualDepositRoutes } from './announced/announced.routes.ts';
import { type HearPayment, hearPayment, type OnDeposited } from './payments/hear-payment.ts';
import { isAccount } from './payments/match-sender.ts';
import { bankFeeds } from './payments/read-feeds.ts';
import { type AskGatewayDeps, unpaidQrcodes } from './qrcodes/ask-gateway.ts';
import { paymentCallbacks } from './qrcodes/callbacks.ts';
import { qrcodeRoutes } from './qrcodes/qrcodes.routes.ts';
import { type JudgeSlipDeps, slipsToJudge } from './slips/judge-slip.ts';
import { slipWindow } from './slips/slip-window.ts';
import { SLIP_FOLDER, slipRoutes } from './slips/slips.routes.ts';
import { reservedTruelinks, type TruelinkDeps, ticketNews } from './truelinks/redeem-truelink.ts';
import { truelinkRoutes } from './truelinks/truelinks.routes.ts';

/** Beyond the time that asking takes: how long a dead worker keeps others from its work. */
const WORK_MARGIN_MS = 5_000;
const SLIP_READING_MS = 15_000;
const SLIP_LINK_MS = 10 * 60_000;

type Deposits = {
  /** What falls due as time passes, and is done at once where the clock is moved. */
  sweeps: DueWork<unknown>[];
  works: DueWork<unknown>[];
  callbacks: (hooks: FastifyInstance) => void;
};

/** Every way in which money comes in: all of them bring their news to one door. */
export function depositRoutes(
  platform: Platform,
  {
    gateways,
    storage,
    announce,
    onDeposited,
  }: { gateways: QrGateways; storage: Storage; announce: AnnounceWalletChange; onDeposited: OnDeposited },
): Deposits {
  const { app, config, db } = platform;
  const { providerTimeoutMs, depositTriesAnHour: triesAnHour } = config;
  const hear: HearPayment = (news, claim) => hearPayment({ db, announce, onDeposited }, news, claim);
  const patienceMs = 2 * providerTimeoutMs + WORK_MARGIN_MS;
  const askGatewayDeps: AskGatewayDeps = {
    db,
    gateways,
    minimums: config.qrMinimums,
    triesAnHour,
    hear,
    patienceMs,
    log: app.log,
  };
  qrcodeRoutes(platform, askGatewayDeps);

  const slipReader = openSlipReader();
  app.addHook('onClose', () => slipReader.close());
  slipRoutes(platform, {
    storage,
    links: mediaLinks(config.credentialsKey, SLIP_FOLDER, SLIP_LINK_MS),
    isOpen: async () =>
      config.verifier.url !== '' && slipWindow(await now(db), (await readSettings(db, config)).slipsClosed).open,
  });
  const judgeSlipDeps: JudgeSlipDeps = {
    db,
    storage,
    read: slipReader.read,
    verify: openVerifier(config),
    hear,
    isAccount,
    announce,
    patienceMs: patienceMs + SLIP_READING_MS,
  };

  const truelinkDeps: TruelinkDeps = {
    db,
    secret: config.truelinkSecret,
    trueMoney: openTrueMoney(config),
    takeTicket: async (ticket) => {
      const { memberId } = ticket;
      return hear(ticketNews(ticket, await now(db)), memberId === null ? undefined : { memberId, proof: 'certain' });
    },
    triesAnHour,
    providerTimeoutMs,
    log: app.log,
  };
  truelinkRoutes(platform, truelinkDeps);
  manualDepositRoutes(platform);

  const sweeps = [
    ...[...gateways.keys()].map((provider) => unpaidQrcodes(askGatewayDeps, provider)),
    ...(config.verifier.url ? [slipsToJudge(judgeSlipDeps)] : []),
  ];
  const works = [
    ...sweeps,
    ...(config.bankFeed.url ? [bankFeeds({ db, feed: openBankFeed(config), hear, patienceMs, log: app.log })] : []),
    ...(config.truemoney.url ? [reservedTruelinks(truelinkDeps)] : []),
  ];
  return { sweeps, works, callbacks: (hooks) => paymentCallbacks(hooks, askGatewayDeps) };
}
