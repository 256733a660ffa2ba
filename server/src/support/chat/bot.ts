import { LOCALES, type Locale } from '@krapao/contract/editions.ts';
import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { ChatMessage } from '@krapao/contract/support/chat.ts';
import { derivedId } from '../../platform/derived-id.ts';
import { type Answer, type BotScript, inLanguage } from './bot-script.ts';
import type { Customer, Said, Say } from './chat.queries.ts';
import type { StoredMessage } from './chat-entry.ts';

/** The newest deposit or withdrawal of a member, as the statement has it. */
type Movement = {
  status: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  amount: Minor | null;
  currency: Currency;
  at: Date;
};
export type NewestMovement = (memberId: string, kind: 'deposit' | 'withdraw') => Promise<Movement | null>;

export type BotAnswers = (customer: Customer, said: Said, locale: Locale) => Promise<void>;

type Bot = { say: Say; script: BotScript; newestMovement: NewestMovement };

/** The bot answers as long as no person does, and always when one of its buttons is pressed. */
export function bot({ say, script, newestMovement }: Bot): BotAnswers {
  return async (customer, { entry, state, isFirst }, locale) => {
    const { message } = entry;
    if (state !== 'bot' && message.message_type !== 'postback') return;
    const answer = answerTo(script, message) ?? (state === 'bot' ? unasked(script, isFirst) : null);
    if (!answer) return;
    const { says, movement } = await linesFor(answer, customer, newestMovement);
    const facts = movement ? factsOf(movement, script, locale) : {};
    for (const [index, line] of says.entries()) {
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

async function linesFor(answer: Answer, { memberId }: Customer, newestMovement: NewestMovement) {
  if (!answer.movement) return { says: answer.says ?? [] };
  const { kind, guest, none, ...states } = answer.movement;
  if (memberId === null) return { says: guest };
  const movement = await newestMovement(memberId, kind);
  return movement ? { says: states[movement.status], movement } : { says: none };
}

function factsOf({ amount, currency, at }: Movement, { currencies }: BotScript, locale: Locale) {
  // The amount of a slip that is still being read is not known.
  const money = amount === null ? '' : `${formatMoney(amount)} ${currencies[currency][locale]}`;
  return { amount: money, time: bangkokTime(at) };
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
