import { type Static, Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../limits.ts';
import { body, type CallSchema, InLanguage, Text, Time, Uuid } from '../schemas.ts';
import { CHAT_IMAGE_MAX_MB, CHAT_POSTBACK_MAX_LENGTH, CHAT_TEXT_MAX_LENGTH, CHAT_VIDEO_MAX_MB } from './limits.ts';

/** How far the sender's own media has come. It never travels: the web keeps it beside the entry. */
export const MEDIA_DELIVERY_STATUSES = ['uploading_file', 'sending', 'failed', 'succeed'] as const;
export type MediaDeliveryStatus = (typeof MEDIA_DELIVERY_STATUSES)[number];

/** The conversation is with the bot, waits for an operator, is with an operator, or is over. */
export const CHAT_STATES = ['bot', 'waiting', 'agent', 'closed'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

const FileType = Type.Enum(['image', 'video', 'file']);

const Button = Type.Object({
  type: Type.Enum(['web', 'call', 'postback', 'other']),
  title: Type.String(),
  payload: Type.String(),
});
const TextWithButtons = Type.Object({ text: Type.String(), buttons: Type.Array(Button) });

const Card = Type.Object({
  image_url: Type.Optional(Type.String()),
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  buttons: Type.Array(Button),
});

const MediaMessage = Type.Object({
  message_type: Type.Literal('media'),
  payload: Type.Object({
    message: Type.Optional(Type.String()),
    url: Type.String({ description: 'Address to load it from, for a while' }),
    fileType: FileType,
    filePath: Type.String(),
    name: Type.String(),
  }),
});

export const ChatMessage = Type.Union([
  Type.Object({
    message_type: Type.Literal('text'),
    payload: Type.Object({
      text: Type.String(),
      /** The movement of the member's money that the message asks about. */
      movement: Type.Optional(Uuid),
    }),
  }),
  Type.Object({ message_type: Type.Literal('buttons'), payload: TextWithButtons }),
  MediaMessage,
  Type.Object({ message_type: Type.Literal('quick_replies'), payload: TextWithButtons }),
  Type.Object({ message_type: Type.Literal('generic'), payloads: Type.Array(Card) }),
  Type.Object({
    message_type: Type.Literal('postback'),
    payload: Type.Object({ title: Type.String(), payload: Type.String() }),
  }),
  /** Stands for message types that a chat backend adds later, so that an old client still shows a line for them. */
  Type.Object({ message_type: Type.Literal('unknown'), payload: Type.Optional(Type.Unknown()) }),
]);

/** Something to read: more than spaces and the signs that turn the direction of a text. */
export const ChatText = Type.String({
  pattern: '[^\\s\u202A-\u202E\u2066-\u2069]',
  maxLength: CHAT_TEXT_MAX_LENGTH,
});

const OutgoingText = body({ message_type: Type.Literal('text'), payload: body({ text: ChatText }) });
const OutgoingQuestion = body({
  message_type: Type.Literal('text'),
  payload: body({ ...OutgoingText.properties.payload.properties, movement: Type.Optional(Uuid) }),
});
const OutgoingMedia = body({
  message_type: Type.Literal('media'),
  payload: body({
    message: Type.Optional(Text(CHAT_TEXT_MAX_LENGTH)),
    /** Accepted but not stored: readers load the media from an address that the server makes. */
    url: Type.Optional(Text(2_000)),
    fileType: FileType,
    filePath: Text(500),
    name: Text(255),
  }),
});

/** The messages an operator can send. */
export const DeskMessage = Type.Union([OutgoingText, OutgoingMedia]);

/** Only the bot sends buttons, quick replies and cards: a customer must not be able to make something to press. */
const CustomerMessage = Type.Union([
  OutgoingQuestion,
  OutgoingMedia,
  body({
    message_type: Type.Literal('postback'),
    payload: body({ title: Text(CHAT_POSTBACK_MAX_LENGTH), payload: Text(CHAT_POSTBACK_MAX_LENGTH) }),
  }),
]);

/**
 * A member is named by `userId` and must be signed in as that member; a visitor has only a `guestId`. With both, the
 * customer is the member, and the visitor's entries become the member's.
 */
const Customer = {
  userId: Type.Optional(Text(40)),
  guestId: Type.Optional(Uuid),
};

/**
 * A random id (UUID version 4) made by the sender, so that a resend is recognised and never doubles. Other versions are
 * refused: only the server derives ids.
 */
export const EntryId = Type.String({
  maxLength: 36,
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
});

export const ChatEntry = Type.Object({
  id: Uuid,
  sender: Type.Enum(['customer', 'other']),
  message: ChatMessage,
  ...Customer,
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  /**
   * Later than every earlier entry of the room. Two entries have the same time only where a visitor's entries joined a
   * member's; their ids then give the order.
   */
  createdAt: Time,
  session_id: Type.String({ description: 'Changes when a conversation ends and another begins' }),
});

/** The whole entry as its sender sees it. The server sets time and session itself. */
const OutgoingEntry = body({
  id: EntryId,
  sender: Type.Optional(Type.Literal('customer')),
  message: CustomerMessage,
  ...Customer,
  username: Type.Optional(Text(100)),
  name: Type.Optional(Text(100)),
  deviceToken: Type.Optional(Text(500)),
  createdAt: Type.Optional(Time),
  session_id: Type.Optional(Text(100)),
});

export type ChatMessage = Static<typeof ChatMessage>;
export type ChatEntry = Static<typeof ChatEntry>;
export type OutgoingMessage = Static<typeof CustomerMessage>;

const Uploaded = Type.Object({
  filePath: Type.String({ description: 'To send it with, and its address on this host for a while' }),
});

/** Of a call that names its customer. */
const customerRefusals = {
  'invalid-token': '`userId` is given, and nobody is signed in',
  NO_DATA: '`userId` is not the member who is signed in',
} satisfies Refusals;

export const chatCalls = {
  'GET /api/chat/config': {
    summary: 'The prefix of a chat room’s name',
    public: true,
    reply: Type.Object({ PREFIX: Type.String() }),
  },
  'POST /api/chat/send-message': {
    summary: 'Sends one entry; sending it again changes nothing',
    public: true,
    /** The language that the bot answers in. */
    query: InLanguage,
    body: OutgoingEntry,
    refuses: {
      ...customerRefusals,
      NO_DATA: '`userId` is not the member who is signed in, or the message asks about a movement that is not theirs',
      IDEMPOTENCY_CONFLICT: 'Another entry has this id',
      REQUEST_LIMIT_1MIN: 'Too many messages within the minute',
      REQUEST_LIMIT:
        'Too many new visitors from this address within the hour, or too much that visitors from it have said',
    },
    reply: Type.Object({ createdAt: Time, session_id: Type.String() }),
  },
  'POST /api/chat/history': {
    summary: 'Entries of a room, newest first',
    public: true,
    body: body({
      ...Customer,
      limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    refuses: customerRefusals,
    reply: Type.Object({
      conversations: Type.Array(ChatEntry),
      unread: Type.Integer({ description: 'How many of support’s entries the customer has not read' }),
    }),
  },
  'POST /api/chat/upload-image': {
    summary: 'Stores an image to send',
    public: true,
    upload: { maxMb: CHAT_IMAGE_MAX_MB },
    refuses: {
      UNSUPPORTED_MEDIA_TYPE: 'The file is no picture that the chat takes',
    },
    reply: Uploaded,
  },
  'POST /api/chat/upload-video': {
    summary: 'Stores a video to send',
    public: true,
    upload: { maxMb: CHAT_VIDEO_MAX_MB },
    refuses: {
      UNSUPPORTED_MEDIA_TYPE: 'The file is no film that the chat takes',
    },
    reply: Uploaded,
  },
  /** The trailing slash belongs to the path. */
  'PUT /api/chat/read-customer/': {
    summary: 'Marks a room as read by its customer, up to an entry or all of it',
    public: true,
    body: body({ ...Customer, until: Type.Optional(Uuid) }),
    refuses: customerRefusals,
    reply: Type.Object({}),
  },
} satisfies Record<string, CallSchema>;
