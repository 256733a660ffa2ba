import { randomUUID } from 'node:crypto';
import type { Locale } from '@krapao/contract/editions.ts';
import { expect, test } from 'vitest';
import { postback, text } from '../../../test/chat.ts';
import { bot, goodbye } from './bot.ts';
import { readBotScript } from './bot-script.ts';
import type { Said, Words } from './chat.queries.ts';
import { type MovementSources, newestMovement } from './newest-movement.ts';

const script = await readBotScript('');
const MEMBER = { id: 'MEMBER01', memberId: 'MEMBER01' };
const NIGHT = new Date('2026-03-01T17:30:00Z');
const earlier = (minutes: number) => new Date(NIGHT.getTime() - minutes * 60_000);

const entry = (status: 'PROCESSING' | 'SUCCESS' | 'FAILED', amount: bigint | null, minutes: number) => ({
  ...{ status, amount, created_at: earlier(minutes) },
});

function sources(given: Partial<Record<'deposit' | 'withdraw' | 'slip', ReturnType<typeof entry>>>): MovementSources {
  return {
    currencyOf: async () => 'LAK',
    newestEntry: async (_, kind) => given[kind] ?? null,
    newestSlip: async () => given.slip ?? null,
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
  const answer = bot({ say, script: spokenScript, newestMovement: newestMovement(movements) });
  await answer(MEMBER, { entry: row, state, isFirst: false }, locale);
  return spoken;
}

const wordsOf = ({ message }: Words) => (message as { payload?: { text?: string } }).payload?.text;

test.each<[string, MovementSources, string, RegExp]>([
  [
    'a deposit',
    sources({ deposit: entry('SUCCESS', 50_000_00n, 0) }),
    'deposit-state',
    /of 50,000\.00 kip on 02\/03\/2026 00:30 is in your wallet/,
  ],
  [
    'a slip that is older than the deposit',
    sources({ deposit: entry('SUCCESS', 1_00n, 5), slip: entry('FAILED', null, 6) }),
    'deposit-state',
    /of 1\.00 kip on 02\/03\/2026 00:25 is in/,
  ],
  [
    'a slip that is newer than the deposit',
    sources({ deposit: entry('SUCCESS', 1_00n, 6), slip: entry('PROCESSING', null, 5) }),
    'deposit-state',
    /^Your deposit on 02\/03\/2026 00:25 is being checked\.$/,
  ],
  [
    'a slip beside a withdrawal',
    sources({ withdraw: entry('SUCCESS', 2_00n, 6), slip: entry('FAILED', null, 5) }),
    'withdrawal-state',
    /^Your withdrawal of 2\.00 kip on 02\/03\/2026 00:24 has been paid/,
  ],
])(
  'the bot tells a member of %s by the clock of Bangkok and in the member’s currency',
  async (_, movements, asked, words) => {
    expect((await answersTo(postback(asked), movements)).map(wordsOf)).toEqual([expect.stringMatching(words)]);
  },
);

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
