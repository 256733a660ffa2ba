import { type Static, Type } from 'typebox';
import { CHAT_IMAGE_MAX_MB, CHAT_TEXT_MAX_LENGTH, CHAT_VIDEO_MAX_MB, PAGE_LIMIT_MAX } from './constants.ts';
import { body, type CallSchema, Text, Time } from './schemas.ts';

export const CHAT_IMAGE_TYPES = ['png', 'jpeg', 'jpg', 'gif'] as const;
export const CHAT_VIDEO_TYPES = ['mp4', 'quicktime'] as const;

/** How far the sender's own media has come. It never travels: the web keeps it beside the entry. */
export const MEDIA_DELIVERY_STATUSES = ['uploading_file', 'sending', 'failed', 'succeed'] as const;
export type MediaDeliveryStatus = (typeof MEDIA_DELIVERY_STATUSES)[number];

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

const ChatMessage = Type.Union([
  Type.Object({ message_type: Type.Literal('text'), payload: Type.Object({ text: Type.String() }) }),
  Type.Object({ message_type: Type.Literal('buttons'), payload: TextWithButtons }),
  MediaMessage,
  Type.Object({ message_type: Type.Literal('quick_replies'), payload: TextWithButtons }),
  Type.Object({ message_type: Type.Literal('generic'), payloads: Type.Array(Card) }),
  Type.Object({
    message_type: Type.Literal('postback'),
    payload: Type.Object({ title: Type.String(), payload: Type.String() }),
  }),
  /** Stands for whatever a chat backend may add later, so that an old client still shows a line for it. */
  Type.Object({ message_type: Type.Literal('unknown'), payload: Type.Optional(Type.Unknown()) }),
]);

/** Only support sends buttons, quick replies and cards: a customer must not be able to make something to press. */
const CustomerMessage = Type.Union([
  body({
    message_type: Type.Literal('text'),
    payload: body({ text: Type.String({ pattern: '\\S', maxLength: CHAT_TEXT_MAX_LENGTH }) }),
  }),
  body({
    message_type: Type.Literal('media'),
    payload: body({
      message: Type.Optional(Text(CHAT_TEXT_MAX_LENGTH)),
      /** Taken but not kept: others load the media from an address that the server makes. */
      url: Type.Optional(Text(2_000)),
      fileType: FileType,
      filePath: Text(500),
      name: Text(255),
    }),
  }),
  body({
    message_type: Type.Literal('postback'),
    payload: body({ title: Text(CHAT_TEXT_MAX_LENGTH), payload: Text(CHAT_TEXT_MAX_LENGTH) }),
  }),
]);

/** A member is named by `userId` and must be signed in as such; a visitor's `guestId` is all there is to know. */
const Customer = {
  userId: Type.Optional(Text(40)),
  guestId: Type.Optional(Type.String({ format: 'uuid' })),
};

/** Made by the sender, so that a resend is recognised and never doubles. */
const EntryId = Type.String({ format: 'uuid' });

const ChatEntry = Type.Object({
  id: EntryId,
  sender: Type.Enum(['customer', 'other']),
  message: ChatMessage,
  ...Customer,
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
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

const Uploaded = Type.Object({ filePath: Type.String() });

export const chatCalls = {
  'GET /api/chat/config': {
    summary: 'The prefix of a chat room’s name',
    public: true,
    reply: Type.Object({ PREFIX: Type.String() }),
  },
  'POST /api/chat/send-message': {
    summary: 'Sends one entry; sending it again changes nothing',
    public: true,
    body: OutgoingEntry,
    reply: Type.Object({ createdAt: Time }),
  },
  'POST /api/chat/history': {
    summary: 'Entries of a room, newest first',
    public: true,
    body: body({
      ...Customer,
      limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
      skip: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    reply: Type.Object({ conversations: Type.Array(ChatEntry) }),
  },
  'POST /api/chat/upload-image': {
    summary: 'Stores an image to send',
    public: true,
    upload: { maxMb: CHAT_IMAGE_MAX_MB },
    reply: Uploaded,
  },
  'POST /api/chat/upload-video': {
    summary: 'Stores a video to send',
    public: true,
    upload: { maxMb: CHAT_VIDEO_MAX_MB },
    reply: Uploaded,
  },
  /** The trailing slash belongs to the path. */
  'PUT /api/chat/read-customer/': {
    summary: 'Marks a room as read by its customer',
    public: true,
    body: body(Customer),
    reply: Type.Object({}),
  },
} satisfies Record<string, CallSchema>;
