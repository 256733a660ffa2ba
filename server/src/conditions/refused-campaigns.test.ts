import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { BONUS, inThree, wordsInThree } from '../../test/campaigns.ts';
import { cloneDatabase, contents } from '../../test/harness.ts';
import { openSandboxRewards } from '../demo/rewards.ts';
import { CannotDo } from '../staff/act.ts';

const { db } = await cloneDatabase();
await openSandboxRewards(db);
const operator = operatorOf(db);
const PROMOTION = ['credit=5', 'success=300', 'fail=5', 'budget=100'];
const banner = (image: string, html: object) => `banners=${JSON.stringify([{ image, html }])}`;
const unsafe = (html: string) => banner('/art/x.svg', { ...inThree('x'), la: html });
const NOT_SHOWN = /^Banner 1 \(la\): the web does not show ".*; it shows p, br, .*\.$/;

test.each<[string[], string | RegExp]>([
  [['make', 'bonus', 'X1', 'BAHT', ...BONUS.slice(1)], 'The bonus needs its rate.'],
  [
    ['make', 'bonus', 'X1', 'BAHT', ...BONUS.slice(0, -1)],
    'Give budget, how much it may give in all, such as 50000, or none.',
  ],
  [['make', 'bonus', 'X1', 'BAHT', ...BONUS.slice(0, 5), 'budget=5'], /^Give success and fail, /],
  [['make', 'bonus', 'X1', 'BAHT', ...BONUS, 'credit=5'], 'The bonus has no credit.'],
  [
    ['make', 'bonus', 'X1', 'BAHT', ...BONUS, ...wordsInThree('description', 'x')],
    'Nobody would see the description of a bonus.',
  ],
  [['make', 'bonus', '-', 'BAHT', ...BONUS], 'A code has 2 to 40 letters A to Z, digits, - and _.'],
  [['make', 'bonus', 'X', 'BAHT', ...BONUS], 'A code has 2 to 40 letters A to Z, digits, - and _.'],
  [['make', 'bonus', 'X'.repeat(41), 'BAHT', ...BONUS], 'A code has 2 to 40 letters A to Z, digits, - and _.'],
  [['make', 'bonus', 'ฟรี', 'BAHT', ...BONUS], 'A code has 2 to 40 letters A to Z, digits, - and _.'],
  [['make', 'refund', 'X1', 'BAHT', ...BONUS], 'There is one refund in each currency: its code is -.'],
  [['make', 'bonus', 'NEW100', 'BAHT', ...BONUS], 'There is a bonus NEW100 in BAHT: `campaign edit` changes it.'],
  [['make', 'promotion', 'X1', 'BAHT', ...PROMOTION], 'The description lacks its th and la and en text.'],
  [
    ['make', 'promotion', 'X1', 'BAHT', ...PROMOTION, 'description.th=ก', 'description.en=x'],
    'The description lacks its la text.',
  ],
  [
    ['make', 'promotion', 'X1', 'BAHT', ...PROMOTION, ...wordsInThree('description', '<b>x</b>')],
    /^The description \(th\): it is shown as plain text/,
  ],
  [
    ['make', 'promotion', 'X1', 'BAHT', 'credit=0', ...PROMOTION.slice(1), ...wordsInThree('description', 'x')],
    'The promotion needs its credit.\nThe credit must be more than nothing.',
  ],
  [['edit', 'refund', '-', 'BAHT', 'rate=101'], 'The rate of a refund is at most 100 percent.'],
  [['edit', 'invite', '-', 'BAHT', 'cap=none'], 'The invite needs its cap.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', 'success=99'], 'Give success in percent, from 100 to 100000.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', 'fail=100'], 'Give fail in percent, from 0 to 99.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', 'cap=much'], 'Give cap, the most that is given at once, such as 500, or none.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', 'cap=-5'], /^(Give cap|The cap must)/],
  [['edit', 'bonus', 'NEW100', 'BAHT'], 'Say what to change, such as rate=20.'],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', 'opensAt=2099-01-02T00:00Z', 'closesAt=2099-01-01T00:00Z'],
    'It would close before it opens.',
  ],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', 'closesAt=2020-01-01T00:00Z'],
    'It would be closed already: `campaign close` closes it.',
  ],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', 'closesAt=2099-01-01 00:00'],
    'Say closesAt such as 2026-12-01T00:00+07:00, or none.',
  ],
  [['edit', 'bonus', 'NONE', 'BAHT', 'rate=5'], 'There is no bonus NONE in BAHT: `campaign list` lists them.'],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', banner('https://elsewhere.example/x.png', inThree('x'))],
    'Banner 1: pictures are shown from this site only, such as /art/….',
  ],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', banner('/\\elsewhere.example/x.png', inThree('x'))],
    'Banner 1: pictures are shown from this site only, such as /art/….',
  ],
  [
    ['edit', 'bonus', 'NEW100', 'BAHT', banner('//elsewhere.example/x.png', inThree('x'))],
    'Banner 1: pictures are shown from this site only, such as /art/….',
  ],
  [['edit', 'bonus', 'NEW100', 'BAHT', banner('/art/x.svg', { th: 'x', en: 'x' })], 'Banner 1 lacks its la text.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<script>alert(1)</script>')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<img src=x onerror=alert(1)>')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<img src="https://elsewhere.example/x.png">')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<img src="//elsewhere.example/x.png">')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<img src="/art/x.svg" onload="alert(1)">')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<b onclick="alert(1)">x</b>')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<a href="javascript:alert(1)">x</a>')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<a href="http://x.example">x</a>')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<!-- x -->')], NOT_SHOWN],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<b>x')], 'Banner 1 (la): <b> is never closed.'],
  [['edit', 'bonus', 'NEW100', 'BAHT', unsafe('<b><i>x</b></i>')], /closes what is not open\.$/],
  [
    ['edit', 'luckydraw', '-', 'BAHT', banner('/art/x.svg', inThree('x'))],
    'Nobody would see the banners of a luckydraw.',
  ],
])('campaign %j is refused with a sentence, and changes nothing', async ([verb = '', ...words], sentence) => {
  const before = await contents(db, { except: ['operators'] });
  const error: unknown = await operator(`campaign ${verb}`, ...words).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDo);
  const { message } = error as CannotDo;
  if (typeof sentence === 'string') expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
  expect(await contents(db, { except: ['operators'] })).toEqual(before);
});
