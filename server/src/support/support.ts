import { derivedId } from '../platform/derived-id.ts';
import type { DueWork } from '../platform/due-work.ts';
import type { Sweep } from '../platform/housekeeping.ts';
import { mediaLinks } from '../platform/media-links.ts';
import type { Rooms } from '../platform/realtime.ts';
import type { Platform } from '../platform/routes.ts';
import type { SocketCall } from '../platform/socket-calls.ts';
import { requireFreeDisk } from '../platform/upload-budgets.ts';
import type { Storage } from '../providers/storage/stored-file.ts';
import { askedMovements, type MovementSources } from './chat/asked-movements.ts';
import { type AttachedDeps, attachedMovement } from './chat/attached-movement.ts';
import { bot, goodbye } from './chat/bot.ts';
import { readBotScript } from './chat/bot-script.ts';
import {
  closeIdleRooms,
  deleteOldVisitors,
  isAskedIn,
  markReadByDesk,
  readHistory,
  silentVisitors,
  speaker,
} from './chat/chat.queries.ts';
import { CHAT_FOLDER, chatRoutes } from './chat/chat.routes.ts';
import { entryWriter } from './chat/chat-entry.ts';
import { CHAT_CHANNEL, chatAnnouncer, chatNews } from './chat/chat-news.ts';
import { type ChatDeps, sayOrRefuse, storedFormOf } from './chat/send-message.ts';
import { type MediaDeps, unsentFiles } from './chat/upload-media.ts';
import { type Chat, deskRoutes } from './desk/desk.routes.ts';

/** A conversation stays open on a screen for longer: a picture that comes into sight later asks for new links. */
const LINK_LIFE_MS = 10 * 60_000;

type SupportDeps = MovementSources & AttachedDeps & { storage: Storage };

type Support = {
  works: DueWork<unknown>[];
  sweeps: Sweep[];
  /** The chat's receivers of notes, by channel. */
  channels: (rooms: Rooms) => Record<string, (note: string) => void>;
  sendMessage: SocketCall;
};

/** The chat: customers on one side, the bot and the desk on the other. */
export async function supportRoutes(platform: Platform, { storage, ...movements }: SupportDeps): Promise<Support> {
  const { app, config, db } = platform;
  const links = mediaLinks(config.credentialsKeys, CHAT_FOLDER, LINK_LIFE_MS);
  const writeEntry = entryWriter(links, config.serviceName);
  const announce = chatAnnouncer(db);
  const say = speaker(db, config.chatMessagesAMinute);
  const script = await readBotScript(config.chatBotScript);
  const chatDeps: ChatDeps & MediaDeps = {
    db,
    storage,
    links,
    say,
    announce,
    answerByBot: bot({
      say,
      script,
      askedMovements: askedMovements(movements),
      attachedMovement: attachedMovement(movements),
    }),
    visitorsAnHour: config.chatVisitorsAnHour,
    visitorMbAnHour: config.chatVisitorMbAnHour,
    requireFreeDisk: () => requireFreeDisk(platform),
    hasMovement: async (memberId, id) => (await movements.findMovement(memberId, id)) !== null,
  };
  const { sendMessage } = chatRoutes(platform, chatDeps, writeEntry);

  const chat: Chat = {
    readEntries: async (room, { limit, skip }, signIn) => {
      const { entries, at } = await readHistory(db, { roomId: room.id }, { limit, skip });
      return entries.map((entry) => writeEntry(entry, {}, { signIn, at }));
    },
    answer: async ({ roomId, id, message, operator }) => {
      const form = await storedFormOf(message, { db, links, mayBring: async () => true });
      const words = { roomId, id, sender: 'other', operator, state: 'agent', ...form } as const;
      const { entry } = await sayOrRefuse(say, words);
      return { createdAt: new Date(entry.created_at).toISOString() };
    },
    sayGoodbye: async (room) => {
      const id = derivedId(`chat/goodbye/${room.session_id}`);
      const message = goodbye(script, room.locale);
      await sayOrRefuse(say, { roomId: room.id, id, sender: 'other', message, state: 'closed' });
    },
    findAsked: async ({ id, member_id }, movement) => {
      if (member_id === null || !(await isAskedIn(db, id, movement))) return null;
      const found = await movements.findMovement(member_id, movement);
      if (!found) return null;
      const { movement: entry, steps, reference } = found;
      return { movement: entry, steps, reference, currency: await movements.currencyOf(member_id) };
    },
    markRead: (room, until) => markReadByDesk(db, room.id, until),
    announce,
  };
  deskRoutes(platform, chat);

  return {
    works: [unsentFiles({ db, storage })],
    sweeps: sweepsOf(platform, chat),
    sendMessage,
    channels: (rooms) => ({
      [CHAT_CHANNEL]: chatNews({ db, rooms, writeEntry, prefix: config.chatPrefix, log: app.log }),
    }),
  };
}

function sweepsOf({ db, config }: Platform, chat: Chat): Sweep[] {
  const endSilentVisitors: Sweep = async () => {
    for (const room of await silentVisitors(db, config.chatVisitorsWaitMinutes)) {
      await chat.markRead(room);
      await chat.sayGoodbye(room);
    }
  };
  return [closeIdleRooms, endSilentVisitors, () => deleteOldVisitors(db, config.chatVisitorsKeptDays)];
}
