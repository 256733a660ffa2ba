import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { sayAs } from '../../../test/as-operators.ts';
import { inThree, wordsInThree } from '../../../test/campaigns.ts';
import { contents, startProductOnSandbox } from '../../../test/harness.ts';
import { CannotDo } from '../../staff/act.ts';

const { product, sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const { db } = database;
const operator = operatorOf(db);
const look = async (path: string) => (await product.call(`GET /api/lookup/${path}`)).body;

test('members read the texts that the product comes with until an operator writes others, in every language', async () => {
  const came = await look('conditions?locale=en');
  expect(await operator('texts show', 'conditions')).toContain((came as string[])[0]);
  await operator('texts set', 'conditions', 'text.th=หนึ่ง\n\n สอง ', 'text.la=ໜຶ່ງ\nສອງ', 'text.en=one\ntwo');
  expect(await look('conditions?locale=th')).toEqual(['หนึ่ง', 'สอง']);
  expect(await look('conditions?locale=la')).toEqual(['ໜຶ່ງ', 'ສອງ']);
  expect(await look('conditions?locale=en')).toEqual(['one', 'two']);
  expect(await look('agreements?locale=en')).toHaveLength(5);
  await operator('texts set', 'contact', ...wordsInThree('text', 'Ask us'));
  expect(await look('contact?locale=la')).toMatchObject({ contactText: 'Ask us ລາວ' });
});

test('one language is corrected alone, and history keeps every version with its operator', async () => {
  await operator('texts set', 'agreements', ...wordsInThree('text', 'I agree'));
  await operator('texts set', 'agreements', 'text.en=I do agree');
  expect(await look('agreements?locale=en')).toEqual(['I do agree']);
  expect(await look('agreements?locale=th')).toEqual(['I agree ไทย']);
  const history = await operator('texts history', 'agreements');
  expect(history.match(/a tester {2}agreements$/gm)).toHaveLength(2);
  expect(history).not.toContain('contact');
  expect(history.indexOf('en: I do agree')).toBeLessThan(history.indexOf('en: I agree English'));
  for (const sql of [`update texts set operator = 'x'`, 'delete from texts', 'truncate texts'])
    await expect(database.owner.query(sql)).rejects.toThrow('APPEND_ONLY');
});

test('two operators who correct two languages at once both have their way', async () => {
  await operator('texts set', 'contact', ...wordsInThree('text', 'Both'));
  await Promise.all([
    operator('texts set', 'contact', 'text.th=ไทยใหม่'),
    operator('texts set', 'contact', 'text.la=ລາວໃໝ່'),
  ]);
  expect(await look('contact?locale=th')).toMatchObject({ contactText: 'ไทยใหม่' });
  expect(await look('contact?locale=la')).toMatchObject({ contactText: 'ລາວໃໝ່' });
  expect(await look('contact?locale=en')).toMatchObject({ contactText: 'Both English' });
});

test('a notice is shown in the language that is asked for, from its time to its time, beside the plain notice', async () => {
  const { rows } = await db.query<{ at: Date }>('select app_now() as at');
  const inHours = (hours: number) => new Date((rows[0]?.at.getTime() ?? 0) + hours * 3_600_000).toISOString();
  const words = wordsInThree('html', '<b>Later</b>');
  expect(await operator('notices add', ...words, `from=${inHours(1)}`, `to=${inHours(2)}`)).toMatch(
    /^Notice \d+ is shown from /,
  );
  const now = await operator('notices add', ...wordsInThree('html', 'Now'));
  const id = /\d+/.exec(now)?.[0] ?? '';
  expect(await look('notice?locale=la')).toEqual({ html: 'Now ລາວ' });
  const earlier = await operator('notices add', ...wordsInThree('html', 'Earlier'), `from=${inHours(-1)}`);
  expect(await look('notice?locale=en')).toEqual({ html: 'Earlier English\nNow English' });
  await operator('notices end', /\d+/.exec(earlier)?.[0] ?? '');
  await operator('notice', 'Plain');
  expect(await look('notice?locale=en')).toEqual({ html: 'Plain\nNow English' });
  await operator('notice', 'off');
  expect(await operator('notices end', id)).toBe(`Notice ${id} is shown no more.`);
  expect(await look('notice')).toEqual({});
  await sandbox.moveClock(3_660);
  expect(await look('notice?locale=th')).toEqual({ html: inThree('<b>Later</b>').th });
  await sandbox.moveClock(3_600);
  expect(await look('notice')).toEqual({});
  expect(await operator('notices list')).toMatch(new RegExp(`^${id} .*\\(ended\\) {2}a tester$`, 'm'));
  const lines = (await operator('notices list')).split('\n').filter((line) => line.includes('a tester'));
  expect(lines.map((line) => Number.parseInt(line, 10))).toEqual([3, 2, 1].map((at) => Number(id) - 2 + at));
  await expect(operator('notices end', id)).rejects.toThrow(`Notice ${id} was ended already.`);
  const ends = await db.query('select made_by, ended_by, ended_at is null as is_open from notices order by id');
  const ended = { made_by: 'a tester', ended_by: 'a tester', is_open: false };
  expect(ends.rows).toEqual([{ made_by: 'a tester', ended_by: null, is_open: true }, ended, ended]);
});

test.each<[string[], string | RegExp]>([
  [['texts set', 'help', 'text.en=x'], 'Say conditions or agreements or contact.'],
  [['texts set', 'contact'], 'Give text.th, text.la and text.en, or one of them.'],
  [['texts set', 'contact', 'text.en= '], 'The text lacks its en text.'],
  [['texts set', 'contact', 'text.en=<b>x</b>'], /^The text \(en\): it is shown as plain text/],
  [['texts set', 'conditions', 'text.en=one'], /^The languages differ in their lines: th \d, la \d, en 1\.$/],
  [['notices add', 'html.en=x'], 'The notice lacks its th and la text.'],
  [['notices add', ...wordsInThree('html', '<script>x</script>')], /^The notice \(th\): the web does not show/],
  [['notices add', ...wordsInThree('html', 'x'), 'to=2020-01-01T00:00Z'], /^Nobody would see it/],
  [
    ['notices add', ...wordsInThree('html', 'x'), 'from=2099-01-02T00:00Z', 'to=2099-01-01T00:00Z'],
    /^Nobody would see it/,
  ],
  [
    ['notices add', ...wordsInThree('html', 'x'), 'from=2019-01-01T00:00Z', 'to=2020-01-01T00:00Z'],
    /^Nobody would see it/,
  ],
  ...['tomorrow', '2099-01-01T00:00', '2099-01-01', '2099-13-01T00:00Z'].flatMap((at): [string[], RegExp][] => [
    [['notices add', ...wordsInThree('html', 'x'), `from=${at}`], /^Say from when it is shown/],
    [['notices add', ...wordsInThree('html', 'x'), `to=${at}`], /^Say to when it is shown/],
  ]),
  [['notices end', '999'], 'There is no notice 999: `notices list` lists them.'],
])('%j is refused with a sentence, and changes nothing', async ([name = '', ...words], sentence) => {
  const before = await contents(db);
  const error: unknown = await operator(name, ...words).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDo);
  const { message } = error as CannotDo;
  if (typeof sentence === 'string') expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
  expect(await contents(db)).toEqual(before);
});

const writer = await sayAs(db, { Writer: ['marketing'] });

test.each([
  ['notices add', ...wordsInThree('html', '<a href="https://evil.example">win</a>')],
  ['texts set', 'contact', ...wordsInThree('text', 'Sign in at https://evil.example')],
  ['notice', '<a href="https://evil.example">win</a>'],
])(
  '%s waits for a second operator where a link leads outside, and members see nothing of it',
  async (command, ...words) => {
    const before = await Promise.all([look('notice'), look('contact')]);
    expect(await writer('Writer', command, ...words)).toMatch(/request \d+/i);
    expect(await Promise.all([look('notice'), look('contact')])).toEqual(before);
  },
);
