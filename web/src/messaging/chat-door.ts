import { call } from '../platform/api.ts';
import { onSessionEnd } from '../platform/session.ts';
import { createStore } from '../platform/store.ts';

/** Whether there is a chat, and whether it is open: all that the rest of the site knows of it. */
type Door = { /** Null until the server has said. */ isThere: boolean | null; isOpen: boolean };

/** The movement that the member is about to ask about. */
export const asked = createStore<string | null>(null);

const door = createStore<Door>({ isThere: null, isOpen: false });
let isAsked = false;

function change(changes: Partial<Door>): void {
  door.set({ ...door.get(), ...changes });
}

/** The server is asked once. Without an answer there is no chat, and the next caller asks again. */
export function askForChat(): void {
  if (isAsked) return;
  isAsked = true;
  Promise.all([call('GET /api/lookup/enableChatWidget'), call('GET /api/chat/config')]).then(
    ([{ enabled }, { PREFIX }]) => change({ isThere: enabled && PREFIX !== '' }),
    () => {
      isAsked = false;
    },
  );
}

export function openChat(): void {
  change({ isOpen: true });
}

/** Opens the chat with a movement of the member attached to what is written next. */
export function askAbout(movement: string): void {
  asked.set(movement);
  openChat();
}

export function closeChat(): void {
  change({ isOpen: false });
}

export const useChatDoor = door.use;

// The next person at this browser does not find the chat of the one before.
onSessionEnd(() => {
  asked.set(null);
  closeChat();
});
