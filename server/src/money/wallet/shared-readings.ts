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

type Refreshes = { current: Promise<unknown>; next?: Reading };

/**
 * Reads the games of a member once at a time, however many screens ask for it: who comes while they are being read
 * shares the next reading with all who come meanwhile, and is never answered from one that began before. Beyond so many
 * readings a minute no game is asked.
 */
export function refreshReadings(read: Read, limit: number): Read {
  const readings = new Map<string, Refreshes>();
  const isWithinBudget = countedPerMinute(limit);
  return (member) => {
    const { memberId } = member;
    const begin = (): Reading => {
      const reading = isWithinBudget([{ subject: memberId, times: 1 }]) ? read(member) : Promise.resolve([]);
      const own: Refreshes = { current: reading };
      readings.set(memberId, own);
      const end = () => {
        if (readings.get(memberId) === own && !own.next) readings.delete(memberId);
      };
      reading.then(end, end);
      return reading;
    };
    const running = readings.get(memberId);
    if (!running) return begin();
    running.next ??= running.current.then(begin, begin);
    return running.next;
  };
}
