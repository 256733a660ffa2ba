/**
 * Every code the product answers with, and the HTTP status it travels on. A code whose status is 200 is the
 * message of a success. Texts live in the web's dictionaries, one per code and language.
 */
export const ERRORS = {
  // The caller
  KEY_MISSING: 403,
  KEY_INVALID: 403,
  INVALID_IP: 403,
  gone: 410,
  'invalid-token': 401,
  EXPIRED_AUTH_TOKEN: 401,
  UNAUTHORIZED: 401,
  /** The token's member no longer exists. */
  INVALID_USER_1: 401,
  /** The token's member was blocked while signed in. */
  INVALID_USER_2: 401,
  /** An operator ended this sign-in. */
  INVALID_USER_3: 401,
  /** The token's member belongs to another edition. */
  INVALID_USER_4: 401,

  // The request
  INVALID_REQUEST: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_CONFLICT: 409,
  /** The provider has sent this very callback before. */
  NONCE_USED: 409,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  /** The database is behind what was committed: nothing moves until operators have compared it with the world. */
  MONEY_STANDS_STILL: 503,
  NO_DATA: 404,

  // Registration, sign-in, profile
  PHONE_NUMBER_REQUIRE_10_DIGIT: 400,
  INVALID_USER_INFO: 400,
  INVALID_BANK: 400,
  BANK_ACCOUNT_NAME_ENG: 400,
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  UNVERIFIED_OTP: 422,
  REGISTER_FAIL: 500,
  NO_USER: 404,
  WRONG_CREDENTIAL: 401,
  INACTIVE_USER: 403,
  LOGIN_FAIL: 500,
  WRONG_PASSWORD: 422,

  // OTP
  OTP_SENT: 200,
  OTP_VERIFIED: 200,
  OTP_CODE_VALID: 200,
  OTP_BLOCK: 429,
  OTP_TOKEN_INVALID: 400,
  OTP_NOT_EXIST: 404,
  OTP_EXPIRED: 422,
  OTP_CODE_INVALID: 422,
  OTP_SEND_FAIL: 502,
  OTP_VERIFY_FAIL: 500,

  // Wallet, game accounts, transfers
  NO_WALLET: 422,
  NO_BANK: 422,
  NO_GAME: 404,
  /** An operator has closed it: it takes no money in, and gives back what is there. */
  GAME_CLOSED: 422,
  NOT_AREASLOT: 422,
  NOT_UFABET: 422,
  MONEY_NOT_ENOUGH: 422,
  /** What the member owes has to stay in the main wallet, and nothing is granted meanwhile. */
  MONEY_OWED: 422,
  /** A game shows money that it told as lost before. The member can withdraw a part of it once an operator has decided. */
  MONEY_IN_REVIEW: 422,
  TRANSFER_MINIMUM: 422,
  TRANSFER_FAIL: 502,
  GAME_ACTIVATION_FAIL: 502,
  SLOT_ALREADY_ACTIVE: 409,
  SLOT_ACTIVATE_FAIL: 503,
  SLOT_NO_ACCOUNT: 404,
  SLOT_RESET_PASSWORD_FAIL: 502,

  // Deposits, slips, withdrawals
  QR_FAIL: 502,
  QR_MINIMUM: 422,
  SLIP_RECEIVED: 200,
  TRUELINK_SENT: 200,
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 400,
  SLIP_UPLOAD_FAIL: 422,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 422,
  WITHDRAW_MINIMUM: 422,
  WITHDRAW_MAXIMUM: 422,
  /** The bank's channel was called, or the withdrawal is over: it cannot be cancelled. */
  WITHDRAW_TOO_LATE: 409,

  // Rewards
  BONUS_REMAINING: 422,
  BONUS_ALREADY_ACTIVE: 422,
  BONUS_MAX_CLAIMED: 422,
  BONUS_CONDITION: 422,
  BONUS_FULL: 422,
  BONUS_CLEAR: 200,
  /** No reward begins while the money of a withdrawal is set aside: it may still come back. */
  WITHDRAWAL_PENDING: 422,
  /** No reward begins while money is on its way to or from a game: it is not known yet where it is. */
  TRANSFER_PENDING: 422,
  /** A reward waits until the games that `games` names are settled: no open bet, no result of this moment. */
  OPEN_BETS: 422,
  NO_PROMOTION: 404,
  PROMOTION_RECEIVED: 409,
  NO_REFUND: 422,
  REFUND_CONDITION: 422,
  REFUND_INACTIVE: 422,
  REFUND_MINIMUM: 422,
  REFUND_SUCCESS: 200,
  INVITE_COLLECT: 409,
  INVITE_INACTIVE: 422,
  NO_INVITE_BONUS: 422,
  NO_INVITEE_PLAY_INFO: 422,
  INVITE_BONUS_SUCCESS: 200,
  INVITE_BONUS_FAIL: 502,
  NO_CLAIMABLE_COUPON: 422,
  INVALID_PRIZE_CODE: 422,
  INVALID_CODE: 422,
  INVALID_COUPON_TYPE: 422,
  COUPON_EXPIRED: 422,
  NO_COIN: 422,
  /** The wheel was changed after the member saw its odds and before the spin. */
  WHEEL_CHANGED: 409,
} as const;

export type ErrorCode = keyof typeof ERRORS;

type RefusalCode = { [Code in ErrorCode]: (typeof ERRORS)[Code] extends 200 ? never : Code }[ErrorCode];

/** Codes that refuse, each with a sentence that says when. */
export type Refusals = { [Code in RefusalCode]?: string };

/** Why one field of a form was refused; `fields` of a failure maps field names to these. */
export const FIELD_PROBLEMS = [
  'REQUIRED',
  'INVALID',
  'UNKNOWN_FIELD',
  'TOO_LONG',
  'PASSWORD_LENGTH',
  /** Among the most used, a run of digits or a few digits repeated: another has to be chosen. */
  'PASSWORD_COMMON',
  /** The member's own phone, in whatever spelling. */
  'PASSWORD_IS_PHONE',
  'PASSWORD_MISMATCH',
  'CONFIRM_REQUIRED',
  'NAME_INVALID',
  'ACCOUNT_NO_INVALID',
  'PHONE_NUMBER_REQUIRE_10_DIGIT',
  'INVALID_BANK',
  'BANK_ACCOUNT_NAME_ENG',
  'NO_USER',
] as const;
export type FieldProblem = (typeof FIELD_PROBLEMS)[number];

export type Failure = { message: ErrorCode; fields?: Record<string, FieldProblem>; games?: string[] };

/** Why a slip was refused, as the statement shows it. */
export const SLIP_REASONS = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
] as const;
export type SlipReason = (typeof SLIP_REASONS)[number];
