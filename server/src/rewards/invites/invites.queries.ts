import { createHash } from 'node:crypto';
import type { Edition } from '@krapao/contract/editions.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { USUAL_GIVEN_BACK } from '../../allowances/limits.ts';
import type { GameReading } from '../../ledger/game-reading.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';

/** Called in the transaction that credits a deposit of a member who may have been invited. The first deposit counts. */
export async function noteFirstDeposit(tx: Transaction, memberId: string, deposit: FirstDeposit): Promise<void> {
  await tx.query(
    `insert into invites (friend_id, inviter_id, first_deposit, first_payment_id)
      select id, invited_by, $2, $3 from members where id = $1 and invited_by is not null
      on conflict (friend_id) do update set first_deposit = excluded.first_deposit,
        first_payment_id = excluded.first_payment_id where invites.first_deposit is null`,
    [memberId, deposit.amount, deposit.id],
  );
  await noteSameness(tx, memberId);
}

type FirstDeposit = { id: bigint; amount: Minor };

/**
 * Called in the transaction that takes a deposit from a member: the first of those that stay takes its place. What the
 * inviter has not collected for it ends by itself, what was collected stays.
 */
export async function forgetFirstDeposit(tx: Transaction, memberId: string, paymentId: bigint): Promise<void> {
  await tx.query(
    `update invites set (first_deposit, first_payment_id) = (select amount, id from payments
        where member_id = $1 and id <> $2 order by credited_at, id limit 1)
      where friend_id = $1 and first_payment_id = $2`,
    [memberId, paymentId],
  );
}

const TODAY = `(app_now() at time zone 'Asia/Bangkok')::date`;

/**
 * Called in the transaction that books a game result of a member who may have been invited. A win counts from `readOn`,
 * the day of the reading before: a friend cannot keep a win out of a day's sum by not looking at the game. What of it may
 * be money that fell to nothing counts on the day of the fall.
 */
export async function notePlay(
  tx: Transaction,
  memberId: string,
  { result, readOn, rises }: GameReading,
): Promise<void> {
  const risen = rises.reduce((sum, { amount }) => sum + amount, 0n);
  for (const { day, amount } of [...rises, { day: readOn, amount: result - risen }])
    if (amount !== 0n)
      await tx.query(
        `insert into invite_days as days (friend_id, day, result)
          select id, case when $2::bigint > 0 then $3::date else ${TODAY} end, $2 from members
            where id = $1 and invited_by is not null
          on conflict (friend_id, day) do update set result = days.result + excluded.result`,
        [memberId, amount, day],
      );
  await noteSameness(tx, memberId);
}

/** The first are kept for good: a member who wants them forgotten could sign in with many others. */
const [FIRST_DEVICES_KEPT, LAST_DEVICES_KEPT] = [10, 50];

/** Whether the member of this phone signed in from the device before. */
export async function isKnownDevice(
  db: Queryable,
  { edition, phone }: { edition: Edition; phone: string },
  device: string,
): Promise<boolean> {
  const sql = `select from member_devices join members on members.id = member_id
    where edition = $1 and phone = $2 and device = $3`;
  return (await maybeOne(db, sql, [edition, phone, createHash('sha256').update(device).digest()])) !== null;
}

export async function rememberDevice(db: Queryable, memberId: string, device: string): Promise<void> {
  const hash = createHash('sha256').update(device).digest();
  await db.query(
    `insert into member_devices (member_id, device) values ($1, $2)
      on conflict (member_id, device) do update set seen_at = excluded.seen_at`,
    [memberId, hash],
  );
  await db.query(
    `with others as (select member_id from member_devices where device = $2 and member_id <> $1)
      insert into self_invites (friend_id)
        select id from members where (id = $1 and invited_by in (select member_id from others))
          or (invited_by = $1 and id in (select member_id from others))
        on conflict do nothing`,
    [memberId, hash],
  );
  await db.query(
    `delete from member_devices where member_id = $1 and device in (
        select device from member_devices where member_id = $1 order by seen_at desc offset $2)
      and device in (
        select device from member_devices where member_id = $1 order by first_seen_at, device offset $3)`,
    [memberId, LAST_DEVICES_KEPT, FIRST_DEVICES_KEPT],
  );
}

type Friend = { name: string; created_at: Date; earned: Minor; granted: Minor; waits: boolean };

/**
 * The day of the oldest last reading among a friend's games with money in them: what was won there since may belong to
 * that day. Money on its way may be at any game already. null: there is no such game.
 */
const UNREAD_SINCE = `(select min(read_on) from game_accounts where game_accounts.member_id = friend.id
  and exists (select from ledger_accounts where ledger_accounts.member_id = friend.id
    and name in ('game:' || code, 'in_transit') and balance > 0))`;

/** A bet that is open may still win back what the friend lost on the day when it was placed, and on days after. */
const OPEN_BETS_SINCE = '(select min(in_play_since) from game_accounts where game_accounts.member_id = friend.id)';

/** Days before it are over, and every game of the friend was read after them without an open bet of theirs. */
const OPEN_DAY = `least(reading_day(), ${UNREAD_SINCE}, ${OPEN_BETS_SINCE})`;

/** Gateways show four digits of the sender's account, and write an x for each other one. */
const canComeFrom = (member: 'inviter' | 'friend') => `(
  coalesce(sending_bank, ${member}.bank_code) = ${member}.bank_code
  and length(regexp_replace(sender_account, '[^0-9]', '', 'g')) >= 4
  and ${member}.bank_account_no
    like '%' || translate(regexp_replace(lower(sender_account), '[^0-9x]', '', 'g'), 'x', '_'))`;

/** A friend with the inviter's bank account or browser, or whose deposit came from the inviter's account, is the inviter. */
const IS_INVITER = `(friend.bank_account_no = inviter.bank_account_no
  or exists (select from member_devices theirs join member_devices own using (device)
    where theirs.member_id = friend.id and own.member_id = inviter.id)
  or exists (select from payments where member_id = friend.id
    and ${canComeFrom('inviter')} and not ${canComeFrom('friend')}))`;

/** Keeps what can be seen of a friend now: a bank account can be changed later, a browser forgotten. */
async function noteSameness(tx: Transaction, friendId: string): Promise<void> {
  await tx.query(
    `insert into self_invites (friend_id)
      select friend.id from members friend join members inviter on inviter.id = friend.invited_by
        where friend.id = $1 and ${IS_INVITER}
      on conflict do nothing`,
    [friendId],
  );
}

/** A member of whom no browser is known may be anybody. A friend in another currency cannot be counted. */
const IS_SOMEBODY_ELSE = `friend.currency = inviter.currency
  and not exists (select from self_invites where self_invites.friend_id = friend.id)
  and not ${IS_INVITER}
  and exists (select from member_devices where member_id = friend.id)
  and exists (select from member_devices where member_id = inviter.id)`;

/** What a friend has earned on the days before `day`, each by its own terms. */
const earnedBefore = (day: string) =>
  `friend_earned(friend.id, friend.currency, first_deposit, ${day}, ${USUAL_GIVEN_BACK})`;

/** Friends of one inviter who register within seven days and count without an operator's decision. */
export type FriendRules = { friendsAWeek: number };

/**
 * Friends who have earned more than was received, and who count. They are few, so only they are looked at closely: a friend
 * who has lost the first deposit, for which all was received, earns nothing more.
 */
const dueBefore = (day: string, { friendsAWeek }: FriendRules, inviter = '$1') => `select * from (
  select friend.id, friend.currency, granted, earned, losses, ${UNREAD_SINCE} as unread_since
    from invites join members friend on friend.id = friend_id join members inviter on inviter.id = inviter_id
      cross join lateral (select earned, losses from ${earnedBefore(day)} offset 0) share
    where inviter_id = ${inviter} and first_deposit > received_losses and earned > granted and ${IS_SOMEBODY_ELSE} offset 0
  ) friend where not exists (select from friends_over_most(${inviter}, ${friendsAWeek})
    where friend_id = friend.id and decided is distinct from true)`;

/**
 * In SQL, of a row of `members`: all that friends have earned and the member has not received, and on which terms it can
 * be. Null where there is no such programme. The amount is text: JSON numbers are not exact.
 */
export const inviteBonus = (
  rules: FriendRules,
) => `(select json_build_object('success', success_percent, 'fail', fail_percent,
    'amount', (select coalesce(sum(earned - granted), 0)::bigint::text
      from (${dueBefore(OPEN_DAY, rules, 'members.id')}) due))
  from campaigns where kind = 'invite' and code = '' and campaigns.currency = members.currency and is_given(campaigns))`;

/** Takes all that has gathered, in the inviter's transaction; answers the sum. */
export async function takeGathered(tx: Transaction, memberId: string, rules: FriendRules): Promise<Minor> {
  const { rows } = await tx.query<{ taken: bigint }>(
    `with due as (${dueBefore(OPEN_DAY, rules)})
      update invites set granted = due.earned, received_losses = due.losses from due where friend_id = due.id
      returning due.earned - due.granted as taken`,
    [memberId],
  );
  return rows.reduce((sum, { taken }) => sum + taken, 0n);
}

/** At random, so that some whose games cannot be read do not keep the others from their turn. */
export function friendsToRead(db: Queryable, memberId: string, rules: FriendRules, most: number): Promise<Owner[]> {
  const sql = `select id as "memberId", currency from (${dueBefore('reading_day()', rules)}) due
    where unread_since < reading_day() order by random() limit $2`;
  return many<Owner>(db, sql, [memberId, most]);
}

export type FriendCounts = { invited: number; played: number; granted: Minor };

export function countFriends(db: Queryable, memberId: string): Promise<FriendCounts> {
  return one<FriendCounts>(
    db,
    `select count(*)::integer as invited,
        count(*) filter (where exists (select from invite_days where invite_days.friend_id = members.id))::integer as played,
        coalesce(sum(granted), 0)::bigint as granted
      from members left join invites on friend_id = members.id where invited_by = $1`,
    [memberId],
  );
}

type Page = { page: number; limit: number };

/** `waits`: the friend does not count unless an operator decides so, and none has decided. */
export async function listFriends(db: Queryable, memberId: string, rules: FriendRules, { page, limit }: Page) {
  const [{ total }, friends] = await Promise.all([
    one<{ total: number }>(db, 'select count(*)::integer as total from members where invited_by = $1', [memberId]),
    many<Friend>(
      db,
      `select friend.name, friend.created_at, coalesce(granted, 0) as granted,
          over.friend_id is not null and decided is null as waits,
          case when ${IS_SOMEBODY_ELSE} and (over.friend_id is null or decided)
            then (select earned from ${earnedBefore(OPEN_DAY)}) else 0 end as earned
        from members friend join members inviter on inviter.id = friend.invited_by
          left join invites on invites.friend_id = friend.id
          left join friends_over_most($1, $2) over on over.friend_id = friend.id
        where friend.invited_by = $1 order by friend.created_at desc, friend.id limit $3 offset $4`,
      [memberId, rules.friendsAWeek, limit, (page - 1) * limit],
    ),
  ]);
  return { total, friends };
}

/** A friend who waits for an operator, and what the inviter would receive for the friend now. */
export type WaitingFriend = {
  friend_id: string;
  inviter_id: string;
  registered_at: Date;
  currency: Currency;
  first_deposit: Minor;
  earned: Minor;
};

/** Those who have paid in, since nobody earns by others; oldest first. */
export function waitingFriends(db: Queryable, { friendsAWeek }: FriendRules, limit: number): Promise<WaitingFriend[]> {
  const sql = `select friend.id as friend_id, inviter_id, friend.created_at as registered_at, friend.currency, first_deposit, earned
    from (select invited_by from members where invited_by is not null group by 1 having count(*) > $1::integer) inviter
      cross join lateral friends_over_most(invited_by, $1) over
      join members friend on friend.id = over.friend_id join invites on invites.friend_id = friend.id
      cross join lateral ${earnedBefore(OPEN_DAY)}
    where decided is null and first_deposit is not null order by friend.created_at, friend.id limit $2`;
  return many<WaitingFriend>(db, sql, [friendsAWeek, limit]);
}

export type OverMost = {
  friend_id: string;
  inviter_id: string;
  currency: Currency;
  decided: boolean | null;
  earned: Minor;
};

/** The friend, if the friend does not count without a decision. */
export function friendOverMost(db: Queryable, friendId: string, { friendsAWeek }: FriendRules) {
  const sql = `select friend.id as friend_id, invited_by as inviter_id, friend.currency, decided, coalesce(earned, 0) as earned
    from members friend cross join lateral friends_over_most(invited_by, $2) over
      left join invites on invites.friend_id = friend.id left join lateral ${earnedBefore(OPEN_DAY)} on true
    where friend.id = $1 and over.friend_id = friend.id`;
  return maybeOne<OverMost>(db, sql, [friendId, friendsAWeek]);
}

export async function decideFriend(
  tx: Transaction,
  friendId: string,
  counts: boolean,
  operator: string,
): Promise<void> {
  await tx.query(
    `insert into friend_decisions (friend_id, counts, operator) values ($1, $2, $3)
      on conflict (friend_id) do update set counts = excluded.counts, operator = excluded.operator, at = app_now()`,
    [friendId, counts, operator],
  );
}
