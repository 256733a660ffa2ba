import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { loadTexts } from '../../../i18n/dictionary.ts';
import { chosenLocale } from '../../../i18n/i18n.tsx';
import { askForChat, useChatDoor } from '../../../messaging/chat-door.ts';
import { useRested } from '../../../platform/preload.ts';
import { withQueries } from '../../../platform/with-queries.tsx';
import { LAUNCHER_PLACE } from './launcher-place.ts';

/** A page without its chat is still a page. */
const NOTHING: { default: ComponentType } = { default: () => null };

async function loadGuestChat(): Promise<typeof NOTHING> {
  const [chat] = await Promise.all([import('./guest-chat.tsx'), loadTexts('member', chosenLocale())]);
  return chat;
}
const GuestChat = lazy(() => loadGuestChat().catch(() => NOTHING));
const MemberChat = withQueries(() => import('./member-chat.tsx').catch(() => NOTHING));

/** Where the chat's button stands, once the page has come to rest and if there is a chat. */
export function ChatPlace({ signedIn }: { signedIn: boolean }) {
  const isRested = useRested();
  const { isThere, isOpen } = useChatDoor();
  useEffect(() => {
    if (!isRested) return;
    askForChat();
    window.addEventListener('online', askForChat);
    return () => window.removeEventListener('online', askForChat);
  }, [isRested]);
  if (isThere === false) return null;
  // Empty until there is a button, so that the menu beside it does not look shifted.
  const place = <span aria-hidden="true" className={`${LAUNCHER_PLACE} ${signedIn ? 'md:hidden' : 'lg:hidden'}`} />;
  if (!isThere || !(isRested || isOpen)) return place;
  return <Suspense fallback={place}>{signedIn ? <MemberChat /> : <GuestChat />}</Suspense>;
}
