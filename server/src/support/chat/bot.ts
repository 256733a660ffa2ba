import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import { derivedId } from '../../platform/derived-id.ts';
import { type AskedMovements, amountsIn, type Movement } from './asked-movements.ts';
import type { Attached, AttachedMovement } from './attached-movement.ts';
import { type Answer, type BotScript, inLanguage, type MovementAnswer } from './bot-script.ts';
import type { Customer, Said, Say } from './chat.queries.ts';
import type { StoredMessage } from './chat-entry.ts';
import { languageOf } from './question-language.ts';

export type BotAnswers = (customer: Customer, said: Said, locale: Locale) => Promise<void>;

type Bot = { say: Say; script: BotScript; askedMovements: AskedMovements; attachedMovement: AttachedMovement };

/** So many fit a bubble that can be read at a glance. */
const MOVEMENTS_IN_A_LINE = 5;

/** The bot answers as long as no person does, and always when one of its buttons is pressed. */
export function bot({ say, script, askedMovements, attachedMovement }: Bot): BotAnswers {
  return async (customer, { entry, state, isFirst }, chosen) => {
    const { message } = entry;
    const locale = (message.message_type === 'text' && languageOf(message.payload.text)) || chosen;
    if (state !== 'bot' && message.message_type !== 'postback') return;
    const lines = linesOf({ script, askedMovements, customer, amounts: amountsOf(message), locale });
    const asked = answerTo(script, message);
    const answer = asked ?? (state === 'bot' ? unasked(script, isFirst) : null);
    if (!answer) return;
    // A member who asks for a person gets one, whatever the message is about.
    const attached = answer.leadsTo ? null : await attachedTo(message, customer, attachedMovement);
    // A text that is only an amount asks for the movement of that amount, whatever its kind.
    const says =
      (attached && lines.ofAttached(attached)) ??
      (asked ? null : await lines.ofNamedAmount()) ??
      (await lines.of(answer));
    for (const [index, { line, facts }] of says.entries()) {
      const isLast = index === says.length - 1;
      const words = {
        roomId: entry.room_id,
        session: entry.session_id,
        id: derivedId(`chat/bot/${entry.id}/${index}`),
        sender: 'other',
        message: inLanguage(line, locale, facts) as Exclude<ChatMessage, { message_type: 'media' }>,
      } as const;
      // An answer with this id that was said before stands, even if the bot would say something else by now.
      await say({ ...words, ...(isLast && answer.leadsTo && { state: answer.leadsTo }) });
    }
  };
}

async function attachedTo(
  message: StoredMessage,
  { memberId }: Customer,
  attachedMovement: AttachedMovement,
): Promise<Attached | null> {
  const id = message.message_type === 'text' ? message.payload.movement : undefined;
  return id === undefined || memberId === null ? null : attachedMovement(memberId, id);
}

function answerTo({ answers }: BotScript, message: StoredMessage): Answer | null {
  if (message.message_type === 'postback') {
    const { payload } = message.payload;
    return answers.find(({ postback }) => postback === payload) ?? null;
  }
  if (message.message_type !== 'text') return null;
  const text = message.payload.text.toLowerCase();
  return answers.find(({ words }) => words.some((word) => text.includes(word))) ?? null;
}

/** A customer who begins without a question is greeted; a later message that is not understood is answered as such. */
function unasked({ greeting, otherwise }: BotScript, isFirst: boolean): Answer {
  return { words: [], says: isFirst ? greeting : otherwise };
}

type Asked = {
  script: BotScript;
  askedMovements: AskedMovements;
  customer: Customer;
  /** In the customer's message. */
  amounts: readonly Minor[];
  locale: Locale;
};
type Spoken = { line: unknown; facts: Record<string, string> };

function linesOf({ script, askedMovements, customer: { memberId }, amounts, locale }: Asked) {
  const plain = (lines: readonly unknown[]): Spoken[] => lines.map((line) => ({ line, facts: {} }));
  const hasAny = (movements: Movement[]) => movements.some(({ amount }) => amount !== null && amounts.includes(amount));
  /** The member is not left to take other movements for those that were asked for. */
  const missing = ({ noneOf }: MovementAnswer, movements: Movement[]): string[] => {
    if (amounts.length === 0 || hasAny(movements)) return [];
    return movements.slice(0, 1).map(({ currency }) => {
      const named = amounts.map((amount) => moneyText(amount, currency, script, locale));
      return String(inLanguage(noneOf, locale, { amounts: named.join(', ') }));
    });
  };
  const told = (answer: MovementAnswer, movements: Movement[]): Spoken[] => {
    const { says, states } = answer;
    const texts = movements.map((movement) => {
      const text = states[movement.state as keyof typeof states] as Record<Locale, string>;
      return String(inLanguage(text, locale, factsOf(movement, script, locale)));
    });
    return inParts([...missing(answer, movements), ...texts]).flatMap((part) =>
      says.map((line) => ({ line, facts: { movements: part.join('\n') } })),
    );
  };
  return {
    of: async ({ says = [], movement }: Answer): Promise<Spoken[]> => {
      if (!movement) return plain(says);
      if (memberId === null) return plain(movement.guest);
      const movements = await askedMovements(memberId, movement.kind, amounts);
      return movements.length > 0 ? told(movement, movements) : plain(movement.none);
    },
    /** Null where the script has no sentence about such a movement. */
    ofAttached: ({ kind, movement }: Attached): Spoken[] | null => {
      const answer = script.answers.find((one) => one.movement?.kind === kind)?.movement;
      const states = kind === 'deposit' || kind === 'withdraw' ? answer?.states : script.attached?.[kind];
      const text = (states as Partial<Record<string, Record<Locale, string>>> | undefined)?.[movement.state];
      if (!text) return null;
      const facts = { movements: String(inLanguage(text, locale, factsOf(movement, script, locale))) };
      return (answer?.says ?? script.attached?.says ?? []).map((line) => ({ line, facts }));
    },
    ofNamedAmount: async (): Promise<Spoken[] | null> => {
      if (memberId === null || amounts.length === 0) return null;
      for (const { movement } of script.answers) {
        const movements = movement ? await askedMovements(memberId, movement.kind, amounts) : [];
        if (movement && hasAny(movements)) return told(movement, movements);
      }
      return null;
    },
  };
}

function inParts(texts: string[]): string[][] {
  const parts = Math.ceil(texts.length / MOVEMENTS_IN_A_LINE);
  return Array.from({ length: parts }, (_, part) =>
    texts.slice(part * MOVEMENTS_IN_A_LINE, (part + 1) * MOVEMENTS_IN_A_LINE),
  );
}

function amountsOf(message: StoredMessage): Minor[] {
  return message.message_type === 'text' ? amountsIn(message.payload.text) : [];
}

function factsOf({ amount, currency, at }: Movement, script: BotScript, locale: Locale) {
  // The amount of a slip that is still being read is not known.
  const money = amount === null ? '' : moneyText(amount, currency, script, locale);
  return { amount: money, time: bangkokTime(at) };
}

function moneyText(amount: Minor, currency: Currency, { currencies }: BotScript, locale: Locale): string {
  return `${formatMoney(amount)} ${currencies[currency][locale]}`;
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

function bangkokTime(at: Date): string {
  return TIME.format(at).replace(',', '');
}

/** The bot's last line when an operator at the desk ends the conversation. */
export function goodbye({ goodbye: line }: BotScript, locale: string): StoredMessage {
  const known = LOCALES.find((candidate) => candidate === locale) ?? 'th';
  return inLanguage(line, known, {}) as StoredMessage;
}
