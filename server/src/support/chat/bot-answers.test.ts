import { randomUUID } from 'node:crypto';
import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { expect, test } from 'vitest';
import { DEPOSIT_LABELS, WITHDRAWAL_LABELS } from '../../../../web/src/wallet/movement-labels.ts';
import { en, la, th } from '../../../../world/shown-texts.ts';
import { postback, text } from '../../../test/chat.ts';
import { amountsIn, askedMovements, type MovementSources } from './asked-movements.ts';
import { bot, goodbye } from './bot.ts';
import { readBotScript } from './bot-script.ts';
import type { Said, Words } from './chat.queries.ts';

const script = await readBotScript('');
const MEMBER = { id: 'MEMBER01', memberId: 'MEMBER01' };
const NIGHT = new Date('2026-03-01T17:30:00Z');
const earlier = (minutes: number) => new Date(NIGHT.getTime() - minutes * 60_000);

type Step = 'CHECKING' | 'ON_ITS_WAY' | 'PAID' | 'RETURNED' | 'CANCELLED';
const entry = (status: 'PROCESSING' | 'SUCCESS' | 'FAILED', amount: bigint | null, minutes: number, step?: Step) => ({
  ...{ status, amount, created_at: earlier(minutes), ...(step && { step }) },
});
type Entry = ReturnType<typeof entry>;

function sources(given: Partial<Record<'deposit' | 'withdraw' | 'slip', Entry | Entry[]>>): MovementSources {
  return {
    currencyOf: async () => 'LAK',
    recentEntries: async (_, kind) => [given[kind] ?? []].flat(),
    recentSlips: async () => [given.slip ?? []].flat(),
  };
}

/** What the bot says to a message, and to whom. */
async function answersTo(
  message: object,
  movements: MovementSources,
  { locale = 'en' as Locale, state = 'bot' as const, spokenScript = script } = {},
) {
  const spoken: Words[] = [];
  const say = async (words: Words) => {
    spoken.push(words);
    return { outcome: 'moved-on' } as const;
  };
  const row = { id: randomUUID(), room_id: 'the room', session_id: 'the session', message } as unknown as Said['entry'];
  const attachedMovement = async () => null;
  const answer = bot({ say, script: spokenScript, askedMovements: askedMovements(movements), attachedMovement });
  await answer(MEMBER, { entry: row, state, isFirst: false }, locale);
  return spoken;
}

const wordsOf = ({ message }: Words) => (message as { payload?: { text?: string } }).payload?.text;

test.each<[string, MovementSources, string, RegExp]>([
  [
    'a deposit',
    sources({ deposit: entry('SUCCESS', 50_000_00n, 0) }),
    'deposit-state',
    /^Your deposit of 50,000\.00 kip on 02\/03\/2026 00:30 was successful and is in your wallet\.$/,
  ],
  [
    'a slip that failed before the deposit',
    sources({ deposit: entry('SUCCESS', 1_00n, 5), slip: entry('FAILED', null, 6) }),
    'deposit-state',
    /^Your deposit of 1\.00 kip on 02\/03\/2026 00:25 was successful/,
  ],
  [
    'a slip beside a withdrawal',
    sources({ withdraw: entry('SUCCESS', 2_00n, 6, 'PAID'), slip: entry('FAILED', null, 5) }),
    'withdrawal-state',
    /^Your withdrawal of 2\.00 kip on 02\/03\/2026 00:24 was successful and has been paid/,
  ],
])(
  'the bot tells a member of %s by the clock of Bangkok and in the member’s currency',
  async (_, movements, asked, words) => {
    expect((await answersTo(postback(asked), movements)).map(wordsOf)).toEqual([expect.stringMatching(words)]);
  },
);

/** The bot's sentences, one for each movement. */
const sentences = async (...asked: Parameters<typeof answersTo>) =>
  (await answersTo(...asked)).flatMap((words) => (wordsOf(words) ?? '').split('\n'));

const SEVERAL = sources({
  withdraw: [
    entry('SUCCESS', 500_00n, 50, 'PAID'),
    entry('PROCESSING', 25_000_00n, 40, 'CHECKING'),
    entry('FAILED', 700_00n, 30, 'RETURNED'),
    entry('PROCESSING', 300_00n, 20, 'ON_ITS_WAY'),
    entry('SUCCESS', 500_00n, 10, 'PAID'),
    entry('FAILED', 900_00n, 5, 'CANCELLED'),
  ],
});
const CHECKED =
  'Your withdrawal of 25,000.00 kip on 01/03/2026 23:50 is being checked: it goes to the bank shortly, or later if our staff must look at it. You can still cancel it.';
const LEAVING = 'Your withdrawal of 300.00 kip on 02/03/2026 00:10 is on its way to your registered bank account.';

test('the bot names every withdrawal that is open with its step and since when, and then the last that is over', async () => {
  const all = [
    CHECKED,
    LEAVING,
    expect.stringMatching(/^Your withdrawal of 900\.00 kip on 02\/03\/2026 00:25 was cancelled/),
  ];
  expect(await sentences(postback('withdrawal-state'), SEVERAL)).toEqual(all);
  expect(await sentences(text('where is my withdrawal?'), SEVERAL)).toEqual(all);
});

test.each([
  ['en', 'withdraw 999?', 'I find no recent withdrawal of 999.00 kip. Your latest:'],
  ['th', 'ถอน 999 ถึงไหนแล้ว', 'ไม่พบรายการถอน 999.00 กีบ ในช่วงล่าสุดค่ะ รายการล่าสุดของคุณ:'],
  ['la', 'ຖອນ ໙໙໙ ຮອດໃສແລ້ວ', 'ບໍ່ພົບລາຍການຖອນ 999.00 ກີບ ໃນໄລຍະຫຼ້າສຸດ, ລາຍການຫຼ້າສຸດຂອງທ່ານ:'],
] as const)(
  'in %s an amount that no withdrawal has is said to be missing before what there is',
  async (locale, question, missing) => {
    const [first, ...rest] = await sentences(text(question), SEVERAL, { locale });
    expect([first, rest.length]).toEqual([missing, 3]);
  },
);

test('a deposit of an amount that none has may be a slip that is still being read', async () => {
  const movements = sources({ deposit: entry('SUCCESS', 150_00n, 9), slip: entry('PROCESSING', null, 7) });
  expect(await sentences(text('deposit 432.50 on 19/11 at 10:30 by 0812345678'), movements)).toEqual([
    'I find no recent deposit of 432.50 kip. Your latest:',
    'Your deposit on 02/03/2026 00:23 is in progress: the slip is still being read, so its amount is not known yet.',
    'Your deposit of 150.00 kip on 02/03/2026 00:21 was successful and is in your wallet.',
  ]);
});

test.each([
  ['th', 'I withdrew 25,000 kip, where is it?', CHECKED],
  ['th', 'Where is my withdrawal of 25000?', CHECKED],
  ['th', 'ເງິນຖອນ 25000 ຢູ່ໃສ', 'ລາຍການຖອນ 25,000.00 ກີບ'],
  ['en', 'ถอน 25000 ถึงไหนแล้ว', 'รายการถอน 25,000.00 กีบ'],
  // A word or two of Latin letters are written in every language.
  ['th', 'withdraw 25000', 'รายการถอน 25,000.00 กีบ'],
  ['la', 'withdraw ถอน ຖອນ 25000', 'ລາຍການຖອນ 25,000.00 ກີບ'],
  ['th', 'what is the weather?', 'Sorry, I did not understand that.'],
] as const)(
  'with %s chosen, “%s” is answered in its own language where that is certain',
  async (locale, question, answer) => {
    expect(await sentences(text(question), SEVERAL, { locale })).toEqual([expect.stringContaining(answer)]);
  },
);

test.each(['withdrawal 25000', 'withdraw 25,000.00?', 'ถอน ๒๕๐๐๐ บาท', 'ຖອນ ໒໕,໐໐໐', '25000', 'ເງິນ ໒໕໐໐໐ ຢູ່ໃສ'])(
  'an amount in the question chooses the withdrawal: %s',
  async (question) => {
    expect(await sentences(text(question), SEVERAL)).toEqual([expect.stringContaining(' 25,000.00 ')]);
  },
);

test('an amount that only movements have that are over chooses the last of them', async () => {
  expect(await sentences(text('withdraw 500'), SEVERAL)).toEqual([
    'Your withdrawal of 500.00 kip on 02/03/2026 00:20 was successful and has been paid to your bank account.',
  ]);
});

test('an amount alone finds a deposit as well, and means nothing where no movement has it', async () => {
  const both = sources({ withdraw: entry('SUCCESS', 1_00n, 9, 'PAID'), deposit: entry('PROCESSING', 20_50n, 8) });
  expect(await sentences(text('20.5'), both)).toEqual([
    'Your deposit of 20.50 kip on 02/03/2026 00:22 is in progress.',
  ]);
  expect(await sentences(text('20'), both)).toEqual([expect.stringContaining('did not understand')]);
});

test('a slip that is being read and an announced deposit are both open; a slip that succeeded is told once', async () => {
  const movements = sources({
    deposit: [entry('SUCCESS', 1_00n, 9), entry('PROCESSING', 2_00n, 6)],
    slip: [entry('SUCCESS', 1_00n, 10), entry('PROCESSING', null, 7)],
  });
  expect(await sentences(postback('deposit-state'), movements)).toEqual([
    expect.stringMatching(/^Your deposit on 02\/03\/2026 00:23 is in progress: the slip is still being read/),
    'Your deposit of 2.00 kip on 02/03/2026 00:24 is in progress.',
    'Your deposit of 1.00 kip on 02/03/2026 00:21 was successful and is in your wallet.',
  ]);
});

test('many open withdrawals are all named, five in a message', async () => {
  const many = Array.from({ length: 11 }, (_, at) => entry('PROCESSING', BigInt(at + 1) * 100n, 60 - at, 'ON_ITS_WAY'));
  const said = await answersTo(postback('withdrawal-state'), sources({ withdraw: many }));
  expect(said.map((words) => wordsOf(words)?.split('\n').length)).toEqual([5, 5, 1]);
  expect(new Set(said.map(({ id }) => id)).size).toBe(3);
  const all = said.map(wordsOf).join();
  for (const { amount } of many) expect(all).toContain(` ${Number(amount) / 100}.00 kip`);
});

test('amounts are read in Arabic, Thai and Lao digits, with and without commas', () => {
  expect(amountsIn('๑,๒๓๔.๕๐ 20 ໗໘໙, 0.999 and none')).toEqual([1_234_50n, 20_00n, 789_00n]);
  expect(amountsIn('no amount')).toEqual([]);
  expect(amountsIn('on 19/11/2026 at 10:30 by 0812345678, 0')).toEqual([]);
});

const labels: Record<string, { key: keyof typeof th }> = {
  ...WITHDRAWAL_LABELS,
  ...DEPOSIT_LABELS,
  READING: DEPOSIT_LABELS.PROCESSING,
};

test.each(LOCALES)('the bot has the word for each state that home and the statement have, in %s', (locale) => {
  const texts = { th, la, en }[locale];
  const sentences = script.answers.flatMap(({ movement }) => Object.entries(movement?.states ?? {}));
  expect(sentences.map(([state]) => state).sort()).toEqual(Object.keys(labels).sort());
  for (const [state, sentence] of sentences)
    expect(sentence[locale].toLowerCase()).toContain(texts[labels[state]?.key ?? 'state.error'].toLowerCase());
});

test('the bot speaks in the room and session of the message, under ids that follow from it; its last line leads on', async () => {
  const said = await answersTo(text('admin!'), sources({}), { locale: 'la' });
  const same = { roomId: 'the room', session: 'the session', sender: 'other' };
  expect(said.map((words) => ({ ...words, message: '' }))).toEqual([
    { ...same, id: expect.stringMatching(/^[0-9a-f-]{36}$/), message: '', state: 'waiting' },
  ]);
  const [line] = script.greeting;
  const talkative = { words: ['admin'], says: [line ?? script.goodbye, script.goodbye], leadsTo: 'waiting' as const };
  const spokenScript = { ...script, answers: [talkative] };
  const several = await answersTo(text('admin!'), sources({}), { spokenScript });
  expect(several.map((words) => 'state' in words)).toEqual([false, true]);
  expect(new Set(several.map(({ id }) => id)).size).toBe(2);
});

test('a goodbye is in the language of the room, and in Thai where that is none of ours', () => {
  const said = ['en', 'la', 'th', 'xx'].map((locale) => JSON.stringify(goodbye(script, locale)));
  expect(new Set(said).size).toBe(3);
  expect(said[3]).toBe(said[2]);
  expect(said[0]).toContain('Thank you');
});
