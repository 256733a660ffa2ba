/** Limits and delays of the product, once. Times carry their unit in the name. */
export const VERSION = '1.1.14';

export const EDITIONS = ['th', 'la'] as const;
export type Edition = (typeof EDITIONS)[number];

export const LOCALES = ['th', 'la', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** Where members heard of the service. */
export const SOURCES = ['facebook', 'line', 'google', 'tiktok', 'youtube', 'friend', 'other'] as const;

export const REQUEST_TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;
export const LOADER_DELAY_MS = 200;
export const TOAST_MS = 4_000;
export const AGREEMENT_DELAY_MS = 1_500;
export const REGISTERED_REDIRECT_MS = 2_000;

export const PHONE_LENGTH = 10;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const NAME_MAX_LENGTH = 100;
/** Banks that only take an account name in English letters. */
export const ENGLISH_NAME_BANKS: readonly string[] = ['KTB', 'TMB', 'BBL'];

export const OTP_LENGTH = 6;
export const OTP_LIFE_SECONDS = 5 * 60;
export const OTP_WRONG_TRIES = 5;
export const OTP_BLOCK_SECONDS = 15 * 60;
export const OTP_RESEND_SECONDS = 60;
export const OTP_VERIFIED_SECONDS = 15 * 60;
export const SESSION_SECONDS = 12 * 60 * 60;
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;

/** The main wallet's name where a game account has its code. */
export const MAIN_WALLET = 'wallet';
export const TRANSFER_MINIMUM = 1;
export const TRUE_WALLET_MINIMUM = 2;
export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'FP', 'BCEL'] as const;
export type QrProvider = (typeof QR_PROVIDERS)[number];
/** In the provider's currency: kip at BCEL, baht elsewhere. */
export const QR_QUICK_PICKS = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  PAYTIMZ: [10, 50, 100, 500, 1000],
  FP: [10, 50, 100, 500, 1000],
  BCEL: [10_000, 50_000, 100_000, 500_000, 1_000_000],
} as const satisfies Record<QrProvider, readonly number[]>;
/** Where the environment does not say otherwise. */
export const QR_MINIMUMS = { KBANK: 1, WW: 100, PAYONEX: 100, PAYTIMZ: 10, FP: 10, BCEL: 1 } as const;
export const QR_LIFE_SECONDS = 10 * 60;
export const SLIP_MAX_MB = 10;
/** A slip proves a transfer of the last hour. */
export const SLIP_AGE_HOURS = 1;
export const COUNTDOWN_TICK_MS = 1_000;

export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export const STATEMENT_STATUSES = ['PROCESSING', 'SUCCESS', 'FAILED'] as const;
export const PAGE_SIZE = 10;
export const COUPON_PAGE_SIZE = 3;
export const PAGE_LIMIT_MAX = 100;
export const PAGER_BEFORE = 3;
export const PAGER_AFTER = 1;
export const CLAIM_DEBOUNCE_MS = 500;
export const RESIZE_DEBOUNCE_MS = 500;

/** A coin is earned for each of these by which deposits less withdrawals reach a new high. */
export const COIN_PRICES = { BAHT: 500, LAK: 300_000 } as const;
export const WHEEL_MAX_PX = 350;
export const WHEEL_WINDOW_SHARE = 0.85;
export const WHEEL_FRICTION = 0.991;
export const WHEEL_EXTRA_TURNS = [3, 4] as const;
export const WHEEL_SPIN_SECONDS = [4, 5] as const;
export const WHEEL_PRIZE_DELAY_MS = 2_000;

export const CHAT_HISTORY_PAGE = 10;
export const CHAT_TEXT_MAX_LENGTH = 2_000;
export const CHAT_IMAGE_TYPES = ['png', 'jpeg', 'jpg', 'gif'] as const;
export const CHAT_VIDEO_TYPES = ['mp4', 'quicktime'] as const;
export const CHAT_IMAGE_MAX_MB = 10;
export const CHAT_VIDEO_MAX_MB = 20;
export const CHAT_CONNECTION_CHECK_MS = 5_000;
export const CHAT_READ_DELAY_MS = 1_000;
export const CHAT_BOTTOM_TOLERANCE_PX = 60;
export const CHAT_RECONNECT_MS = 500;
