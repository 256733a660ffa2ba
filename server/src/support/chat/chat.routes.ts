import { AppError } from '../../platform/app-error.ts';
import { localeOf } from '../../platform/language.ts';
import { mediaRoute } from '../../platform/media-links.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { type AskedBySocket, type SocketCall, socketCall } from '../../platform/socket-calls.ts';
import { adopt, type Customer, fileOf, markReadByCustomer, readHistory } from './chat.queries.ts';
import { type EntryWriter, readerOf } from './chat-entry.ts';
import { type ChatDeps, sendMessage } from './send-message.ts';
import { type MediaDeps, uploadImage, uploadVideo } from './upload-media.ts';

/** The folder in links to files of the chat. */
export const CHAT_FOLDER = 'chat';

/** Answers how a message is sent over a socket. */
export function chatRoutes(
  platform: Platform,
  deps: ChatDeps & MediaDeps,
  writeEntry: EntryWriter,
): { sendMessage: SocketCall } {
  const { app, db, config } = platform;
  route(platform, 'GET /api/chat/config', async () => ({ PREFIX: config.chatEnabled ? config.chatPrefix : '' }));
  const takeMessage = async ({ body, query, member, language, address }: AskedBySocket) => {
    const customer = await customerOf(deps, member, body);
    const locale = localeOf(query.locale, language, config.edition);
    const entry = await sendMessage(deps, customer, { id: body.id, message: body.message, locale, address });
    return { createdAt: new Date(entry.created_at).toISOString(), session_id: entry.session_id };
  };
  route(platform, 'POST /api/chat/send-message', takeMessage);
  route(platform, 'POST /api/chat/history', async ({ body, member }) => {
    const customer = await customerOf(deps, member, body);
    const { entries, unread, at } = await readHistory(db, { customerId: customer.id }, body);
    const bearer = { signIn: member?.tokenHash ?? null, at };
    return { conversations: entries.map((entry) => writeEntry(entry, readerOf(customer), bearer)), unread };
  });
  route(platform, 'POST /api/chat/upload-image', ({ upload, member, address }) =>
    uploadImage(deps, upload, { address, signIn: member?.tokenHash ?? null }),
  );
  route(platform, 'POST /api/chat/upload-video', ({ upload, member }) =>
    uploadVideo(deps, upload, member?.tokenHash ?? null),
  );
  route(platform, 'PUT /api/chat/read-customer/', async ({ body, member }) => {
    const customer = await customerOf(deps, member, body);
    const roomId = await markReadByCustomer(db, customer.id, body.until);
    if (roomId !== null) await deps.announce(roomId);
    return {};
  });
  mediaRoute(app, CHAT_FOLDER, {
    db,
    links: deps.links,
    open: async (reference, range) => {
      const file = await fileOf(db, reference);
      const opened = file === null ? null : await deps.storage.open(file, range);
      return opened && file !== null ? { file, ...opened } : null;
    },
  });
  return { sendMessage: socketCall(platform, 'POST /api/chat/send-message', takeMessage) };
}

/**
 * A member is known by their token, a visitor by an id that only they know. A member who also sends a visitor's id was
 * that visitor, and gets the visitor's entries.
 */
async function customerOf(
  { db, announce }: Pick<ChatDeps, 'db' | 'announce'>,
  member: SignedIn | null,
  { userId, guestId }: { userId?: string; guestId?: string },
): Promise<Customer> {
  if (userId === undefined) {
    if (guestId === undefined) throw new AppError('INVALID_REQUEST', { fields: { guestId: 'REQUIRED' } });
    return { id: guestId.toLowerCase(), memberId: null };
  }
  if (member === null) throw new AppError('invalid-token');
  if (member.memberId !== userId) throw new AppError('NO_DATA');
  const changed = guestId === undefined ? [] : await adopt(db, guestId.toLowerCase(), userId);
  for (const roomId of changed) await announce(roomId);
  return { id: userId, memberId: userId };
}
