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
    from: 'set proof_until = null',
    to: 'set proof_until = proof_until',
    why: 'one verification is good for several accounts',
    noticedBy: [`${ACCOUNT}/register-with-otp.test.ts`],
  },
  {
    name: 'a phone that somebody verified is anybody’s',
    file: `${OTP}/otp.queries.ts`,
    from: 'phone = $1 and proof_hash = $2 and purpose',
    to: 'phone = $1 and coalesce(proof_hash = $2, true) is not null and purpose',
    why: 'a stranger registers the phone with a password and a bank of their own',
    noticedBy: [`${ACCOUNT}/register-with-otp.test.ts`],
  },
  {
    name: 'the gateway is waited for before a new password’s code is answered',
    file: `${OTP}/reset-codes.ts`,
    from: 'void sendSms',
    to: 'await sendSms',
    why: 'how long it takes tells who is a member',
    noticedBy: [`${ACCOUNT}/reset-password.test.ts`],
  },
  {
    name: 'a new password leaves the sign-ins of before alone',
    file: `${ACCOUNT}/reset-password.ts`,
    from: `await endAllSessions(tx, member.id, 'member');`,
    to: '',
    why: 'whoever took the account over keeps it',
    noticedBy: [`${ACCOUNT}/reset-password.test.ts`],
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
