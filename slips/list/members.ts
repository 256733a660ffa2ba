import type { Slip } from '../slip.ts';

const OTP = 'server/src/members/otp';
const ACCOUNT = 'server/src/members/account';

export const members: Slip[] = [
  {
    name: 'a member’s bank is written as an operator has typed it',
    file: `${ACCOUNT}/account.acts.ts`,
    from: 'tidyBank(input)',
    to: 'input',
    why: 'payouts go to "123-456…", and deposits find no payer',
    noticedBy: [`${ACCOUNT}/account.acts.test.ts`],
  },
  {
    name: 'an older code is as good as the newest',
    file: `${OTP}/verify-otp.ts`,
    from: 'if (!sent.is_newest) return',
    to: 'if (!sent.is_newest && sent.is_expired) return',
    why: 'each code that is sent is another chance to guess',
    noticedBy: [`${OTP}/verify-otp.test.ts`],
  },
  {
    name: 'one guess more is allowed',
    file: `${OTP}/verify-otp.ts`,
    from: 'tries < OTP_WRONG_TRIES',
    to: 'tries <= OTP_WRONG_TRIES',
    why: 'codes are guessed sooner than was promised',
    noticedBy: [`${OTP}/verify-otp.test.ts`],
  },
  {
    name: 'a verified phone can register again and again',
    file: `${OTP}/otp.queries.ts`,
    from: 'set verified_until = null',
    to: 'set verified_until = verified_until',
    why: 'one verification is good for several accounts',
    noticedBy: [`${ACCOUNT}/register-with-otp.test.ts`],
  },
  {
    name: 'a change of password leaves other sign-ins alone',
    file: `${ACCOUNT}/change-password.ts`,
    from: `await endAllSessions(tx, memberId, 'member');`,
    to: '',
    why: 'who has stolen a sign-in keeps it',
    noticedBy: [`${ACCOUNT}/change-password.test.ts`],
  },
];
