import { expect, test } from 'vitest';
import { ERRORS, FIELD_PROBLEMS, SLIP_REASONS } from './errors.ts';

const codes = Object.entries(ERRORS);
const codesWith = (...statuses: number[]) => codes.filter(([, status]) => statuses.includes(status)).map(([c]) => c);

test('a failure travels on a status the product knows', () => {
  const known = [200, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 502, 503];
  expect(codes.filter(([, status]) => !known.includes(status))).toEqual([]);
});

/** By the specification's groups. */
const SPECIFIED = {
  auth: 'UNAUTHORIZED EXPIRED_AUTH_TOKEN INVALID_USER_1 INVALID_USER_2 INVALID_USER_3 INVALID_USER_4 INVALID_IP',
  providers: 'NOT_AREASLOT NOT_UFABET',
  otp: 'OTP_BLOCK OTP_TOKEN_INVALID OTP_NOT_EXIST OTP_VERIFIED OTP_EXPIRED OTP_CODE_INVALID OTP_CODE_VALID OTP_SEND_FAIL OTP_VERIFY_FAIL',
  registration:
    'EXISTING_USER EXISTING_BANK INVALID_USER_INFO UNVERIFIED_OTP INVALID_BANK BANK_ACCOUNT_NAME_ENG REGISTER_FAIL NO_USER PHONE_NUMBER_REQUIRE_10_DIGIT',
  signIn: 'WRONG_PASSWORD REQUEST_LIMIT REQUEST_LIMIT_1MIN WRONG_CREDENTIAL INACTIVE_USER LOGIN_FAIL',
  bonus: 'BONUS_REMAINING BONUS_ALREADY_ACTIVE BONUS_MAX_CLAIMED BONUS_CONDITION BONUS_CLEAR BONUS_FULL',
  invite: 'INVITE_COLLECT INVITE_INACTIVE NO_INVITE_BONUS NO_INVITEE_PLAY_INFO INVITE_BONUS_SUCCESS INVITE_BONUS_FAIL',
  system: 'INTERNAL_SERVER_ERROR KEY_MISSING KEY_INVALID NO_DATA',
  promotion: 'NO_PROMOTION PROMOTION_RECEIVED',
  qr: 'QR_FAIL',
  refund: 'NO_REFUND REFUND_CONDITION REFUND_SUCCESS REFUND_INACTIVE REFUND_MINIMUM',
  wallet: 'NO_BANK NO_WALLET',
  games: 'SLOT_ALREADY_ACTIVE SLOT_ACTIVATE_FAIL SLOT_NO_ACCOUNT SLOT_RESET_PASSWORD_FAIL GAME_ACTIVATION_FAIL NO_GAME',
  transfer: 'TRANSFER_MINIMUM MONEY_NOT_ENOUGH TRANSFER_FAIL',
  slip: 'SLIP_UPLOAD_FAIL SLIP_NO_FILE SLIP_INVALID_FILE',
  trueWallet: 'TRUELINK_DUPLICATE TRUELINK_INVALID',
  coupon: 'NO_CLAIMABLE_COUPON INVALID_PRIZE_CODE INVALID_CODE INVALID_COUPON_TYPE COUPON_EXPIRED',
};

test.each(Object.entries(SPECIFIED))('every specified code about %s is one that the product knows', (_about, group) => {
  expect(group.split(' ').filter((code) => !(code in ERRORS))).toEqual([]);
});

test('only the messages of a success travel on 200', () => {
  expect(codesWith(200).sort()).toEqual([
    'BONUS_CLEAR',
    'INVITE_BONUS_SUCCESS',
    'OTP_CODE_VALID',
    'OTP_SENT',
    'OTP_VERIFIED',
    'REFUND_SUCCESS',
    'SLIP_RECEIVED',
    'TRUELINK_SENT',
  ]);
});

test('401 means that the caller is not, or no longer, known', () => {
  expect(codesWith(401).sort()).toEqual([
    'EXPIRED_AUTH_TOKEN',
    'INVALID_USER_1',
    'INVALID_USER_2',
    'INVALID_USER_3',
    'INVALID_USER_4',
    'UNAUTHORIZED',
    'WRONG_CREDENTIAL',
    'invalid-token',
  ]);
});

test('statuses that were decided stay as decided', () => {
  expect(ERRORS).toMatchObject({
    KEY_MISSING: 403,
    KEY_INVALID: 403,
    INVALID_IP: 403,
    gone: 410,
    INVALID_REQUEST: 400,
    IDEMPOTENCY_CONFLICT: 409,
    MONEY_NOT_ENOUGH: 422,
    BONUS_CONDITION: 422,
    SLIP_UPLOAD_FAIL: 422,
    REQUEST_LIMIT: 429,
    REQUEST_LIMIT_1MIN: 429,
  });
  expect(codesWith(410)).toEqual(['gone']);
});

/** All others but those of 200 and 401 are 400: what was sent is wrong. */
const DECIDED: Record<number, string> = {
  403: 'KEY_MISSING KEY_INVALID INVALID_IP INACTIVE_USER',
  404: 'NO_DATA NO_USER OTP_NOT_EXIST NO_GAME SLOT_NO_ACCOUNT NO_PROMOTION',
  409: 'IDEMPOTENCY_CONFLICT NONCE_USED EXISTING_USER EXISTING_BANK SLOT_ALREADY_ACTIVE TRUELINK_DUPLICATE WITHDRAW_TOO_LATE PROMOTION_RECEIVED INVITE_COLLECT WHEEL_CHANGED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNVERIFIED_OTP WRONG_PASSWORD OTP_EXPIRED OTP_CODE_INVALID NO_WALLET NO_BANK GAME_CLOSED NOT_AREASLOT NOT_UFABET MONEY_NOT_ENOUGH MONEY_OWED MONEY_IN_REVIEW TRANSFER_MINIMUM QR_MINIMUM SLIP_UPLOAD_FAIL TRUELINK_INVALID WITHDRAW_MINIMUM WITHDRAW_MAXIMUM BONUS_REMAINING BONUS_ALREADY_ACTIVE BONUS_MAX_CLAIMED BONUS_CONDITION BONUS_FULL WITHDRAWAL_PENDING TRANSFER_PENDING OPEN_BETS NO_REFUND REFUND_CONDITION REFUND_INACTIVE REFUND_MINIMUM INVITE_INACTIVE NO_INVITE_BONUS NO_INVITEE_PLAY_INFO NO_CLAIMABLE_COUPON INVALID_PRIZE_CODE INVALID_CODE INVALID_COUPON_TYPE COUPON_EXPIRED NO_COIN',
  429: 'REQUEST_LIMIT REQUEST_LIMIT_1MIN OTP_BLOCK',
  500: 'INTERNAL_SERVER_ERROR REGISTER_FAIL LOGIN_FAIL OTP_VERIFY_FAIL',
  502: 'OTP_SEND_FAIL TRANSFER_FAIL GAME_ACTIVATION_FAIL SLOT_RESET_PASSWORD_FAIL QR_FAIL INVITE_BONUS_FAIL',
  503: 'SERVICE_UNAVAILABLE MONEY_STANDS_STILL SLOT_ACTIVATE_FAIL',
};

test.each(Object.entries(DECIDED))('on %s travel these codes and no other', (status, decided) => {
  expect(codesWith(Number(status))).toEqual(decided.split(' '));
});

test('a field problem that is also an error code has the status 400 or 404', () => {
  const statuses = FIELD_PROBLEMS.flatMap((problem) => codes.filter(([code]) => code === problem).map(([, s]) => s));
  expect(statuses.every((status) => status === 400 || status === 404)).toBe(true);
});

test('every name has one meaning, so one text per language is enough', () => {
  expect(new Set(FIELD_PROBLEMS).size).toBe(FIELD_PROBLEMS.length);
  expect(new Set(SLIP_REASONS).size).toBe(SLIP_REASONS.length);
  expect(SLIP_REASONS.filter((reason) => reason in ERRORS)).toEqual([]);
});
