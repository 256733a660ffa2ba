import { asRefusal } from '../../ledger/ledger.ts';
import { many, maybeOne, type Queryable } from '../../platform/database.ts';
import { deleteInBatches, type Sweep } from '../../platform/housekeeping.ts';
import { IS_REACHED, isDue } from './game-accounts.queries.ts';

/**
 * Why balances are read. `page`: a screen shows them; `refresh`: the member asked for it; `decision`: money is moved or
 * granted by them.
 */
export type Occasion = 'page' | 'refresh' | 'decision';

/** `shareUs`: what one question takes of a second, of which all questions together have half. */
export type Ration = { code: string; shareUs: number; freshnessMs: number };

/** The member to whose calls a reading counts, and how often within a minute these may ask each game. */
export type Counted = { caller: string; most: number };

/** `failures`: how many questions in a row the provider did not answer. */
export type Taken = { code: string; isResting: boolean; failures: number };

const FAILURES_IN_A_ROW = 5;
const REST = `interval '5 seconds'`;

type Rule = {
  /** Which of a member's accounts are asked about. */
  accounts: string;
  /** How far ahead shares may be taken. */
  ahead: string;
  /** What happens to an account that another transaction holds. */
  held: '' | 'skip locked';
};

const IS_PLAYED = `(in_play > 0
  or coalesce(greatest(last_launch_at, result_at) > clock_timestamp() - interval '15 minutes', false))`;

/** A page leaves half of the shares to members who play, and to those who ask. A decision waits for no share. */
const RULES: Record<Occasion, Rule> = {
  page: {
    accounts: isDue('freshness_ms'),
    ahead: `case when ${IS_PLAYED} then interval '1 second' else interval '0.5 seconds' end`,
    held: 'skip locked',
  },
  refresh: { accounts: IS_REACHED, ahead: `interval '1 second'`, held: '' },
  decision: { accounts: 'true', ahead: 'null::interval', held: '' },
};

const SHARE = `share_us * interval '1 microsecond'`;

/** The games that an account is joined with: the values follow the member's id. */
const GAMES = `unnest($2::text[], $3::integer[], $4::integer[]) as game (code, share_us, freshness_ms)`;
const valuesOf = (rations: Ration[]) => [
  rations.map(({ code }) => code),
  rations.map(({ shareUs }) => shareUs),
  rations.map(({ freshnessMs }) => freshnessMs),
];

/** Which accounts may be asked about as far as can be seen without taking anything. */
const mayBeAsked = ({ accounts, ahead }: Rule) => `(${accounts}
  and not coalesce((select tokens_until + ${SHARE} > clock_timestamp() + ${ahead}
    from provider_rate_limits where provider_rate_limits.code = game_accounts.code), false))`;

const KNOWN_ACCOUNTS = `(select coalesce(json_agg(json_build_object('code', code,
      'asOf', case when ${IS_REACHED} then coalesce(last_agreed_at, moved_at, opened_at) end, 'staleSince', stale_since,
      'playedAt', greatest(last_launch_at, result_at),
      'isUncertain', recheck_at is not null, 'isLookedAt', unowned_amount > 0 or fetching_id is not null,
      'isDue', coalesce(${mayBeAsked(RULES.page)}, false))), '[]')
    from game_accounts left join ${GAMES} using (code) where member_id = members.id and opened_at is not null)`;

/** In SQL, of the row of `members` whose id is the first value: a `KnownAccount` of each opened account. */
export function knownAccounts(rations: Ration[]) {
  return { sql: KNOWN_ACCOUNTS, values: valuesOf(rations) };
}

/**
 * Of a member's accounts at these games: those whose providers may be asked now, or rest. The account is noted as asked
 * in the same statement, so that of pages at several nodes one asks. It is locked before its provider's row, which
 * nobody holds for longer than this statement takes. A reading that is `counted` is refused, with all others of the
 * statement, once its caller has asked as often as they may; a page leaves it out.
 */
export function takeReadings(
  db: Queryable,
  memberId: string,
  rations: Ration[],
  { occasion, counted }: { occasion: Occasion; counted?: Counted | undefined },
): Promise<Taken[]> {
  const rule = RULES[occasion];
  return many<Taken>(
    db,
    `with asking as materialized (
        select code, ${SHARE} as share, ${rule.ahead} as ahead from game_accounts
            join ${GAMES} using (code)
          where member_id = $1 and ${mayBeAsked(rule)} order by code for no key update of game_accounts ${rule.held}
      )
      select code, is_resting as "isResting", failures
        from asking, game_take_reading($1, code, share, ahead, ${FAILURES_IN_A_ROW}, ${REST}, $5, $6, ${occasion === 'page'})`,
    [memberId, ...valuesOf(rations), counted?.caller, counted?.most],
  ).catch(asRefusal);
}

/** Counts a question that is no reading to the member whose call asks it, or refuses the call. */
export async function countQuestion(db: Queryable, { caller, most }: Counted, code: string): Promise<void> {
  await db.query('select game_count_question($1, $2, $3)', [caller, code, most]).catch(asRefusal);
}

export const sweepQuestions: Sweep = (db) =>
  deleteInBatches(db, 'game_questions', `asked_at[cardinality(asked_at)] < clock_timestamp() - interval '1 hour'`);

/** Counts a question that waits for no share; null where the provider has just begun or ended its rest. */
export async function takeOne(db: Queryable, { code, shareUs }: Ration): Promise<Taken | null> {
  const sql = `select $1 as code, is_resting as "isResting", failures from provider_rate_limit_take(
      $1, $2 * interval '1 microsecond', ${RULES.decision.ahead}, ${FAILURES_IN_A_ROW}, ${REST})`;
  return maybeOne<Taken>(db, sql, [code, shareUs]);
}

/** The provider did not answer. */
export async function countFailure(db: Queryable, code: string): Promise<void> {
  const sql = `update provider_rate_limits set failures = failures + 1, open_until = clock_timestamp() + ${REST}
    where code = $1`;
  await db.query(sql, [code]);
}

export async function forgetFailures(db: Queryable, code: string): Promise<void> {
  await db.query('update provider_rate_limits set failures = 0 where code = $1', [code]);
}
