import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Transaction } from '../platform/database.ts';
import type { Act } from '../staff/act.ts';
import { performAct, type Reason } from '../staff/perform-act.ts';

/** An act as an operator types it, and the text that is printed of it. */
export type Command = {
  name: string;
  /** The words that follow the command's name. */
  usage: string;
  summary: string;
  isReadOnly: boolean;
  run: (tx: Transaction, by: Reason, words: string[]) => Promise<string>;
  /** What is printed of the act's answer. */
  print: (data: unknown) => string;
  /** The words that an operator would type for this input. */
  wordsOf: (input: Record<string, unknown>) => string[];
};

/**
 * `fields`: the field of each word, in the order in which they are typed; null is a word that only makes the command
 * read well.
 */
export function command<Input, Data>(
  act: Act<Input, Data>,
  usage: string,
  fields: readonly ((keyof Input & string) | null)[],
  print: (data: Data) => string,
): Command {
  const { name, summary, schema } = act;
  const inputOf = (words: string[]) => {
    const given = fields.flatMap((field, at) => (field === null || at >= words.length ? [] : [[field, words[at]]]));
    return Object.fromEntries(given.map(([field = '', word]) => [field, asInput(schema.properties[field], word)]));
  };
  return {
    name,
    usage,
    summary,
    isReadOnly: act.readOnly === true,
    run: async (tx, by, words) => {
      const outcome = await performAct(tx, act, by, inputOf(words));
      if (outcome.is === 'done') return print(outcome.data);
      const { id } = outcome.request;
      return `That needs a second operator. It waits as request ${id}: within a day another says \`requests approve ${id}\`.`;
    },
    print: (data) => print(data as Data),
    wordsOf: (input) => fields.flatMap((field) => (field !== null && field in input ? [String(input[field])] : [])),
  };
}

/** Only a count becomes a number: an amount is read by its digits, never as a float. */
function asInput(rule: TSchema | undefined, word: string | undefined): unknown {
  return rule && 'type' in rule && rule.type === 'integer' ? Value.Convert(rule, word) : word;
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
