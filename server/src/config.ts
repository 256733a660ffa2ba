import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/deposits/limits.ts';
import { EDITIONS } from '@krapao/contract/editions.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { GAME_PROVIDERS, type GameProvider } from '@krapao/contract/providers.ts';
import { WIDEST_TIMES } from './platform/addresses.ts';

/** Defaults, in whole baht or kip. */
const QR_MINIMUMS = { KBANK: 1, WW: 100, PAYONEX: 100, PAYTIMZ: 10, FP: 10, BCEL: 1 } as const;

/** The key the sandbox is born with; production refuses it. */
export const SANDBOX_KEY = 'sandbox-key-not-a-secret';

type Environment = Record<string, string | undefined>;

export class BadConfig extends Error {}

/**
 * The environment, parsed once at boot. A value that makes no sense stops the boot and names its variable. What makes
 * sense and is not safe is told by platform/safe-start.ts.
 */
export function readConfig(environment: Environment) {
  const read = reader(environment);
  const isProduction = environment.NODE_ENV === 'production';
  const sandboxUrl = isProduction ? '' : read.url('SANDBOX_URL', '');
  const sandboxKey = read.text('SANDBOX_KEY', SANDBOX_KEY);
  const defaultKey = isProduction ? '' : sandboxKey;
  return {
    isProduction,
    ...readProcess(read, isProduction),
    hasReference: read.flag('API_REFERENCE', !isProduction),
    ...readService(read),
    ...readLimits(read),
    ...readCeilings(read),
    ...readDoubts(read),
    ...readPayoutRules(read),
    sandboxUrl,
    sandboxKey,
    /** The first seals; what any of them sealed is opened. */
    credentialsKeys: [read.text('CREDENTIALS_KEY', defaultKey), ...read.words('CREDENTIALS_KEYS_ALSO')],
    truelinkSecret: read.text('TRUELINK_SECRET', 'krapao-truelink'),
    ...readParties(read, sandboxUrl, defaultKey),
  };
}

/** What `npm run migrate` needs: the owner's address, and the server's, whose role is given its rights. */
export function readMigrating(environment: Environment) {
  const read = reader(environment);
  return {
    ownerUrl: read.databaseUrl('DATABASE_OWNER_URL'),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    lockWaitMs: read.integer('MIGRATE_LOCK_WAIT_MS', 500, 1, 600_000),
    lockTries: read.integer('MIGRATE_LOCK_TRIES', 120, 1, 100_000),
  };
}

/** Where this process runs, and where it keeps things. */
function readProcess(read: Read, isProduction: boolean) {
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const webDist = read.text('WEB_DIST', '');
  return {
    role: read.oneOf('ROLE', ['all', 'api', 'worker'], 'all'),
    host: read.text('HOST', 'localhost'),
    isDemo: read.flag('DEMO', false),
    mayBeRoot: read.flag('ALLOW_ROOT', false),
    privateHosts: read.words('PRIVATE_HOSTS').map((host) => host.toLowerCase()),
    port: read.integer('PORT', 3000, 0, 65_535),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    /** For reports of operators; none where there is no replica. */
    replicaUrl: read.databaseUrl('DATABASE_REPLICA_URL', ''),
    databasePool: read.integer('DATABASE_POOL', 20, 1, 500),
    dataDir,
    mediaDir: resolve(read.text('MEDIA_DIR', join(dataDir, 'media'))),
    uploadsDir: join(dataDir, 'uploads'),
    s3: {
      url: read.url('S3_URL', ''),
      region: read.text('S3_REGION', 'us-east-1'),
      accessKey: read.text('S3_ACCESS_KEY', ''),
      secretKey: read.text('S3_SECRET_KEY', ''),
      timeoutMs: read.integer('S3_TIMEOUT_MS', 30_000, 1_000, 600_000),
    },
    webDist: webDist && resolve(webDist),
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    trustProxy: read.networks('TRUST_PROXY'),
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    metricsPort: read.integer('METRICS_PORT', 0, 0, 65_535),
    drainMs: read.integer('DRAIN_MS', isProduction ? 10_000 : 0, 0, 600_000),
  };
}

/** The service as members see it, and the features that are switched on. */
function readService(read: Read) {
  const serviceWebsite = read.url('SERVICE_WEBSITE', 'http://localhost:3000');
  const lineLink = read.url('LINE_LINK', 'https://line.me/R/ti/p/@krapao');
  return {
    edition: read.oneOf('EDITION', EDITIONS, 'th'),
    clientKey: read.text('CLIENT_KEY', 'member-web'),
    serviceName: read.text('SERVICE_NAME', 'Krapao'),
    serviceWebsite,
    /** Where texts may lead members. */
    linkHosts: [
      ...[serviceWebsite, lineLink].map(hostOf),
      ...read.words('LINK_HOSTS').map((host) => host.toLowerCase()),
    ],
    lineName: read.text('LINE_NAME', '@krapao'),
    lineLink,
    iframeMode: read.flag('IFRAME_MODE', false),
    registerOtp: read.flag('REGISTER_OTP', false),
    chatEnabled: read.flag('CHAT_ENABLED', true),
    chatPrefix: read.text('CHAT_PREFIX', 'krapao-'),
    chatBotScript: read.text('CHAT_BOT_SCRIPT', ''),
    manualDeposits: read.flag('MANUAL_DEPOSITS', true),
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Budgets, timeouts and minimums. */
function readLimits(read: Read) {
  const most = (name: string, usual: number) => read.integer(name, usual, 1, 1_000_000);
  return {
    otpPerPhoneAnHour: most('OTP_PER_PHONE_AN_HOUR', 5),
    otpPerAddressAnHour: most('OTP_PER_ADDRESS_AN_HOUR', 200),
    smsAnHour: most('SMS_AN_HOUR', 4_000),
    resetCodesADay: most('RESET_CODES_A_DAY', 10),
    resetGuessesPerAddressAnHour: most('RESET_GUESSES_PER_ADDRESS_AN_HOUR', 50),
    registrationsPerAddressAnHour: most('REGISTRATIONS_PER_ADDRESS_AN_HOUR', 100),
    bankChangesADay: most('BANK_CHANGES_A_DAY', 5),
    registrationsAnHour: most('REGISTRATIONS_AN_HOUR', 2_000),
    validationsPerAddressAnHour: most('VALIDATIONS_PER_ADDRESS_AN_HOUR', 300),
    loginFailuresPerPhone: most('LOGIN_FAILURES_PER_PHONE', 10),
    loginFailuresPerAddress: most('LOGIN_FAILURES_PER_ADDRESS', 200),
    signInsAnHour: most('SIGN_INS_AN_HOUR', 30),
    chatMessagesAMinute: most('CHAT_MESSAGES_A_MINUTE', 60),
    chatVisitorsAnHour: most('CHAT_VISITORS_AN_HOUR', 200),
    chatVisitorsWaitMinutes: most('CHAT_VISITORS_WAIT_MINUTES', 720),
    chatVisitorMbAnHour: most('CHAT_VISITOR_MB_AN_HOUR', 5),
    chatVisitorsKeptDays: read.integer('CHAT_VISITORS_KEPT_DAYS', 90, 1, 36_500),
    promotionTriesAnHour: most('PROMOTION_TRIES_AN_HOUR', 20),
    refundAWeek: read.integer('REFUND_A_WEEK', 5_000, 0, 1_000_000_000),
    friendsAWeek: read.integer('FRIENDS_A_WEEK', 5, 0, 1_000_000),
    coinsADay: read.integer('COINS_A_DAY', 30, 0, 1_000_000),
    depositTriesAnHour: most('DEPOSIT_TRIES_AN_HOUR', 100),
    providerTimeoutMs: read.integer('PROVIDER_TIMEOUT_MS', 10_000, 1, 600_000),
    providerLateMs: read.integer('PROVIDER_LATE_MS', 120_000, 1, 3_600_000),
    qrMinimums: readQrMinimums(read),
    qrAskDays: read.integer('QR_ASK_DAYS', 7, 1, 365),
    reconcileHour: read.integer('RECONCILE_HOUR', 4, 0, 23),
    reconcileNightly: read.flag('RECONCILE_NIGHTLY', true),
    paymentReports: {
      pairMinutes: read.integer('PAIR_TELLINGS_MINUTES', 30, 0, 1_440),
      reportOffMinutes: read.integer('REPORT_OFF_MINUTES', 15, 0, 1_440),
      mostByOtherScript: readAmount(read, 'OTHER_SCRIPT_MOST', 2_000),
      slipsAloneADay: readAmount(read, 'SLIPS_ALONE_A_DAY', 5_000),
      givenAlone: readAmount(read, 'GIVEN_ALONE_MOST', 20_000),
      givenAloneADay: readAmount(read, 'GIVEN_ALONE_A_DAY', 50_000),
    },
    waitForFeedMs: read.integer('SLIP_WAITS_FOR_FEED_MS', 20_000, 0, 600_000),
  };
}

/** How much of the machine one caller, and all together, may take. */
function readCeilings(read: Read) {
  const most = (name: string, usual: number) => read.integer(name, usual, 1, 1_000_000);
  const milliseconds = (name: string, usual: number) => read.integer(name, usual, 1, 3_600_000);
  const maxConnections = most('MAX_CONNECTIONS', 10_000);
  const perAddress = (name: string) => {
    const number = most(name, 400);
    if (2 * WIDEST_TIMES * number < maxConnections) return number;
    throw new BadConfig(
      `${name} must be below a ${2 * WIDEST_TIMES}th of MAX_CONNECTIONS, which is ${maxConnections}, so that a /48 of IPv6, which may ${WIDEST_TIMES} times as much, leaves half to others: not "${number}".`,
    );
  };
  return {
    uploadsAnHour: most('UPLOADS_AN_HOUR', 100),
    uploadMbAnHour: most('UPLOAD_MB_AN_HOUR', 200),
    uploadMbAnHourOfService: most('UPLOAD_MB_AN_HOUR_OF_SERVICE', 10_000),
    uploadFreeMb: read.integer('UPLOAD_FREE_MB', 1_000, 0, 1_000_000_000),
    socketsPerAddress: perAddress('SOCKETS_PER_ADDRESS'),
    socketEventsAMinute: most('SOCKET_EVENTS_A_MINUTE', 120),
    socketEventsPerAddressAMinute: most('SOCKET_EVENTS_PER_ADDRESS_A_MINUTE', 5_000),
    walletReadingsAMinute: most('WALLET_READINGS_A_MINUTE', 12),
    transfersAMinute: most('TRANSFERS_A_MINUTE', 300),
    gamePasswordsAnHour: most('GAME_PASSWORDS_AN_HOUR', 60),
    gameQuestionsAMinute: most('GAME_QUESTIONS_A_MINUTE', 60),
    maxConnections,
    maxConnectionsPerAddress: perAddress('MAX_CONNECTIONS_PER_ADDRESS'),
    requestsPerAddressAMinute: most('REQUESTS_PER_ADDRESS_A_MINUTE', 3_000),
    connectionTimeoutMs: milliseconds('CONNECTION_TIMEOUT_MS', 120_000),
    requestTimeoutMs: milliseconds('REQUEST_TIMEOUT_MS', 30_000),
    answerTimeoutMs: milliseconds('ANSWER_TIMEOUT_MS', 300_000),
  };
}

/** How much outside parties are believed, and after how long. Amounts in whole baht; kip are as many times as much. */
function readDoubts(read: Read) {
  return {
    noticeableFall: read.integer('NOTICEABLE_FALL', 100, 0, 1_000_000_000),
    largeResult: read.integer('LARGE_RESULT', 5_000, 0, 1_000_000_000),
    hugeResult: read.integer('HUGE_RESULT', 1_000_000, 0, 1_000_000_000),
    readingsApartMs: read.integer('READINGS_APART_MS', 15_000, 1, 600_000),
    fallAgreedMs: read.integer('FALL_AGREED_MS', 60_000, 1, 3_600_000),
    transferWaitMs: read.integer('TRANSFER_WAIT_MS', 8_000, 0, 60_000),
    grantWaitMs: read.integer('GRANT_WAIT_MS', 20_000, 0, 60_000),
    doubtedSharePercent: read.integer('DOUBTED_SHARE_PERCENT', 20, 1, 100),
    doubtedAccounts: read.integer('DOUBTED_ACCOUNTS', 5, 2, 1_000_000),
    doubtedWithinMs: read.integer('DOUBTED_WITHIN_MS', 600_000, 1, 86_400_000),
  };
}

/** How much leaves for banks by itself, and what an operator looks at first. */
function readPayoutRules(read: Read) {
  return {
    payoutsAnHour: readAmount(read, 'PAYOUTS_AN_HOUR', 2_000_000),
    withdrawalsLeaveAfterMs: read.integer('WITHDRAWALS_LEAVE_AFTER_MS', 30_000, 0, 3_600_000),
    approvedLeaveAfterMs: read.integer('APPROVED_LEAVE_AFTER_MS', 10_000, 0, 3_600_000),
    movesFinalAfterMs: read.integer('MOVES_FINAL_AFTER_MS', 900_000, 0, 86_400_000),
    payoutsConfirmedAfterMs: read.integer('PAYOUTS_CONFIRMED_AFTER_MS', 60_000, 0, 3_600_000),
    payoutsCanClose: read.flag('PAYOUTS_CAN_CLOSE', true),
    payoutsBelievedAfterMs: read.integer('PAYOUTS_BELIEVED_AFTER_MS', 900_000, 0, 86_400_000),
    payoutsAskedAgainHours: read.integer('PAYOUTS_ASKED_AGAIN_HOURS', 72, 1, 8_760),
    approvedAloneADay: readAmount(read, 'APPROVED_ALONE_A_DAY', 100_000),
    review: {
      over: readAmount(read, 'REVIEW_OVER', 20_000),
      overADay: readAmount(read, 'REVIEW_OVER_A_DAY', 50_000),
      timesPaidIn: read.integer('REVIEW_TIMES_PAID_IN', 10, 1, 1_000_000),
      timesPaidInDays: read.integer('REVIEW_TIMES_PAID_IN_DAYS', 30, 1, 3_650),
      nothingPaidIn: read.flag('REVIEW_NOTHING_PAID_IN', true),
      largeResultHours: read.integer('REVIEW_LARGE_RESULT_HOURS', 72, 0, 8_760),
      newBankHours: read.integer('REVIEW_NEW_BANK_HOURS', 24, 0, 8_760),
      newPasswordHours: read.integer('REVIEW_NEW_PASSWORD_HOURS', 24, 0, 8_760),
      newPasswordOver: readAmount(read, 'REVIEW_NEW_PASSWORD_OVER', 5_000),
    },
  };
}

const KIP_A_BAHT = 600n;

/** In whole baht; in kip as many times as a baht is worth. */
function readAmount(read: Read, name: string, baht: number): Record<Currency, Minor> {
  const amount = BigInt(read.integer(name, baht, 0, 1_000_000_000)) * 100n;
  return { BAHT: amount, LAK: amount * KIP_A_BAHT };
}

/** The outside parties. In development the sandbox plays them all. */
function readParties(read: Read, sandboxUrl: string, defaultKey: string) {
  const party = (name: string, sandboxPath: string) =>
    readParty(read, name, sandboxUrl && sandboxUrl + sandboxPath, defaultKey);
  return {
    smsUrl: read.url('SMS_URL', sandboxUrl && `${sandboxUrl}/sms`),
    smsKey: read.text('SMS_KEY', defaultKey),
    games: readGames(read, sandboxUrl, defaultKey),
    payments: readPayments(read, sandboxUrl, defaultKey),
    bankFeed: party('BANK_FEED', '/banks/api'),
    verifier: party('VERIFIER', '/verifier/api'),
    truemoney: party('TRUEMONEY', '/truemoney/api'),
    payouts: party('PAYOUTS', '/payouts/api'),
  };
}

export type Config = ReturnType<typeof readConfig>;

type Party = { url: string; key: string };

/** An outside party has an address and a key. A party without an address is not used. */
function readParty(read: Read, name: string, sandboxAddress: string, defaultKey: string): Party {
  const url = read.url(`${name}_URL`, sandboxAddress);
  return { url, key: read.text(`${name}_KEY`, defaultKey) };
}

function readPayments(read: Read, sandboxUrl: string, defaultKey: string) {
  const parties = QR_PROVIDERS.map((code) => {
    const address = sandboxUrl && `${sandboxUrl}/payments/${code.toLowerCase()}/api`;
    return [code, readParty(read, `PAYMENT_${code}`, address, defaultKey)] as const;
  });
  return Object.fromEntries(parties) as Record<QrProvider, Party>;
}

/** In whole baht or kip; no QR code is made for less than 1. */
function readQrMinimums(read: Read) {
  const minimums = QR_PROVIDERS.map(
    (code) => [code, BigInt(read.integer(`QR_MINIMUM_${code}`, QR_MINIMUMS[code], 1, 100_000_000)) * 100n] as const,
  );
  return Object.fromEntries(minimums) as Record<QrProvider, Minor>;
}

type GameAddress = { url: string; site: string; key: string; freshnessMs: number; callsASecond: number };

/**
 * Each game has an address for calls, one for browsers, a key, a time for which it may tell an older balance after a
 * movement, and a number of calls that it allows. A game without the first is not offered.
 */
function readGames(read: Read, sandboxUrl: string, defaultKey: string) {
  const games = GAME_PROVIDERS.map((code) => {
    const name = `GAME_${code.toUpperCase()}`;
    const { url, key } = readParty(read, name, sandboxUrl && `${sandboxUrl}/games/${code}/api`, defaultKey);
    const site = read.url(`${name}_SITE`, sandboxUrl && `${sandboxUrl}/games/${code}`);
    if (url && !site) throw new BadConfig(`${name}_SITE is missing: browsers need the address where it is played.`);
    const freshnessMs = read.integer(`${name}_FRESHNESS_MS`, 5_000, 0, 600_000);
    const callsASecond = read.integer(`${name}_CALLS_A_SECOND`, 20, 4, 100_000);
    return [code, { url, site, key, freshnessMs, callsASecond }] as const;
  });
  return Object.fromEntries(games) as Record<GameProvider, GameAddress>;
}

type Read = ReturnType<typeof reader>;

function reader(environment: Environment) {
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback;
  const words = (name: string) =>
    text(name, '')
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  return {
    text,
    /** The error does not repeat the value, which may hold a password. */
    databaseUrl(name: string, fallback?: string) {
      const value = text(name, fallback ?? '');
      if (!value && fallback === undefined) throw new BadConfig(`${name} is missing.`);
      if (!value) return '';
      if (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
      throw new BadConfig(`${name} must look like postgres://user:password@host:port/database.`);
    },
    url(name: string, fallback: string) {
      const value = text(name, fallback);
      if (value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value.replace(/\/+$/, '');
      throw new BadConfig(`${name} must be an http address, not "${value}".`);
    },
    integer(name: string, fallback: number, min: number, max: number) {
      const value = text(name, String(fallback));
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= min && number <= max) return number;
      throw new BadConfig(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
    },
    flag(name: string, fallback: boolean) {
      const value = text(name, fallback ? 'on' : 'off').toLowerCase();
      if (['on', 'true', '1', 'yes'].includes(value)) return true;
      if (['off', 'false', '0', 'no'].includes(value)) return false;
      throw new BadConfig(`${name} must be on or off, not "${value}".`);
    },
    words,
    networks(name: string) {
      const networks = words(name);
      for (const network of networks) {
        const [address = '', prefix = '0'] = network.split('/');
        const isNetwork =
          isIP(address) !== 0 && /^\d+$/.test(prefix) && Number(prefix) <= (isIP(address) === 6 ? 128 : 32);
        if (!isNetwork)
          throw new BadConfig(`${name} must be addresses or networks such as 10.0.0.0/8, not "${network}".`);
      }
      return networks;
    },
    oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const value = text(name, fallback);
      const choice = choices.find((candidate) => candidate === value);
      if (choice) return choice;
      throw new BadConfig(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
    },
  };
}
