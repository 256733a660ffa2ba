import type { GameBalance } from '../../ledger/game-balance.ts';
import { countedPerMinute } from '../../platform/counted-per-minute.ts';
import type { Owner } from '../../platform/sessions.ts';

type Reading = Promise<GameBalance[]>;
type Read = (member: Owner) => Reading;

/** Reads the games of a member for pages once at a time: pages that come meanwhile wait for the same reading. */
export function pageReadings(read: Read) {
  const readings = new Map<string, Reading>();
  return {
    current: ({ memberId }: Owner): Reading | undefined => readings.get(memberId),
    begin: (member: Owner): Reading => {
      const { memberId } = member;
      const running = readings.get(memberId);
      if (running) return running;
      const reading = read(member).finally(() => readings.delete(memberId));
      readings.set(memberId, reading);
      return reading;
    },
  };
}

type Readings = { current: Promise<unknown>; next?: Reading };

/**
 * Reads once at a time for each name, however many calls ask for it: a call that comes during a reading shares the next
 * one with all that come meanwhile, and is never answered from one that began before. On this node: two nodes read side by
 * side.
 */
export function sharedReadings(): (name: string, read: () => Reading) => Reading {
  const readings = new Map<string, Readings>();
  return (name, read) => {
    const begin = (): Reading => {
      const reading = read();
      const own: Readings = { current: reading };
      readings.set(name, own);
      const end = () => {
        if (readings.get(name) === own && !own.next) readings.delete(name);
      };
      reading.then(end, end);
      return reading;
    };
    const running = readings.get(name);
    if (!running) return begin();
    running.next ??= running.current.then(begin, begin);
    return running.next;
  };
}

/** Beyond so many readings a minute no game is asked, however many screens of the member refresh. */
export function refreshReadings(read: Read, limit: number): Read {
  const share = sharedReadings();
  const isWithinBudget = countedPerMinute(limit);
  return (member) => {
    const isRead = () => isWithinBudget([{ subject: member.memberId, times: 1 }]);
    return share(member.memberId, async () => (isRead() ? read(member) : []));
  };
}
