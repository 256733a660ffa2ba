import { EDITIONS } from '@krapao/contract/editions.ts';
import { OTP_LENGTH } from '@krapao/contract/members/limits.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { body } from '@krapao/contract/schemas.ts';
import { type Static, Type } from 'typebox';
import type { Books } from './books.ts';
import { type Answer, answer, type FaultPoint } from './faults.ts';
import { Refusal, type Sandbox } from './sandbox.ts';

export const smsTables = `
  create table if not exists sms_messages (
    id bigint generated always as identity primary key,
    reference text not null unique,
    phone text not null,
    text text not null,
    at timestamptz not null default clock_timestamp()
  );
  create index if not exists sms_messages_phone on sms_messages (phone, id)`;

const SEND: FaultPoint = {
  target: 'sms',
  call: 'send',
  hasEffect: true,
  refusal: { status: 422, body: { status: 'rejected' } },
};
export const smsCalls = [SEND];

const Message = body({
  to: Type.String({ pattern: '^\\+?\\d{6,15}$' }),
  // PostgreSQL stores no NUL in a text.
  text: Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\u0000]*$' }),
  reference: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
});
/** A `+` that the caller did not escape arrives as a space. */
const Inbox = body({ phone: Type.Optional(Type.String({ pattern: '^[+ ]?\\d{1,15}$' })) });

const INBOX_LENGTH = 100;
const CODE = new RegExp(`\\b\\d{${OTP_LENGTH}}\\b`);

/** An SMS gateway, and the phones it sends to. */
export function registerSms(sandbox: Sandbox): void {
  const { http, books, key } = sandbox;

  http.post(
    '/sms/messages',
    {
      schema: { body: Message },
      onRequest: async (request) => {
        if (request.headers.authorization !== `Bearer ${key}`) throw new Refusal(401, 'The key is missing or wrong.');
      },
    },
    (request, reply) => answer(sandbox, reply, SEND, () => accept(books, request.body)),
  );

  http.get('/sms', { schema: { querystring: Inbox } }, ({ query }) =>
    readInbox(books, query.phone?.replace(/^ /, '+') ?? null),
  );
}

/** One message per reference: the same message again gets the first answer, another message is refused. */
async function accept(books: Books, { to, text, reference }: Static<typeof Message>): Promise<Answer> {
  await books.query(
    'insert into sms_messages (reference, phone, text) values ($1, $2, $3) on conflict (reference) do nothing',
    [reference, to, text],
  );
  const { rows } = await books.query<{ id: string; same: boolean }>(
    'select id, phone = $2 and text = $3 as same from sms_messages where reference = $1',
    [reference, to, text],
  );
  if (!rows[0]?.same) return { status: 409, body: { message: `${reference} was used for another message.` } };
  return { status: 200, body: { id: `sms-${rows[0].id}`, status: 'accepted' } };
}

/** The messages to a phone, in whatever spelling it is asked for. */
async function readInbox(books: Books, phone: string | null) {
  const { rows } = await books.query<{ to: string; text: string; at: Date }>(
    `select phone as to, text, at from sms_messages
     where $1::text[] is null or phone = any($1) order by id desc limit ${INBOX_LENGTH}`,
    [phone && [phone, ...EDITIONS.map((edition) => e164Of(phone, edition))]],
  );
  return rows.map(({ to, text, at }) => ({ to, text, code: CODE.exec(text)?.[0] ?? null, at }));
}
