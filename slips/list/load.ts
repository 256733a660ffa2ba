import type { Slip } from '../slip.ts';

const PLATFORM = 'server/src/platform';
const ACCOUNT = 'server/src/members/account';

export const load: Slip[] = [
  {
    name: 'every address of an IPv6 network has a budget of its own',
    file: `${PLATFORM}/addresses.ts`,
    from: '{ bits: 64, times: 1 }',
    to: '{ bits: 128, times: 1 }',
    why: 'one customer guesses and asks without end',
    noticedBy: [`${PLATFORM}/addresses.test.ts`, `${ACCOUNT}/strangers.test.ts`],
  },
  {
    name: 'who registers stands in the line of those who sign in',
    file: `${PLATFORM}/passwords.ts`,
    from: "lane: keyof typeof lanes = 'register'",
    to: "lane: keyof typeof lanes = 'sign-in'",
    why: 'a flood of registrations keeps every member out',
    noticedBy: [`${PLATFORM}/passwords.test.ts`],
  },
  {
    name: 'an asker who comes back stands first again',
    file: `${PLATFORM}/fair-lane.ts`,
    from: 'lines.delete(asker);\n    const next = line.shift();\n    if (line.length > 0) lines.set(asker, line);',
    to: 'const next = line.shift();\n    if (line.length === 0) lines.delete(asker);',
    why: 'who comes with much is served before all others',
    noticedBy: [`${PLATFORM}/fair-lane.test.ts`],
  },
  {
    name: 'a known browser is counted with the strangers',
    file: `${ACCOUNT}/login.ts`,
    from: 'known ? [failuresAt(config, phone, known)] : failuresOfStrangers',
    to: 'known === "" ? [failuresAt(config, phone, known)] : failuresOfStrangers',
    why: 'ten guesses by anybody keep a member out everywhere',
    noticedBy: [`${ACCOUNT}/strangers.test.ts`],
  },
  {
    name: 'the browser of one member is known to all of them',
    file: 'server/src/rewards/invites/invites.queries.ts',
    from: 'where edition = $1 and phone = $2 and device = $3',
    to: 'where edition = $1 and $2 <> phone and device = $3',
    why: 'who has one account has guesses of their own at every phone',
    noticedBy: [`${ACCOUNT}/strangers.test.ts`],
  },
  {
    name: 'a file is received before its budget is looked at',
    file: `${PLATFORM}/uploads.ts`,
    from: 'await admit(Math.max(1, Number(length ?? maxBytes))).catch(',
    to: 'for await (const _ of request.raw) continue;\n  await admit(Math.max(1, Number(length ?? maxBytes))).catch(',
    why: 'a file that is refused costs as much as one that is taken',
    noticedBy: [`${PLATFORM}/upload-budgets.test.ts`],
  },
  {
    name: 'visitors use up what members may send',
    file: `${PLATFORM}/upload-budgets.ts`,
    from: "...megabytes('members', all), subject: 'service'",
    to: "...megabytes('visitors', all * PART_OF_VISITORS), subject: 'service'",
    why: 'nobody’s files keep a member’s slip out',
    noticedBy: [`${PLATFORM}/upload-budgets.test.ts`],
  },
  {
    name: 'a reading that began before answers whoever comes',
    file: 'server/src/money/wallet/shared-readings.ts',
    from: 'running.next ??= running.current.then(begin, begin);',
    to: 'running.next ??= running.current as Promise<GameBalance[]>;',
    why: 'a member who has just won sees the balance of before',
    noticedBy: ['server/src/money/wallet/shared-readings.test.ts'],
  },
  {
    name: 'the answer that nobody reads is kept for ever',
    file: `${PLATFORM}/connection-limits.ts`,
    from: 'setTimeout(() => raw.socket.destroy(), answerTimeoutMs)',
    to: 'setTimeout(() => {}, answerTimeoutMs)',
    why: 'a few bytes a connection fill the memory',
    noticedBy: [`${PLATFORM}/connection-limits.test.ts`],
  },
];
