import type { MessageKey } from './dictionary.ts';

/**
 * The texts with holes in them and the holes' names, because the compiler cannot read them out of JSON. A test
 * keeps this list and the dictionaries in step.
 */
export const PLACEHOLDERS = {
  'action.copied': ['text'],
  'time.second': ['n'],
  'time.seconds': ['n'],
  'time.minute': ['n'],
  'time.minutes': ['n'],
  'time.hour': ['n'],
  'time.hours': ['n'],
  'time.day': ['n'],
  'time.days': ['n'],
  'time.week': ['n'],
  'time.weeks': ['n'],
  'time.month': ['n'],
  'time.months': ['n'],
  'time.year': ['n'],
  'time.years': ['n'],
  'register.progress': ['n', 'total'],
  'register.otp.sent': ['n', 'phone'],
  'register.otp.reference': ['ref'],
  'register.otp.expiresIn': ['time'],
  'register.otp.resendIn': ['time'],
  'register.otp.length': ['n'],
  'register.password.hint': ['n'],
  'home.greeting': ['name'],
  'home.coin': ['n'],
  'home.coins': ['n'],
  'home.updated': ['time'],
  'home.credit': ['amount'],
  'password.hint': ['n'],
  'contact.qr': ['name'],
  'contact.version': ['version'],
  'chat.fileTooLarge': ['n'],
  'field.REQUIRED': ['field'],
  'field.INVALID': ['field'],
  'field.TOO_LONG': ['field'],
  'field.PASSWORD_LENGTH': ['min', 'max'],
} as const satisfies Partial<Record<MessageKey, readonly string[]>>;
