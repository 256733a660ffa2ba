import { type Static, Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../limits.ts';
import { ToldMovement } from '../money/statement.ts';
import { body, type CallSchema, CurrencyCode, Nullable, Page, Text, Time, Uuid } from '../schemas.ts';
import { CHAT_STATES, ChatEntry, DeskMessage, EntryId } from './chat.ts';

const ConversationId = Uuid;

const DeskConversation = Type.Object({
  id: ConversationId,
  /** Both null for a visitor: operators must not learn the id that opens the visitor's room. */
  customer: Type.Object({ userId: Nullable(Type.String()), name: Nullable(Type.String()) }),
  state: Type.Enum([...CHAT_STATES]),
  /** The operator who answers the customer, if one does. */
  operator: Nullable(Type.String()),
  last: Type.Object({
    sender: Type.Enum(['customer', 'other']),
    /** The beginning of the message, or null if the message is no text. */
    text: Nullable(Type.String()),
    messageType: Type.String(),
    createdAt: Time,
  }),
  unread: Type.Integer({ description: 'How many of the customer’s entries nobody has read' }),
  /** Whether the customer has read everything. */
  isSeen: Type.Boolean(),
});
export type DeskConversation = Static<typeof DeskConversation>;

const noConversation = { NO_DATA: 'There is no such conversation' } satisfies Refusals;

/** The operators' side of the chat. Operators sign in by a name and password of their own. */
export const deskCalls = {
  'POST /api/desk/login': {
    summary: 'Signs an operator in at the desk',
    public: true,
    body: body({ name: Text(100), password: Text(200) }),
    refuses: {
      WRONG_CREDENTIAL: 'No operator who may chat has this name and password',
      REQUEST_LIMIT: 'Too many wrong passwords lately, for this name or from this address',
    },
    reply: Type.Object({ token: Type.String(), name: Type.String() }),
  },
  'POST /api/desk/logout': { summary: 'Ends this sign-in', operator: true, reply: Type.Object({}) },
  'POST /api/desk/conversations': {
    summary: 'Conversations: members who wait for a person first, then visitors who do, then the newest',
    operator: true,
    body: Type.Object(
      { ...Page.properties, state: Type.Optional(Type.Enum(['open', 'closed'])) },
      { additionalProperties: false },
    ),
    reply: Type.Object({ total: Type.Integer(), conversations: Type.Array(DeskConversation) }),
  },
  'POST /api/desk/history': {
    summary: 'One conversation and its entries, newest first',
    operator: true,
    body: body({
      conversationId: ConversationId,
      limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    refuses: noConversation,
    reply: Type.Object({ conversation: DeskConversation, entries: Type.Array(ChatEntry) }),
  },
  'POST /api/desk/movement': {
    summary: 'A movement that the member of a conversation asks about there, as it is now',
    operator: true,
    body: body({ conversationId: ConversationId, movement: Uuid }),
    refuses: { NO_DATA: 'There is no such conversation, or nobody asks about that movement in it' },
    reply: Type.Object({ ...ToldMovement.properties, currency: CurrencyCode }),
  },
  'POST /api/desk/reply': {
    summary: 'Answers the customer; sending it again changes nothing',
    operator: true,
    body: body({ id: EntryId, conversationId: ConversationId, message: DeskMessage }),
    refuses: {
      ...noConversation,
      IDEMPOTENCY_CONFLICT: 'Another entry has this id',
    },
    reply: Type.Object({ createdAt: Time }),
  },
  'POST /api/desk/read': {
    summary: 'Marks a conversation as read by the desk, up to an entry or all of it',
    operator: true,
    body: body({ conversationId: ConversationId, until: Type.Optional(Uuid) }),
    refuses: noConversation,
    reply: Type.Object({}),
  },
  'POST /api/desk/close': {
    summary: 'Ends the conversation: what is said next begins another',
    operator: true,
    body: body({ conversationId: ConversationId }),
    refuses: noConversation,
    reply: Type.Object({}),
  },
  'POST /api/desk/close-many': {
    summary: 'Marks conversations as read and ends them',
    operator: true,
    body: body({ conversationIds: Type.Array(ConversationId, { minItems: 1, maxItems: PAGE_LIMIT_MAX }) }),
    reply: Type.Object({}),
  },
} satisfies Record<string, CallSchema>;
