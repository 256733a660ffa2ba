import { EDITIONS } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { many, maybeOne, one, type Queryable } from './database.ts';
import { deviceWords } from './device-words.ts';

/** Where a caller is: the address, and the browser as it names itself. */
export type From = { address: string; agent: string };

export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'password-reset'
  | 'game-passwords-renewed'
  | 'bank-changed'
  | 'looked'
  | 'conversation-read'
  | 'conversation-closed';

type Happened = {
  what: SecurityEvent;
  memberId?: string | null;
  operator?: string | null;
  from?: From;
  about?: unknown;
};

/** Writes down what happened to an account, or what a person of the service saw. Nothing of it ever changes. */
export async function noteEvent(db: Queryable, { what, memberId, operator, from, about }: Happened): Promise<void> {
  await db.query(
    `insert into security_events (what, member_id, operator, address, device, about) values ($1, $2, $3, $4, $5, $6)`,
    [
      what,
      memberId ?? null,
      operator ?? null,
      from?.address ?? null,
      from ? deviceWords(from.agent) : null,
      about === undefined ? null : JSON.stringify(about),
    ],
  );
}

export type NotedEvent = {
  at: Date;
  what: SecurityEvent;
  member_id: string | null;
  operator: string | null;
  address: string | null;
  device: string | null;
  about: { act?: string; input?: object; conversation?: string; face?: string } | null;
};

/** In how many seconds a member may once more do what may be done so often a day; 0: at once. Operators' acts do not count. */
export async function secondsUntilAllowed(
  db: Queryable,
  { what, memberId, aDay }: { what: SecurityEvent; memberId: string; aDay: number },
): Promise<number> {
  const sql = `select extract(epoch from at + interval '1 day' - app_now())::float8 as seconds from security_events
    where member_id = $1 and what = $2 and operator is null and at > app_now() - interval '1 day'
    order by id desc offset $3 limit 1`;
  return (await maybeOne<{ seconds: number }>(db, sql, [memberId, what, aDay - 1]))?.seconds ?? 0;
}

/** What is kept of a member, or of a person of the service, newest first. */
export function newestEvents(
  db: Queryable,
  of: { column: 'member_id' | 'operator'; value: string },
  limit: number,
): Promise<NotedEvent[]> {
  const sql = `select at, what, member_id, operator, address, device, about from security_events
    where ${of.column} = $1 order by id desc limit $2`;
  return many<NotedEvent>(db, sql, [of.value, limit]);
}

/** Whether the operator's reading of the conversation was noted within the hour: pages and repetitions are one reading. */
export async function isReading(db: Queryable, operator: string, conversation: string): Promise<boolean> {
  const sql = `select exists (select from security_events where operator = $1 and what = 'conversation-read'
    and about ->> 'conversation' = $2 and at > app_now() - interval '1 hour') as yes`;
  return (await one<{ yes: boolean }>(db, sql, [operator, conversation])).yes;
}

/** An operator looked: with which act, at what, and at which member if the act names one by id or phone. */
export async function noteLook(db: Queryable, operator: string, about: { act: string; input: object }): Promise<void> {
  const who = 'member' in about.input ? String(about.input.member) : null;
  await db.query(
    `insert into security_events (what, member_id, operator, about)
      values ('looked', (select id from members
        where id = upper($1) or (edition = any($2) and phone = any($3)) limit 1), $4, $5)`,
    [
      who,
      EDITIONS,
      who === null ? [] : [who, ...EDITIONS.map((edition) => e164Of(who, edition))],
      operator,
      JSON.stringify(about),
    ],
  );
}
