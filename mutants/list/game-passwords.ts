import type { Mutant } from '../mutant.ts';

const noticedBy = ['server/src/money/games/game-passwords-follow.test.ts'];

export const gamePasswords: Mutant[] = [
  {
    name: 'a reset leaves the passwords of games as they are',
    file: 'server/src/members/account/reset-password.ts',
    from: '    await endAndTell(tx, endGamePasswords, { memberId: member.id, from });\n',
    to: '',
    why: 'a thief plays the owner’s money with the password that was read before',
    noticedBy,
    test: 'the passwords that a thief has read sign in at no game',
  },
  {
    name: 'operators end sign-ins and leave the passwords of games',
    file: 'server/src/members/account/account.acts.ts',
    from: '    await endAndTell(tx, endGamePasswords, { memberId, operator });\n',
    to: '',
    why: 'a blocked thief goes on playing at the game’s own site',
    noticedBy,
    test: 'the passwords that a thief has read sign in at no game',
  },
  {
    name: 'the old password is shown until a worker has changed it',
    file: 'server/src/money/games/game-accounts.ts',
    from: 'const isDue = known.password_due_at !== null;',
    to: 'const isDue = known.username === "";',
    why: 'whoever asks first after a reset still reads the password that has to go',
    noticedBy,
    test: 'the old password is shown to nobody',
  },
  {
    name: 'the old password is shown where the game did not take a new one',
    file: 'server/src/money/games/game-accounts.ts',
    from: `null)) !== 'done')
    throw new AppError('SERVICE_UNAVAILABLE'`,
    to: `null)) === undefined)
    throw new AppError('SERVICE_UNAVAILABLE'`,
    why: 'the owner reads a password that may not sign in any more',
    noticedBy,
    test: 'nobody is shown the old one, and the next try is a good one',
  },
  {
    name: 'a sign-in that has ended meanwhile is shown what the game told',
    file: 'server/src/money/games/game-accounts.ts',
    from: `if (!(await isSignedIn(db, tokenHash))) throw`,
    to: `if (!(await isSignedIn(db, tokenHash)) && tokenHash.length === 0) throw`,
    why: 'a thief who keeps a call under way is shown the password that was set against the thief',
    noticedBy,
    test: 'shown neither the new password nor a link',
  },
  {
    name: 'an accepted password stays due',
    file: 'server/src/money/games/passwords.queries.ts',
    from: 'changed_by = $3, password_due_at = null',
    to: 'changed_by = $3',
    why: 'games are given new passwords for ever, and members read another one each time',
    noticedBy,
    test: 'the old password is shown to nobody',
  },
  {
    name: 'accounts of all members are marked',
    file: 'server/src/money/games/passwords.queries.ts',
    from: `where member_id = $1 returning opened_at is not null as is_open`,
    to: `where member_id is not null and $1::text is not null returning opened_at is not null as is_open`,
    why: 'one member who logs out everywhere changes the passwords of everybody',
    noticedBy,
    test: 'a plain logout lets no password go',
  },
  {
    name: 'a game that is down is asked without growing pauses',
    file: 'server/src/money/games/passwords.queries.ts',
    from: `least(clock_timestamp() - sign_ins_ended_at, interval '10 minutes')`,
    to: `least(clock_timestamp() - sign_ins_ended_at, interval '1 second')`,
    why: 'a provider that is down is asked for every member every few seconds',
    noticedBy,
    test: 'with growing pauses',
  },
  {
    name: 'changes in a row have games asked at once each time',
    file: 'server/src/money/games/passwords.queries.ts',
    from: "const APART = `interval '10 seconds'`;",
    to: "const APART = `interval '0 seconds'`;",
    why: 'one member who ends sign-ins again and again has games change passwords without a pause',
    noticedBy,
    test: 'two changes in a row',
  },
];
