import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { cloneDatabase, contents } from '../../test/harness.ts';
import { openActs } from '../acts.ts';
import { readConfig } from '../config.ts';
import { openSandboxRewards } from '../demo/rewards.ts';
import { CannotDo } from '../staff/act.ts';
import { openCommands } from './commands.ts';

const { db } = await cloneDatabase();
const operator = operatorOf(db);
await openSandboxRewards(db);
const notice = async () => (JSON.parse(await operator('settings')) as { notice: string | null }).notice;

test('a field of any act may be given by its name, wherever it stands; the words fill the other places in order', async () => {
  expect(await operator('receivers add', 'name=KRAPAO', 'currency=BAHT', 'KBANK', '0000000099', 'AUTO')).toBe(
    'Members can pay to KBANK 0000000099.',
  );
  expect(await operator('receivers close', 'account=0000000099', 'bank=kbank')).toContain('not shown any more');
});

test('a value in a file is given by the name of the file', async () => {
  const path = join(tmpdir(), `${randomUUID()}.html`);
  await writeFile(path, '<b>Songkran</b>\nclosed = yes\n');
  await operator('notice', `html=@${path}`);
  expect(await notice()).toBe('<b>Songkran</b>\nclosed = yes');
});

test('a word with = in it that names no field of the act is a word like others', async () => {
  await operator('notice', 'bonus=50');
  expect(await notice()).toBe('bonus=50');
});

test('the audit log shows fields without a place by their names, shortened where they are long', async () => {
  await operator('campaign edit', 'bonus', 'NEW100', 'BAHT', 'rate=90', 'fail=4');
  expect(await operator('audit', '1')).toContain('campaign edit bonus NEW100 BAHT rate=90 fail=4  —');
  await operator('campaign edit', 'promotion', 'WELCOME50', 'BAHT', `description.th=${'ก'.repeat(500)}`);
  const entry = await operator('audit', '1');
  expect(entry).toContain('campaign edit promotion WELCOME50 BAHT description={"th":"กกก');
  expect(entry.length).toBeLessThan(250);
});

test('the usage of a command shows the fields that have no place among its words', () => {
  const commands = openCommands(openActs(readConfig({ DATABASE_URL: 'postgres://of/nobody' })));
  const { usage } = commands.find(({ name }) => name === 'campaign make') ?? expect.fail('no command');
  expect(usage).toMatch(/^<kind> <code or -> BAHT\|LAK \[rate=…\] .*\[banners=…\]$/);
});

test.each([
  [['campaign close', 'bonus', 'NEW100', '100'], 'campaign close takes no 100.'],
  [['campaign edit', 'bonus', 'NEW100', 'BAHT', 'rat=5'], 'campaign edit takes no rat.'],
  [['campaign edit', 'bonus', 'NEW100', 'BAHT', 'rate=5', 'rate=50'], 'Give rate once.'],
  [['campaign edit', 'bonus', 'NEW100', 'BAHT', 'rate=5', 'rate.th=5'], 'Give th once.'],
  [['campaign edit', 'bonus', 'NEW100', 'BAHT', 'rate=many'], 'Give rate in percent, from 1 to 1000.'],
  [['notice', 'html=@/nowhere/at/all'], 'There is no file /nowhere/at/all to read.'],
  [['campaign edit', 'bonus', 'NEW100', 'BAHT', 'banners=[{'], expect.stringMatching(/^This is no JSON: .*\.$/)],
])('%j is refused, and changes nothing', async ([name = '', ...words], sentence) => {
  const before = await contents(db);
  const error: unknown = await operator(name, ...words).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDo);
  expect((error as CannotDo).message).toEqual(sentence);
  expect(await contents(db)).toEqual(before);
});
