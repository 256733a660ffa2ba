import { readFile } from 'node:fs/promises';
import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import { ChatMessage } from '@krapao/contract/support/chat.ts';
import { type Static, Type } from 'typebox';
import { BadConfig } from '../../config.ts';

/**
 * A message of the chat whose texts are given in every language: `{"th": …, "la": …, "en": …}`. A part of a text in
 * brackets, like `[ of {amount}]`, is left out where a fact in it is not known.
 */
const Line = Type.Object({ message_type: Type.String() });
const Lines = Type.Array(Line, { minItems: 1 });
const InEveryLanguage = Type.Object({ th: Type.String(), la: Type.String(), en: Type.String() });

const movementOf = <Kind extends string, State extends string>(kind: Kind, states: readonly State[]) =>
  Type.Object({
    kind: Type.Literal(kind),
    guest: Lines,
    none: Lines,
    /** `{movements}`: a sentence for each of them, on a line of its own. */
    says: Lines,
    /** Said first where the member asks for `{amounts}` that none of these movements has. */
    noneOf: InEveryLanguage,
    /** The sentence about a movement in this state; `{amount}` and `{time}` are filled in. */
    states: Type.Record(Type.Enum([...states]), InEveryLanguage),
  });
const MovementAnswer = Type.Union([
  movementOf('deposit', ['PROCESSING', 'READING', 'SUCCESS', 'FAILED']),
  movementOf('withdraw', WITHDRAWAL_STEPS),
]);

const Answer = Type.Object({
  /** The payload of a button that asks for this answer. */
  postback: Type.Optional(Type.String()),
  /** Any of these words in a message asks for this answer too. In lower case. */
  words: Type.Array(Type.String({ minLength: 2 })),
  says: Type.Optional(Lines),
  /** In place of `says`: tells of the member's deposits or withdrawals. */
  movement: Type.Optional(MovementAnswer),
  /** The state of the conversation after the answer: it waits for a person. */
  leadsTo: Type.Optional(Type.Literal('waiting')),
});

/** The statuses that an entry of the statement can have. */
const OfStatus = Type.Object({ PROCESSING: InEveryLanguage, SUCCESS: InEveryLanguage, FAILED: InEveryLanguage });

/** Of a movement that a message is about, and that no answer's `movement` speaks of. */
const Attached = Type.Object({
  /** `{movements}`: the sentence about it. */
  says: Lines,
  transfer: OfStatus,
  reward: OfStatus,
  correction: OfStatus,
});

const BotScript = Type.Object({
  currencies: Type.Object({ BAHT: InEveryLanguage, LAK: InEveryLanguage }),
  answers: Type.Array(Answer),
  greeting: Lines,
  otherwise: Lines,
  goodbye: Line,
  /** Without it the bot speaks of no transfer, reward or correction. */
  attached: Type.Optional(Attached),
});

export type Answer = Static<typeof Answer>;
export type MovementAnswer = Static<typeof MovementAnswer>;
export type BotScript = Static<typeof BotScript>;

const OWN_SCRIPT = new URL('./bot-script.json', import.meta.url);

/**
 * The script is read once, at boot. A given one is checked: a message that no screen could show stops the boot. Our own is
 * checked by a test, since the checker takes longer to load than the whole chat.
 */
export async function readBotScript(path: string): Promise<BotScript> {
  const script: unknown = await readFile(path || OWN_SCRIPT, 'utf8')
    .then(JSON.parse)
    .catch((error: Error) => {
      throw new BadConfig(`CHAT_BOT_SCRIPT must be a file of JSON: ${error.message}`);
    });
  if (path) await requireFit(script);
  return script as BotScript;
}

async function requireFit(script: unknown): Promise<void> {
  const { Value } = await import('typebox/value');
  const [problem] = Value.Errors(BotScript, script);
  if (problem) throw new BadConfig(`CHAT_BOT_SCRIPT: ${problem.instancePath || 'it'} ${problem.message}.`);
  for (const line of linesIn(script as BotScript)) {
    for (const locale of LOCALES) {
      if (!Value.Check(ChatMessage, inLanguage(line, locale, {})))
        throw new BadConfig(`CHAT_BOT_SCRIPT: this is no message in ${locale}: ${JSON.stringify(line)}`);
    }
  }
}

function linesIn({ answers, greeting, otherwise, goodbye, attached }: BotScript): unknown[] {
  const ofAnswers = answers.flatMap(({ says = [], movement }) => {
    return [...says, ...(movement ? [...movement.guest, ...movement.none, ...movement.says] : [])];
  });
  return [...ofAnswers, ...greeting, ...otherwise, goodbye, ...(attached?.says ?? [])];
}

/** Takes each text in one language, and fills in the facts named in braces. */
export function inLanguage(value: unknown, locale: Locale, facts: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => inLanguage(part, locale, facts));
  if (typeof value !== 'object' || value === null) return value;
  if (isInEveryLanguage(value)) return withFacts(value[locale], facts);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part, locale, facts)]));
}

function isInEveryLanguage(value: object): value is Record<Locale, string> {
  return LOCALES.every((locale) => typeof (value as Record<string, unknown>)[locale] === 'string');
}

function withFacts(text: string, facts: Record<string, string>): string {
  const known = text.replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) =>
    facts[name] ? part : '',
  );
  return known.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
}
