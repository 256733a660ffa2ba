/** Where members heard of the service. */
export const SOURCES = ['facebook', 'line', 'google', 'tiktok', 'youtube', 'friend', 'other'] as const;
export const PHONE_LENGTH = 10;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const NAME_MAX_LENGTH = 100;
/** What members are shown of the trail of their account. */
export const OWN_EVENTS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'signed-out-elsewhere',
  'password-changed',
  'password-reset',
  'game-passwords-renewed',
  'bank-changed',
] as const;
export type OwnEvent = (typeof OWN_EVENTS)[number];
/** Banks that only take an account name in English letters. */
export const ENGLISH_NAME_BANKS: readonly string[] = ['KTB', 'TMB', 'BBL'];
export const OTP_LENGTH = 6;
export const OTP_LIFE_SECONDS = 5 * 60;
export const OTP_RESEND_SECONDS = 60;
