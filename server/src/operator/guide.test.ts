import { expect, test } from 'vitest';
import { readGuide } from '../../../world/guide.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { openActs } from '../acts.ts';
import { readConfig } from '../config.ts';
import { missingIn } from '../staff/setup.acts.ts';
import { findCommand } from './command.ts';
import { openCommands } from './commands.ts';
import { SESSION_COMMANDS } from './session-commands.ts';

const guide = await readGuide();
const config = readConfig({ DATABASE_URL: 'postgres://of/nobody' });
const commands = openCommands(openActs(config));
const nameOf = (words: string[]) =>
  SESSION_COMMANDS.find(({ name }) => name === words[0])?.name ?? findCommand(commands, words)?.command.name;

test('every command in the table of the guide to filling a service is one', () => {
  expect(guide.named.length).toBeGreaterThan(20);
  for (const name of guide.named) expect(nameOf(name.split(' ')), name).toBe(name);
});

test('every command that setup tells an operator to type is typed in the guide', async () => {
  const { db } = await cloneDatabase();
  const typed = new Set(guide.sections.flatMap(({ typings }) => typings.map(({ words }) => nameOf(words))));
  const told = (await missingIn(db, config))
    .flatMap(({ fill }) => fill.split(', then '))
    .map((fill) => fill.split(' '));
  const names = told.map(nameOf).filter((name) => name !== undefined);
  expect(names).toContain('found');
  for (const name of names) expect(typed).toContain(name);
});
