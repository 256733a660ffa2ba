-- What the house gives, per currency: bonuses and promotions by their codes, and the programmes of which there is one
-- (code ''). A budget is spent under the row's lock.
create table campaigns (
  kind text not null check (kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')),
  code text not null check (code ~ '^[A-Z0-9_-]{0,40}$'),
  currency text not null check (currency in ('BAHT', 'LAK')),
  is_open boolean not null default true,
  position smallint not null default 0,
  -- A share of a deposit or of a loss, or a fixed credit.
  rate_percent integer check (rate_percent > 0),
  credit bigint check (credit > 0),
  -- The most that is given at once.
  cap bigint check (cap > 0),
  -- The smallest deposit that earns it.
  minimum bigint not null default 0,
  -- How often a member may receive it: at all, in a day, in a week.
  limit_type text check (limit_type in ('limit', 'day', 'week')),
  max_received integer check (max_received > 0),
  success_percent integer not null check (success_percent >= 100),
  fail_percent integer not null check (fail_percent between 0 and 99),
  -- null: as much as is asked for.
  budget bigint,
  spent bigint not null default 0,
  -- By language: {"th": …, "la": …, "en": …}
  description jsonb not null default '{}',
  -- [{"image": …, "html": {"th": …, "la": …, "en": …}}]
  banners jsonb not null default '[]',
  primary key (kind, code, currency),
  constraint campaigns_budget check (spent <= budget),
  check ((kind = 'promotion') = (credit is not null)),
  check ((kind in ('bonus', 'invite', 'refund')) = (rate_percent is not null)),
  check ((kind = 'bonus') = (max_received is not null) and (limit_type is null) = (max_received is null))
);

-- What a grant binds a member to, until their total has come far enough up or down. One at a time.
create table conditions (
  member_id text not null references members,
  -- The movement's id, as in the statement.
  id uuid not null,
  kind text not null check (kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')),
  code text not null,
  -- How the statement calls it.
  description text not null,
  currency text not null,
  credit bigint not null check (credit > 0),
  -- The member's whole total right after the grant; and with what was won and lost since.
  start bigint not null check (start >= credit),
  total bigint not null,
  success_percent integer not null,
  fail_percent integer not null,
  -- The ledger's transfer that granted it: deposits after it are the member's own.
  grant_id bigint not null references ledger_transfers,
  -- The deposit that a bonus was given for: no other bonus is.
  payment_id bigint unique references payments,
  state text not null check (state in ('running', 'clearing', 'succeeded', 'failed', 'cleared')),
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- The attempt that cancelled it: the same one again cancels nothing else.
  cleared_by uuid,
  -- How often money was brought home while it is cleared.
  homecomings integer not null default 0,
  -- Real time.
  next_try_at timestamptz,
  tries integer not null default 0,
  primary key (member_id, id),
  check ((state = 'clearing') = (next_try_at is not null)),
  check ((state in ('running', 'clearing')) = (finished_at is null))
);
create unique index conditions_one_at_a_time on conditions (member_id) where state in ('running', 'clearing');
create unique index conditions_promotion_once on conditions (member_id, code) where kind = 'promotion';
create index conditions_by_code on conditions (member_id, kind, code, started_at);
create index conditions_to_clear on conditions (next_try_at) where next_try_at is not null;

-- Readings of a game account that were booked are counted: one that began before another was booked is out of date.
alter table game_accounts add column readings bigint not null default 0;
-- The Bangkok day of the last reading.
alter table game_accounts add column read_on date not null default (app_now() at time zone 'Asia/Bangkok')::date;

-- While the games of a member are read for a grant, no money of theirs moves. Real time: a process that dies meanwhile
-- does not stop it for ever.
create table money_pauses (
  member_id text primary key references members,
  id uuid not null,
  until timestamptz not null
);

-- What was won and lost outside conditions on each day, Bangkok time.
create table game_days (
  member_id text not null references members,
  day date not null,
  result bigint not null,
  primary key (member_id, day)
);

-- Refunds that a member has received. `low`: what lies below it is not refunded yet.
create table refunds (
  member_id text not null references members,
  id uuid not null,
  amount bigint not null check (amount > 0),
  low bigint not null check (low < 0),
  created_at timestamptz not null default app_now(),
  primary key (member_id, id)
);
create index refunds_by_member on refunds (member_id, created_at desc);

-- What became of friends whom a member has invited, once they have paid in or played.
create table invites (
  friend_id text primary key references members,
  inviter_id text not null references members,
  first_deposit bigint,
  -- null: has not played.
  game_result bigint,
  -- What the inviter has received for this friend.
  granted bigint not null default 0
);
create index invites_by_inviter on invites (inviter_id);
create index members_by_inviter on members (invited_by, created_at desc) where invited_by is not null;

-- The browsers that a member has registered or signed in with.
create table member_devices (
  member_id text not null references members,
  -- Hashed: to a guest, the id that a browser goes by is the key to their conversation.
  device bytea not null,
  seen_at timestamptz not null default app_now(),
  primary key (member_id, device)
);

-- Deposits less withdrawals of a member, now and at their highest: only a new high earns coins.
create table coin_counts (
  member_id text primary key references members,
  net bigint not null,
  high bigint not null
);

-- A wheel is never changed: another takes its place.
create table wheels (
  id bigint generated always as identity primary key,
  currency text not null check (currency in ('BAHT', 'LAK')),
  name jsonb not null,
  coupon_days integer not null check (coupon_days > 0),
  replaced_at timestamptz
);
create unique index wheels_current on wheels (currency) where replaced_at is null;

create table wheel_slices (
  wheel_id bigint not null references wheels,
  position smallint not null,
  code text not null,
  prize_type text not null check (prize_type in ('credit', 'bonus', 'coin', 'nothing')),
  weight integer not null check (weight > 0),
  -- Minor units, or whole coins.
  amount bigint not null check (amount >= 0),
  label jsonb not null,
  name jsonb not null,
  description jsonb not null,
  bg_color text not null,
  text_color text not null,
  success_percent integer not null check (success_percent >= 100),
  fail_percent integer not null check (fail_percent between 0 and 99),
  primary key (wheel_id, position),
  unique (wheel_id, code),
  check ((prize_type = 'nothing') = (amount = 0))
);

-- What the next spin of a member will reveal, and the wheel that it was promised for.
create table wheel_seeds (
  member_id text primary key references members,
  wheel_id bigint not null references wheels,
  -- Sealed with CREDENTIALS_KEY: whoever knew it could choose the prize.
  server_seed bytea not null
);

-- Each spin, with what proves that it was fair. Its prize is a coupon until it is claimed.
create table spins (
  member_id text not null references members,
  id uuid not null,
  wheel_id bigint not null,
  slice_code text not null,
  server_seed text not null,
  client_seed text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (member_id, id),
  foreign key (wheel_id, slice_code) references wheel_slices (wheel_id, code)
);
create index spins_by_member on spins (member_id, created_at desc);

-- What was paid in, paid out and played before there were rewards counts as well.
insert into coin_counts (member_id, net, high)
  select member_id, sum(amount), greatest(sum(amount), 0) from ledger_entries
    join ledger_transfers on ledger_transfers.id = transfer_id
    join (select id as account_id, name from ledger_accounts) account using (account_id)
    where reason in ('deposit', 'withdraw') and name = 'main' group by member_id;
insert into invites (friend_id, inviter_id, first_deposit, game_result)
  select members.id, invited_by,
      (select amount from payments where payments.member_id = members.id order by credited_at, id limit 1),
      (select sum(amount) from ledger_entries join ledger_transfers on ledger_transfers.id = transfer_id
        join ledger_accounts on ledger_accounts.id = account_id
        where reason = 'game_result' and ledger_accounts.member_id = members.id)
    from members where invited_by is not null;
