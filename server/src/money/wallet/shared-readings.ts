import type { GameBalance } from '../../ledger/game-balance.ts';
import { countedPerMinute } from '../../platform/counted-per-minute.ts';
import type { Owner } from '../../platform/sessions.ts';

type Read = (member: Owner, patienceMs: number) => Promise<GameBalance[]>;

type Readings = { current: Promise<unknown>; next?: Promise<GameBalance[]> };

/**
 * Reads the games of a member once at a time, however many screens ask: who comes while they are being read shares the
 * next reading with all who come meanwhile, and is never answered from one that began before. Beyond so many readings a
 * minute the books answer, and no game is asked.
 */
export function sharedReadings(read: Read, fromBooks: (member: Owner) => Promise<GameBalance[]>, limit: number): Read {
  const readings = new Map<string, Readings>();
  const isWithinBudget = countedPerMinute(limit);
  return (member, patienceMs) => {
    // A page waits less than a refresh does, and must not wait for one.
    const key = `${member.memberId} ${patienceMs}`;
    const begin = (): Promise<GameBalance[]> => {
      const isAsked = isWithinBudget([{ subject: member.memberId, times: 1 }]);
      const reading = isAsked ? read(member, patienceMs) : fromBooks(member);
      const own: Readings = { current: reading };
      readings.set(key, own);
      const end = () => {
        if (readings.get(key) === own && !own.next) readings.delete(key);
      };
      reading.then(end, end);
      return reading;
    };
    const running = readings.get(key);
    if (!running) return begin();
    running.next ??= running.current.then(begin, begin);
    return running.next;
  };
}
