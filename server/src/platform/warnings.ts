import type { FastifyBaseLogger } from 'fastify';

/** A state that somebody has to mend, and that any request may find. */
type Warning = 'DISK_NEARLY_FULL' | 'FORWARDED_HEADERS_IGNORED' | 'NO_NEW_CONNECTIONS';

export type Warnings = {
  /** Found, maybe once more: it is logged once an hour however often it is found. */
  raise: (warning: Warning, message: string, details: object) => void;
  /** Those that were found within the last hour. */
  standing: () => Warning[];
};

const AN_HOUR_MS = 60 * 60_000;

export function watchWarnings(log: FastifyBaseLogger): Warnings {
  const found = new Map<Warning, { lastAt: number; loggedAt: number }>();
  const isRecent = (at: number) => performance.now() - at < AN_HOUR_MS;
  return {
    raise: (warning, message, details) => {
      const now = performance.now();
      const before = found.get(warning);
      const isLogged = before !== undefined && isRecent(before.loggedAt);
      found.set(warning, { lastAt: now, loggedAt: isLogged ? before.loggedAt : now });
      if (!isLogged) log.error({ warning, ...details }, message);
    },
    standing: () => [...found].filter(([, { lastAt }]) => isRecent(lastAt)).map(([warning]) => warning),
  };
}
