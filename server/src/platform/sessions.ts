import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@krapao/contract/errors.ts';
import type { Config } from '../config.ts';
import { plainAddress } from './addresses.ts';
import { one, type Queryable } from './database.ts';

const SESSION_SECONDS = 12 * 60 * 60;
const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;

/** The member a request speaks for. */
export type SignedIn = { memberId: string; currency: 'BAHT' | 'LAK'; tokenHash: Buffer; isRemembered: boolean };

/** The member whose money it is. */
export type Owner = Pick<SignedIn, 'memberId' | 'currency'>;

/** The checks between a request and its handler. */
type Gate = { isGone: boolean; standsStill: boolean; isAddressDenied: boolean; session: SignedIn | ErrorCode };

type GateRow = {
  is_gone: boolean;
  stands_still: boolean;
  is_denied: boolean;
  token_hash: Buffer | null;
  is_remembered: boolean;
  ended_by: 'member' | 'operator' | null;
  is_expired: boolean;
  member_id: string | null;
  edition: string;
  currency: 'BAHT' | 'LAK';
  is_blocked: boolean;
};

const GATE = {
  name: 'gate',
  text: `
    select
      coalesce((select value = '"gone"' from settings where name = 'service'), false) as is_gone,
      money_stands_still() as stands_still,
      coalesce((select rule = 'deny' from address_rules where network >>= address
        order by masklen(network) desc limit 1), false) as is_denied,
      sessions.token_hash, sessions.ended_by, sessions.expires_at <= app_now() as is_expired,
      extract(epoch from sessions.expires_at - sessions.created_at) > $3 as is_remembered,
      members.id as member_id, members.edition, members.currency, members.blocked_at is not null as is_blocked
    -- Sub-selects hide the number of callers from the planner, which would plan anew for each: half of the gate's time.
    from unnest((select $1::inet[]), (select $2::bytea[])) with ordinality as asked (address, token_hash, position)
      -- Lateral, with a limit: looked up by its key one by one, whatever size the planner takes the tables for.
      left join lateral (select * from sessions where sessions.token_hash = asked.token_hash limit 1) sessions on true
      left join lateral (select * from members where members.id = sessions.member_id limit 1) members on true
    order by position`,
};

type Caller = { address: string; token: string | null };
export type ReadGate = (caller: Caller) => Promise<Gate>;

/** Every call passes the gate first, so callers who come together are looked up together. */
export function gateReader(db: Queryable, config: Config): ReadGate {
  const askTogether = askedTogether(async (callers: { address: string | null; hash: Buffer | null }[]) => {
    const addresses = callers.map(({ address }) => address);
    const hashes = callers.map(({ hash }) => hash);
    const { rows } = await db.query<GateRow>({ ...GATE, values: [addresses, hashes, SESSION_SECONDS] });
    return rows.map((row) => ({
      isGone: row.is_gone,
      standsStill: row.stands_still,
      isAddressDenied: row.is_denied,
      session: sessionOf(row, config),
    }));
  });
  // An error about one caller's address or token is thrown here, and fails no other caller.
  return async ({ address, token }) =>
    askTogether({ address: plainAddress(address), hash: token === null ? null : hashOf(token) });
}

const MOST_AT_ONCE = 200;
const SIDE_BY_SIDE = 2;

type Waiting<Q, A> = { question: Q; settle: (answer: A) => void; fail: (error: unknown) => void };

/**
 * Asks questions that arrive at the same time in one round trip, which under load is most of a query's cost. A question
 * is never answered from a round that began before it came.
 */
function askedTogether<Q, A>(askAll: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let rounds = 0;
  let isDue = false;

  const round = async () => {
    const asked = waiting.splice(0, MOST_AT_ONCE);
    rounds += 1;
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      asked.forEach(({ settle }, index) => {
        settle(answers[index] as A);
      });
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
    rounds -= 1;
    beginRound();
  };
  const beginRound = () => {
    if (isDue || waiting.length === 0 || rounds >= SIDE_BY_SIDE) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      void round();
    });
  };
  return (question) =>
    new Promise((settle, fail) => {
      waiting.push({ question, settle, fail });
      beginRound();
    });
}

function sessionOf(row: GateRow, config: Config): SignedIn | ErrorCode {
  if (!row.token_hash) return 'invalid-token';
  if (row.ended_by === 'operator') return row.is_blocked ? 'INVALID_USER_2' : 'INVALID_USER_3';
  if (row.ended_by) return 'invalid-token';
  if (row.is_expired) return 'EXPIRED_AUTH_TOKEN';
  if (!row.member_id) return 'INVALID_USER_1';
  if (row.is_blocked) return 'INVALID_USER_2';
  if (row.edition !== config.edition) return 'INVALID_USER_4';
  return {
    memberId: row.member_id,
    currency: row.currency,
    tokenHash: row.token_hash,
    isRemembered: row.is_remembered,
  };
}

/** As many sign-ins of a member count at once; whoever signs in once more ends the oldest. */
const MOST_SIGN_INS = 20;

/** Answers the token, which only its bearer knows: the database keeps a hash. */
export async function startSession(db: Queryable, memberId: string, isRemembered: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `with ended as (update sessions set ended_at = app_now(), ended_by = 'member' where token_hash in (
        select token_hash from sessions where member_id = $2 and ended_at is null and expires_at > app_now()
        order by created_at desc, token_hash offset $4))
      insert into sessions (token_hash, member_id, expires_at) values ($1, $2, app_now() + make_interval(secs => $3))`,
    [hashOf(token), memberId, isRemembered ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS, MOST_SIGN_INS - 1],
  );
  return token;
}

export async function endSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query(
    `update sessions set ended_at = app_now(), ended_by = 'member' where token_hash = $1 and ended_at is null`,
    [tokenHash],
  );
}

export async function endAllSessions(db: Queryable, memberId: string, endedBy: 'member' | 'operator'): Promise<void> {
  await db.query('update sessions set ended_at = app_now(), ended_by = $2 where member_id = $1 and ended_at is null', [
    memberId,
    endedBy,
  ]);
}

/** Answers how many it ended: all but the one with this token. */
export async function endOtherSessions(db: Queryable, memberId: string, tokenHash: Buffer): Promise<number> {
  const { rowCount } = await db.query(
    `update sessions set ended_at = app_now(), ended_by = 'member'
      where member_id = $1 and token_hash <> $2 and ended_at is null and expires_at > app_now()`,
    [memberId, tokenHash],
  );
  return rowCount ?? 0;
}

/** How many sign-ins of a member still count. */
export async function countSessions(db: Queryable, memberId: string): Promise<number> {
  const sql = `select count(*)::integer as count from sessions
    where member_id = $1 and ended_at is null and expires_at > app_now()`;
  return (await one<{ count: number }>(db, sql, [memberId])).count;
}

/** How many sign-ins of a member began within the hour, those of new passwords included; none of nobody. */
export async function signInsWithinTheHour(db: Queryable, memberId: string | null): Promise<number> {
  const sql = `select count(*)::integer as count from sessions
    where member_id = $1 and created_at > app_now() - interval '1 hour'`;
  return (await one<{ count: number }>(db, sql, [memberId])).count;
}

/** Whether the sign-in of this hash is or was the member's. */
export async function isSignInOf(db: Queryable, tokenHash: Buffer, memberId: string | null): Promise<boolean> {
  const sql = 'select exists (select from sessions where token_hash = $1 and member_id = $2) as yes';
  return (await one<{ yes: boolean }>(db, sql, [tokenHash, memberId])).yes;
}

/** Whether the sign-in of this hash still counts, a member's or an operator's. */
export async function isSignedIn(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const sql = `select exists (select from sessions where token_hash = $1 and ended_at is null and expires_at > app_now())
    or exists (select from operator_sessions where token_hash = $1 and expires_at > app_now()) as counts`;
  return (await one<{ counts: boolean }>(db, sql, [tokenHash])).counts;
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
