import { useEffect, useState } from 'react';
import { type Entry, timeOf } from './conversation.ts';

/** What support said while the customer was reading further up, and the newest of it in words. */
export function useNews(entries: readonly Entry[], atBottom: boolean): { news: number; spoken: string } {
  const newest = entries.at(-1);
  const newestAt = newest ? timeOf(newest) : 0;
  const [seenUntil, setSeenUntil] = useState(newestAt);
  const [openedAt] = useState(() => ({ until: null as number | null }));
  useEffect(() => {
    if (atBottom) setSeenUntil(newestAt);
  }, [atBottom, newestAt]);
  // What stood there when the history arrived is no news to anybody.
  if (openedAt.until === null && newest) openedAt.until = newestAt;
  const isSpoken = newest?.sender === 'other' && openedAt.until !== null && newestAt > openedAt.until;
  const news = atBottom ? 0 : entries.filter((entry) => entry.sender === 'other' && timeOf(entry) > seenUntil).length;
  return { news, spoken: isSpoken && newest ? `${newest.name ?? ''} ${wordsOf(newest)}`.trim() : '' };
}

function wordsOf({ message }: Entry): string {
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text;
    case 'media':
      return message.payload.message ?? message.payload.name;
    case 'generic':
      return message.payloads.map(({ title }) => title).join(', ');
    case 'postback':
      return message.payload.title;
    default:
      return '';
  }
}
