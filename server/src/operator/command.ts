import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Transaction } from '../platform/database.ts';
import { type Act, CannotDo, type Look } from '../staff/act.ts';
import { performAct, type Reason } from '../staff/perform-act.ts';

/** An act as an operator types it, and the text that is printed of it. */
export type Command = {
  name: string;
  /** The words that follow the command's name. */
  usage: string;
  summary: string;
  isReadOnly: boolean;
  /** Whether it is given a replica, where there is one. */
  isReport: boolean;
  run: (tx: Transaction, by: Reason, words: string[], replica?: Transaction) => Promise<string>;
  /** What is printed of the act's answer. */
  print: (data: unknown) => string;
  /** The words that an operator would type for this input. */
  wordsOf: (input: Record<string, unknown>) => string[];
};

/** A field by its name, or one part of it: `rate=10`, `description.th=…`. */
const NAMED = /^([A-Za-z]\w*)(?:\.(\w+))?=(.*)$/s;

/**
 * `fields`: the field of each word, in the order in which they are typed; null is a word that only makes the command
 * read well. Every field may be given by its name as well, those that have no place only so.
 */
export function command<Input, Data>(
  act: Act<Input, Data>,
  usage: string,
  fields: readonly ((keyof Input & string) | null)[],
  print: (data: Data) => string,
): Command {
  const { name, summary, schema } = act;
  return {
    name,
    usage: [usage, ...namedOnly(schema, fields)].filter(Boolean).join(' '),
    summary,
    isReadOnly: act.readOnly === true,
    isReport: act.readOnly === true && act.isReport === true,
    run: async (tx, by, words, replica) => {
      const outcome = await performAct(tx, act, by, inputOf(schema, fields, words), replica);
      if (outcome.is === 'done') return print(outcome.data);
      const { id } = outcome.request;
      return `That needs a second operator. It waits as request ${id}: within a day another says \`requests approve ${id}\`.`;
    },
    print: (data) => print(data as Data),
    wordsOf: (input) => [
      ...fields.flatMap((field) => (field !== null && field in input ? [shown(input[field])] : [])),
      ...Object.keys(schema.properties).flatMap((field) =>
        field in input && !fields.some((typed) => typed === field) ? [`${field}=${shown(input[field])}`] : [],
      ),
    ],
  };
}

export const lines = <Row>(none: string, line: (row: Row) => string) => {
  return (rows: Row[]) => rows.map(line).join('\n') || none;
};

export const list = <Row>(act: Look<object, Row[]>, none: string, line: (row: Row) => string) =>
  command(act, '', [], lines(none, line));

type Schema = Act<never, unknown>['schema'];
type Places = readonly (string | null)[];

function namedOnly({ properties, required = [] }: Schema, fields: Places): string[] {
  const names = Object.keys(properties).filter((field) => !fields.includes(field));
  return names.map((field) => (required.includes(field) ? `${field}=…` : `[${field}=…]`));
}

function inputOf({ properties }: Schema, fields: Places, words: string[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const unnamed: string[] = [];
  for (const word of words) {
    const [, field = '', part, value = ''] = NAMED.exec(word) ?? [];
    if (!Object.hasOwn(properties, field)) unnamed.push(word);
    else if (part === undefined) give(input, field, asInput(properties[field], contentOf(value)));
    else {
      input[field] ??= {};
      give(input[field], part, contentOf(value));
    }
  }
  const places = fields.filter((field) => field === null || !Object.hasOwn(input, field));
  for (const [at, word] of unnamed.entries()) {
    const place = places[at];
    // A word too many is refused as a field that the act does not take.
    if (place === undefined) input[NAMED.exec(word)?.[1] ?? word] = word;
    else if (place !== null) input[place] = asInput(properties[place], word);
  }
  return input;
}

function give(into: unknown, name: string, value: unknown): void {
  if (typeof into !== 'object' || into === null || Object.hasOwn(into, name)) throw new CannotDo(`Give ${name} once.`);
  Object.assign(into, { [name]: value });
}

/** `@` and a path stand for what the file says, for texts too long to type. */
function contentOf(value: string): string {
  if (!value.startsWith('@')) return value;
  const path = resolve(process.env.INIT_CWD ?? '.', value.slice(1));
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new CannotDo(`There is no file ${path} to read.`);
  }
}

/** Only a count becomes a number: an amount is read by its digits, never as a float. Lists are typed as JSON. */
function asInput(rule: TSchema | undefined, word: string): unknown {
  const type = rule && 'type' in rule ? rule.type : undefined;
  if (rule && type === 'integer') return Value.Convert(rule, word);
  if (type === 'string' || !/^[[{]/.test(word)) return word;
  try {
    return JSON.parse(word);
  } catch (error) {
    throw new CannotDo(`This is no JSON: ${(error as Error).message}.`);
  }
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  const word = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN)}…` : word;
}

/** A command's name is one word or two. */
export function findCommand(commands: Command[], words: string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}
