import { useEffect, useState } from 'react';
import { type Entry, timeOf } from './conversation.ts';
import { SENDER, type Side } from './lines.ts';

type News = {
  /** How many entries of the other side came while the reader was further up. */
  count: number;
  /** The newest entry of the other side, if it came since the room was opened. */
  newest: Entry | null;
};

export function useNews(side: Side, entries: readonly Entry[], atBottom: boolean): News {
  const isTheirs = ({ sender }: Entry) => sender !== SENDER[side];
  const last = entries.at(-1);
  const lastAt = last ? timeOf(last) : 0;
  const newest = entries.findLast(isTheirs);
  const [seenUntil, setSeenUntil] = useState(lastAt);
  const [opened] = useState(() => ({ until: null as number | null }));
  useEffect(() => {
    if (atBottom) setSeenUntil(lastAt);
  }, [atBottom, lastAt]);
  // Entries of the first reading are no news.
  if (opened.until === null && last) opened.until = lastAt;
  const isNew = newest !== undefined && opened.until !== null && timeOf(newest) > opened.until;
  const count = atBottom ? 0 : entries.filter((entry) => isTheirs(entry) && timeOf(entry) > seenUntil).length;
  return { count, newest: isNew ? newest : null };
}
