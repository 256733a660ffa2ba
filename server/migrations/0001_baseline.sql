-- The tables of the product, their indexes and the rows that must be there. What they do (functions, views, triggers) is
-- in server/sql/. Until the first release this file is edited in place; a database that was made by another version of it
-- is refused.

-- The service ---------------------------------------------------------------------------------------------------------

-- The product's clock. Tests and demonstrations move it forward; in production nobody but the owner can.
create table clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null default '0'
);
insert into clock default values;

-- What operators have decided. A setting that is absent follows the environment.
create table settings (
  name text primary key,
  value jsonb not null
);

-- Rows of the demonstration, whose names, numbers and passwords are public. Production does not start where there are any.
create table seeded_rows (
  table_name text not null,
  key text not null,
  at timestamptz not null default app_now(),
  primary key (table_name, key)
);

-- Written by the first start in production: from then on the database is production's, whatever a later start is told.
create table production_marker (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null default now()
);

-- What counts against a budget: failed sign-ins, sent codes. Rows older than their window are swept.
create table rate_limit_events (
  scope text not null,
  subject text not null,
  at timestamptz not null default app_now(),
  -- How much an attempt takes of its budget: one, or the bytes of an upload.
  amount bigint not null default 1 check (amount > 0)
);
create index rate_limit_events_by_subject on rate_limit_events (scope, subject, at);
create index rate_limit_events_by_age on rate_limit_events (at);

-- One node sweeps at a time.
create table sweeper_lease (
  only_row boolean primary key default true check (only_row),
  due_at timestamptz not null default '-infinity'
);
insert into sweeper_lease default values;

-- The name of a file that lies where members' files are kept. A node that does not find it there sees other files than the
-- other nodes.
create table storage_marker (
  only_row boolean primary key default true check (only_row),
  id uuid not null
);

-- What each process committed last, by a number that only rises. A database that lacks the newest of them, which the processes
-- keep beside members' files, is behind.
create table heartbeats (
  process uuid primary key,
  beat bigint not null,
  at timestamptz not null default clock_timestamp()
);

-- When no money moved, since the database was behind what had been committed: until operators had compared it with the world.
create table standstills (
  id bigint generated always as identity primary key,
  -- Above that of every standstill that was over when it began, in this database or in what went on without it.
  number integer not null,
  began_at timestamptz not null default clock_timestamp(),
  why text not null,
  ended_at timestamptz,
  ended_by text,
  ended_how text,
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_how is null))
);
create unique index standstills_one_at_a_time on standstills ((true)) where ended_at is null;

-- The most specific network that holds an address decides; an address in none is allowed.
create table address_rules (
  network cidr primary key,
  rule text not null check (rule in ('allow', 'deny'))
);

-- Members -------------------------------------------------------------------------------------------------------------

create table members (
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  edition text not null check (edition in ('th', 'la')),
  phone text not null,
  name text not null,
  password_hash text not null,
  currency text not null check (currency in ('BAHT', 'LAK')),
  bank_code text not null,
  bank_account_name text not null,
  bank_account_no text not null,
  source_code text,
  invited_by text references members,
  coins integer not null default 0 check (coins >= 0),
  created_at timestamptz not null default app_now(),
  blocked_at timestamptz,
  -- Whether the member proved by an OTP to have the phone.
  is_phone_verified boolean not null default false,
  constraint members_phone_once unique (edition, phone),
  constraint members_bank_account_once unique (bank_code, bank_account_no)
);
-- A sender of whom only the last digits are shown is looked for by them.
create index members_by_last_digits on members (right(bank_account_no, 4));
create index members_by_inviter on members (invited_by, created_at desc) where invited_by is not null;
-- A slip shows the four digits before the last one.
create index members_by_middle_digits on members (left(right(bank_account_no, 5), 4));

-- Tokens are kept as hashes: a copy of this table signs nobody in. There is no foreign key, so that a
-- sign-in of a member who is gone can be told apart from a token that never was.
create table sessions (
  token_hash bytea primary key,
  member_id text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('member', 'operator'))
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_expiry on sessions (expires_at);

-- Who signed in, from where, and what became of accounts: for members, for the people of the service, and who of these
-- looked at what. Append-only. There is no foreign key: an entry outlives what it tells of.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  what text not null check (what in ('signed-in', 'sign-in-failed', 'signed-out', 'signed-out-elsewhere',
    'password-changed', 'password-reset', 'game-passwords-renewed', 'bank-changed', 'looked', 'conversation-read',
    'conversation-closed')),
  -- Whose account it is about; null where a stranger tried a phone of nobody.
  member_id text,
  -- Who of the service did it; null where it was the member, or somebody in the member's name.
  operator text,
  address text,
  -- The browser and its system in a few words.
  device text,
  -- The act of a look with its input, the conversation, or the face that an operator signed in at.
  about jsonb
);
create index security_events_by_member on security_events (member_id, id desc) where member_id is not null;
create index security_events_by_operator on security_events (operator, id desc) where operator is not null;
create index security_events_readings on security_events (operator, at) where what = 'conversation-read';

-- When a member got a new password or another bank account, whoever changed it.
create table account_changes (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  what text not null check (what in ('password', 'bank', 'bank name')),
  changed_at timestamptz not null default app_now(),
  -- A worker sends the member a text message, whoever changed the account. A changed name alone sends none.
  next_try_at timestamptz default clock_timestamp(),
  tries integer not null default 0,
  told_at timestamptz
);
create index account_changes_by_member on account_changes (member_id, what, changed_at);
create index account_changes_to_tell on account_changes (next_try_at) where next_try_at is not null;

-- One row per phone that ever asked for a code: its lock orders everything that happens to the phone.
create table otp_phones (
  phone text primary key
);

-- Only the newest code of a phone counts. The code is hashed together with its token, which we do not keep.
create table otp_codes (
  token_hash bytea primary key,
  phone text not null references otp_phones,
  code_hash bytea not null,
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- With this code and no other: who asked for another has their own.
  wrong_tries integer not null default 0,
  verified_at timestamptz,
  purpose text not null check (purpose in ('register', 'reset')),
  -- What the browser that gave the right code holds, and until when it counts; null again once it was used.
  proof_hash bytea,
  proof_until timestamptz
);
create index otp_codes_by_phone on otp_codes (phone, sent_at desc);
create index otp_codes_by_proof on otp_codes (proof_hash) where proof_hash is not null;

-- Texts of the service in three languages, {"th": …, "la": …, "en": …}. The newest version of a name counts; before there
-- is one, the text that the product comes with.
create table texts (
  id bigint generated always as identity primary key,
  name text not null,
  content jsonb not null,
  operator text not null,
  at timestamptz not null default app_now()
);
create index texts_by_name on texts (name, id);

-- Notices on the home screen, each for its time by the product's clock.
create table notices (
  id bigint generated always as identity primary key,
  html jsonb not null,
  shows_from timestamptz not null,
  -- null: until an operator ends it.
  shows_to timestamptz check (shows_to > shows_from),
  made_by text not null,
  made_at timestamptz not null default app_now(),
  ended_by text,
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);

-- Limits that operators have set, in minor units or hundredths of a percent. The newest of a name and currency counts.
create table limit_changes (
  id bigint generated always as identity primary key,
  name text not null,
  currency text not null check (currency in ('BAHT', 'LAK')),
  amount bigint not null check (amount > 0),
  operator text not null,
  at timestamptz not null default app_now()
);
create index limit_changes_by_name on limit_changes (currency, name, id);

-- Operators -----------------------------------------------------------------------------------------------------------

-- People of the service with their roles (staff/roles.ts says what a role may do). An operator who leaves is kept, because
-- requests and the audit log name operators.
create table operators (
  name text primary key,
  password_hash text not null,
  created_at timestamptz not null default app_now(),
  roles text[] not null default '{}',
  removed_at timestamptz
);

create table operator_sessions (
  token_hash bytea primary key,
  operator text not null references operators on delete cascade,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- A token counts at the face where its operator signed in, and nowhere else.
  face text not null check (face in ('desk', 'command'))
);
create index operator_sessions_by_operator on operator_sessions (operator);

-- The browsers that operators signed in from, by the hash of an id that only the browser knows.
create table operator_devices (
  operator text not null references operators,
  device bytea not null,
  seen_at timestamptz not null default app_now(),
  primary key (operator, device)
);

-- People who have chosen a password and wait for two operators to admit them: nobody else ever knows the password.
create table operator_candidates (
  name text primary key,
  password_hash text not null,
  created_at timestamptz not null default app_now()
);

-- What operators keep from going on. Each operator's stop stands beside those of others.
create table stops (
  id bigint generated always as identity primary key,
  what text not null check (what in ('member', 'withdrawal', 'payouts')),
  -- The member's id; the member's and the withdrawal's; nothing for payouts, which are stopped as a whole.
  subject text not null,
  placed_by text not null,
  placed_at timestamptz not null default app_now(),
  lifted_by text,
  lifted_at timestamptz,
  check ((lifted_by is null) = (lifted_at is null))
);
create unique index stops_once on stops (what, subject, placed_by) where lifted_at is null;


-- Acts that wait for a second operator's yes.
create table act_requests (
  id bigint generated always as identity primary key,
  act text not null,
  input jsonb not null,
  -- Of act and input as they were asked for; written by the trigger.
  input_hash bytea not null,
  why text not null,
  -- The rows as they are and as the act would leave them, and the money that it would move, for the second operator.
  preview jsonb not null,
  asked_by text not null references operators,
  asked_at timestamptz not null default app_now(),
  decision text check (decision in ('approved', 'refused', 'withdrawn', 'outdated')),
  decided_by text references operators,
  decided_at timestamptz,
  decided_why text,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  -- Only the asker can withdraw a request, and only somebody else can decide it.
  constraint act_requests_two_people check ((decision = 'withdrawn') = (decided_by = asked_by))
);
create index act_requests_open on act_requests (id) where decision is null;

-- Who did what, why, and with whom. Numbered without gaps, each entry sealed with the entry before it: an entry that was
-- changed, taken out or put in between shows in `audit_problems`.
create table audit_log (
  id bigint primary key,
  -- Real time, written by the trigger.
  at timestamptz not null,
  operator text not null,
  act text not null,
  why text not null,
  -- What an operator's act was told, and what it changed: the rows as they were before and as they are now.
  input jsonb,
  before jsonb,
  after jsonb,
  second text,
  -- Unique, so that an approved request is carried out once.
  request_id bigint unique references act_requests,
  hash bytea not null,
  constraint audit_log_two_people check (second <> operator),
  constraint audit_log_second_by_request check ((second is null) = (request_id is null))
);

-- The ledger ----------------------------------------------------------------------------------------------------------

-- The balances of members. They change within their page (fillfactor), which saves writing the indexes.
create table ledger_accounts (
  member_id text not null references members,
  -- main, in_transit, held_for_bank, refund_pot, frozen, owed, game:pg.
  name text not null,
  currency text not null,
  balance bigint not null default 0,
  last_posting_id bigint,
  primary key (member_id, name),
  -- `owed` is the one account of a member that is never above zero: what the member owes the house.
  -- Balances change within their page, which saves writing the indexes.
  constraint ledger_not_below_zero check (case when name = 'owed' then balance <= 0 else balance >= 0 end)
) with (fillfactor = 70);
create index ledger_accounts_owed on ledger_accounts (member_id) where name = 'owed';

create sequence ledger_posting_ids;
-- A posting of the ledger is one row: an amount that leaves one account and comes to another, both by their names. It
-- cannot be out of balance, and nothing can be added to it. Its entries are the row read from both sides
-- (docs/decisions/0029-one-row-a-posting.md). What writing a row does is in sql/ledger.sql.
--
-- The rows are spread over partitions by their owner: the member, or the house for money that is nobody's yet. A key, and
-- the closing of a hold, are unique within their owner. Each row is chained by a hash to the owner's row before it.
-- Accounts of the house need no row: what is in them is the sum of their entries.
create table ledger_postings (
  owner text not null,
  -- Given by the trigger under the lock of the owner, so that the ids of an account run in the order of its balances.
  id bigint not null,
  -- Made by the caller from what is being done, so that doing it again is recognised.
  key text not null,
  -- post, hold, settle, release or reverse.
  kind text not null,
  reason text not null,
  currency text not null,
  -- The owner's, or the house's: house:payments:kbank:1234567890.
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  -- The balances of the owner's accounts after it; null for the house's.
  from_after bigint,
  to_after bigint,
  -- The posting that this one settles, releases or reverses.
  closes bigint,
  detail jsonb not null default '{}',
  -- Never before the owner's posting before it, and never in a day that is closed.
  posted_at timestamptz not null,
  chain bytea not null,
  primary key (owner, id)
) partition by hash (owner);
do $$ begin
  for part in 0..7 loop
    execute format('create table ledger_postings_%s partition of ledger_postings for values with (modulus 8, remainder %s)', part, part);
  end loop;
end $$;
create unique index ledger_keys on ledger_postings (owner, key);
create unique index ledger_closings on ledger_postings (owner, closes) where closes is not null;
create index ledger_postings_game_results on ledger_postings (owner, posted_at) where reason = 'game_result';
create index ledger_postings_deposits on ledger_postings (owner, posted_at) where reason = 'deposit';
create index ledger_postings_by_time on ledger_postings using brin (posted_at) with (autosummarize = on);

-- What a step of the ledger answers.
create type ledger_posted as (posting_id bigint, is_replay boolean);

-- A day of Bangkok is closed, so that nothing is posted in it any more, and then sealed: what it did to each account is
-- written down. What was posted before the first day that was sealed is in that day.
create table ledger_days (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sealed_at timestamptz,
  postings bigint,
  -- Of the day before, of the hashes of all its postings and of what it did to the accounts.
  hash bytea,
  check ((sealed_at is null) = (hash is null) and (sealed_at is null) = (postings is null))
);

create table ledger_day_accounts (
  -- Of the account: a member, or the house.
  owner text not null,
  account text not null,
  currency text not null,
  day date not null references ledger_days,
  moved bigint not null,
  postings integer not null,
  -- At the end of the day.
  balance bigint not null,
  primary key (owner, account, currency, day)
);
create index ledger_day_accounts_by_day on ledger_day_accounts (day);

-- What a member reads of what became of their money. Entries of a member are numbered without gaps, all of them and
-- those of each type, so that any page and any total is found by counting from the newest number, however many there are.
create table statement_entries (
  member_id text not null references members,
  position bigint not null,
  type_position bigint not null,
  -- The movement's own: a transfer's, a withdrawal's.
  id uuid not null,
  statement_type text not null check (statement_type in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
  status text not null check (status in ('PROCESSING', 'SUCCESS', 'FAILED')),
  -- 'wallet', the code of a game or a bank, 'all'.
  from_place text not null,
  to_place text not null,
  amount bigint not null,
  -- The bonus, promotion, invite, refund or luckydraw it belongs to, and how that is called.
  linked_kind text check (linked_kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')),
  linked_description text,
  -- Never earlier than the entry before it, so that a stretch of time is a stretch of numbers.
  created_at timestamptz not null,
  -- The balance of the main wallet right after the entry's money moved there; null: none has moved.
  balance_after bigint,
  primary key (member_id, position),
  unique (member_id, id),
  unique (member_id, statement_type, type_position),
  check ((linked_kind is null) = (linked_description is null))
);
create index statement_entries_by_time on statement_entries (member_id, created_at, position);
create index statement_entries_by_type_and_time on statement_entries (member_id, statement_type, created_at, type_position);

create table statement_totals (
  member_id text not null references members,
  -- '' counts all types.
  statement_type text not null,
  total bigint not null,
  newest_at timestamptz not null,
  primary key (member_id, statement_type)
);

-- Calls that are made once --------------------------------------------------------------------------------------------

-- Keys of calls are kept for thirty days. They are in five partitions of ten days each, used in a ring: what is too old
-- goes by emptying a partition, not row by row.
create table idempotency_keys (
  member_id text not null references members,
  -- Method and path.
  call text not null,
  id uuid not null,
  input_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  ring smallint not null default idempotency_ring(app_now()),
  primary key (member_id, call, id, ring),
  check ((status is null) = (answer is null))
) partition by list (ring);
do $$ begin
  for part in 0..4 loop
    execute format('create table idempotency_keys_%s partition of idempotency_keys for values in (%s)', part, part);
  end loop;
end $$;

-- Games and transfers -------------------------------------------------------------------------------------------------

-- A member's account at a game provider. How much is in it is in the ledger, as game:<code>.
create table game_accounts (
  member_id text not null references members,
  code text not null,
  username text not null,
  -- Sealed with CREDENTIALS_KEY: a copy of this table lets nobody play.
  password bytea not null,
  -- A password the provider was asked to set, until it is known that it did.
  next_password bytea,
  -- null: we asked the provider to open it and do not know yet that it did.
  opened_at timestamptz,
  -- The Idempotency-Key of the last call that opened it or changed its password.
  changed_by uuid,
  -- When the member's sign-ins were last ended, which lets the password go too; and when the provider is asked next to take a
  -- new one. null: the password has been changed since.
  sign_ins_ended_at timestamptz,
  password_due_at timestamptz,
  -- Staked in bets that are still open, at the last reading; part of the balance in the ledger.
  in_play bigint not null default 0 check (in_play >= 0),
  -- The first Bangkok day on which the oldest of these bets can have been placed; null: no bet is open.
  in_play_since date,
  -- Since when the provider could not be read; null: the last reading was good.
  stale_since timestamptz,
  -- Readings of a game account that were booked are counted: one that began before another was booked is out of date.
  readings bigint not null default 0,
  -- The Bangkok day of the last reading; minutes after midnight it is the day before (`reading_day`).
  read_on date not null default (app_now() at time zone 'Asia/Bangkok')::date,
  -- What a provider told beside the balance at the last reading: a fraction of a minor unit, which is in no account.
  remainder numeric not null default 0 check (remainder >= 0),
  -- When our last movement there ended, whatever became of it.
  moved_at timestamptz,
  -- When the last reading was begun that agreed with the books or was booked.
  last_agreed_at timestamptz,
  -- When the last result was booked.
  result_at timestamptz,
  -- What a reading told that others have to confirm, and when it was begun.
  suspect_amount bigint check (suspect_amount >= 0),
  suspect_since timestamptz,
  -- The last reading of an account with enough to fall: when it was begun, how much was there before or after it, and
  -- how much of that fell to nothing by it, booked or not; null: it did not.
  last_report_at timestamptz,
  reported_amount bigint,
  fallen_amount bigint,
  -- Money there that is not the member's: it came from nothing. The product fetches it back.
  unowned_amount bigint not null default 0 check (unowned_amount >= 0),
  -- From when on a reading that shows this money again has it fetched back; null: no reading showed it yet.
  fetch_at timestamptz,
  -- The transfer by which the product fetches money back: until it has ended, nothing else is done at the account.
  fetching_id uuid,
  -- The account fell to nothing (`game_falls`). Until this moment its game may show the money again.
  fell_until timestamptz,
  -- When the account is read again by itself.
  recheck_at timestamptz,
  -- When the provider was last asked for the balance, by whichever node.
  last_request_at timestamptz,
  -- When the member was last given a way into the game.
  last_launch_at timestamptz,
  -- Whether, beside money, anything can have reached the provider since the account was last read.
  may_differ boolean not null generated always as (coalesce(
    in_play > 0 or unowned_amount > 0 or stale_since is not null or suspect_since is not null or recheck_at is not null
    or moved_at >= coalesce(last_agreed_at, moved_at) or last_launch_at >= coalesce(last_agreed_at, last_launch_at), false)) stored,
  primary key (member_id, code),
  unique (code, username),
  constraint game_accounts_suspect check ((suspect_amount is null) = (suspect_since is null))
);
create index game_accounts_password_due on game_accounts (password_due_at) where password_due_at is not null;
create index game_accounts_to_recheck on game_accounts (recheck_at) where recheck_at is not null;
create index game_accounts_reported on game_accounts (code, last_report_at) where reported_amount is not null;
create index game_accounts_unowned on game_accounts (member_id, code) where unowned_amount > 0;

-- A fall to nothing: results took nearly all of a member's money at a game. A provider in maintenance tells the same although
-- the money is there. A win within three days, or an hour, may be that money (docs/decisions/0035-money-that-comes-back.md).
create table game_falls (
  id bigint generated always as identity primary key,
  member_id text not null,
  code text not null,
  amount bigint not null check (amount > 0),
  -- How much of the amount was won there since.
  risen bigint not null default 0 check (risen between 0 and amount),
  fell_at timestamptz not null default app_now(),
  -- The Bangkok day on which the loss was booked.
  day date not null default (app_now() at time zone 'Asia/Bangkok')::date,
  -- The posting of the result.
  posting_id bigint not null,
  -- Whether the result counts for refunds: no condition was running.
  is_counted boolean not null,
  -- Whether it was too little to be noticed. Then what is won there within an hour is the member's, and nothing waits for it.
  is_small boolean not null,
  foreign key (member_id, code) references game_accounts
);
create index game_falls_by_account on game_falls (member_id, code, fell_at);

-- What all nodes know of a game provider together. After a crash of the database it is empty, which is a good beginning:
-- nothing was asked, no provider rests.
create unlogged table provider_rate_limits (
  code text primary key,
  -- Every question takes its share of a second; up to here the shares are taken.
  tokens_until timestamptz not null default '-infinity',
  -- How many questions in a row were not answered.
  failures integer not null default 0,
  open_until timestamptz not null default '-infinity'
);

-- When the calls of a member asked a game, as far as that is less than a minute ago. Counted to the member who called, whose
-- account it is or not. After a crash of the database it is empty: worth a minute.
create unlogged table game_questions (
  member_id text not null,
  code text not null,
  asked_at timestamptz[] not null,
  primary key (member_id, code)
);

-- Providers that an operator has looked at: their readings are booked although many accounts fall.
create table provider_trust_overrides (
  code text primary key,
  until timestamptz not null
);

-- Games that take no money in until an operator opens them again; they give it back always.
create table closed_games (
  code text primary key,
  operator text not null,
  since timestamptz not null default app_now()
);

-- Money on its way between the main wallet and game accounts. A transfer has legs: each is one call at one provider,
-- made once. Legs of stage 1 run side by side; the leg of stage 2 takes on what they brought to the main wallet.
create table transfers (
  member_id text not null references members,
  -- The member's browser makes it, so it is unique among the member's own and no further.
  id uuid not null,
  -- Method and path of the call that made it, where its Idempotency-Key is kept.
  call text not null,
  -- 'wallet' or the code of a game; 'all' for everything that is elsewhere.
  from_wallet text not null,
  to_wallet text not null,
  amount bigint not null check (amount >= 0),
  -- What stage 2 takes from the main wallet beside what stage 1 brought.
  own_share bigint not null check (own_share >= 0),
  currency text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- Real time: when a worker may look at it, which also is how long another one has it.
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- What the product fetches back from a game by this transfer: a move that arrived after its money was given back, or money
  -- that is nobody's. Null: the transfer moves the member's money.
  fetches text check (fetches in ('late move', 'unowned')),
  primary key (member_id, id)
);
create index transfers_by_member on transfers (member_id, created_at desc);
create index transfers_to_resolve on transfers (next_try_at) where status = 'PENDING';

create table transfer_legs (
  member_id text not null,
  transfer_id uuid not null,
  position smallint not null,
  stage smallint not null check (stage in (1, 2)),
  code text not null,
  direction text not null check (direction in ('in', 'out')),
  -- null until stage 1 tells how much there is.
  amount bigint check (amount > 0),
  state text not null check (state in ('planned', 'called', 'done', 'refused')),
  -- Real time, taken before the call was made.
  called_at timestamptz,
  -- Given back because the provider did not know of it. It is asked about for a day more: a move that arrives after
  -- all has left the money in two places.
  absent_at timestamptz,
  look_again_at timestamptz,
  arrived_late_at timestamptz,
  -- Of a move that a provider made after its money was given back: whether the books follow it. If not, `fetched_by` is the
  -- transfer that fetches its money back.
  settled_late boolean,
  fetched_by uuid,
  -- What could not be fetched back: it is the member's at the game, and owed. `late_debt` of it is not paid yet.
  late_owed bigint not null default 0 check (late_owed >= 0),
  late_debt bigint not null default 0 check (late_debt between 0 and late_owed),
  primary key (member_id, transfer_id, position),
  foreign key (member_id, transfer_id) references transfers,
  foreign key (member_id, code) references game_accounts,
  check (state in ('planned', 'refused') or (amount is not null and called_at is not null))
);
create index transfer_legs_absent on transfer_legs (look_again_at) where look_again_at is not null;
create index transfer_legs_in_debt on transfer_legs (member_id) where late_debt > 0;
create index transfer_legs_open on transfer_legs (member_id, code) where state in ('planned', 'called');
create index transfer_legs_returned on transfer_legs (member_id, code, called_at)
  where state = 'refused' and called_at is not null and arrived_late_at is null;

-- Nobody's money that was fetched back from a game, and stays under the member's name until two operators have decided.
create table fetched_money (
  member_id text not null,
  transfer_id uuid not null,
  code text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  fetched_at timestamptz not null default app_now(),
  decision text check (decision in ('given', 'kept')),
  decided_at timestamptz,
  primary key (member_id, transfer_id),
  foreign key (member_id, transfer_id) references transfers,
  check ((decision is null) = (decided_at is null))
);
create index fetched_money_undecided on fetched_money (fetched_at) where decision is null;

-- Where a transfer stands after a step: a row for each leg that the step has started and its caller now has to call, or
-- one row without a leg.
create type transfer_step as (
  status text, "position" smallint, code text, direction text, username text, amount bigint
);

-- Deposits ------------------------------------------------------------------------------------------------------------

-- Where money may be sent to us, per currency.
create table deposit_banks (
  id bigint generated always as identity primary key,
  bank_code text not null,
  bank_type text not null check (bank_type in ('BANK', 'PAYMENT')),
  mode text not null check (mode in ('AUTO', 'SMS')),
  account_name text not null,
  account_no text not null,
  currency text not null check (currency in ('BAHT', 'LAK')),
  is_open boolean not null default true,
  -- How far the feed of an account was read, and when it is read next (real time, which also is how long a reader has it).
  feed_cursor bigint not null default 0,
  -- How far it was ever read: an operator may have set the cursor back since.
  read_to bigint not null default 0,
  -- What was paid before is not credited by itself.
  added_at timestamptz not null default app_now(),
  read_at timestamptz not null default clock_timestamp(),
  -- Whether the account's feed, its QR inquiries and the slips of what is paid to it tell one payment by one reference. An
  -- account that is new is doubted until an operator has compared them.
  shares_references boolean not null default false,
  -- When its feed was last read to the end, by the product's clock. A line that is read later was paid after that moment, or
  -- shortly before it.
  heard_until timestamptz,
  unique (bank_code, account_no, mode)
);

create table deposit_wallets (
  id bigint generated always as identity primary key,
  account_name text not null,
  phone text not null unique,
  mode text not null check (mode in ('AUTO', 'GIFT')),
  currency text not null check (currency in ('BAHT', 'LAK')),
  is_open boolean not null default true,
  -- A True Wallet of mode AUTO is reported by its incoming list, which is read like the feed of a bank account.
  feed_cursor bigint not null default 0,
  read_to bigint not null default 0,
  added_at timestamptz not null default app_now(),
  read_at timestamptz not null default clock_timestamp(),
  heard_until timestamptz
);

-- QR codes that members pay by.
create table qrcodes (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references members,
  provider text not null,
  -- What the provider knows it by.
  reference text not null unique check (reference ~ '^[A-Z0-9]{1,20}$'),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- What is drawn as the code; null until the provider has made it.
  payload text,
  status text not null default 'MAKING' check (status in ('MAKING', 'OPEN', 'CANCELLED', 'EXPIRED', 'FAILED', 'PAID')),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- When the provider is asked next whether it was paid; null: no more.
  ask_at timestamptz,
  check (status <> 'OPEN' or payload is not null)
);
create unique index qrcodes_one_waiting on qrcodes (member_id, provider) where status in ('MAKING', 'OPEN');
create index qrcodes_to_ask on qrcodes (provider, ask_at) where ask_at is not null;

-- Money that reached us: one row per payment, however many channels report it.
--
-- Every satang is in an account of the ledger from the first report on: `house:payments:<bank>:<account>` is the party
-- that holds the money, `house:suspense:…` what no member has been given yet, `house:sent-back:…` what was sent back.
create table payments (
  id bigint generated always as identity primary key,
  -- The account of ours that it reached: a bank's code and our number there, or a gateway's and our merchant number.
  receiver_bank text not null,
  receiver_account text not null,
  -- How the banks know it; null as long as only an SMS has told of it.
  sending_bank text,
  reference text,
  -- The SMS that told of it.
  notice_id text,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- By the bank's clock.
  paid_at timestamptz not null,
  -- As far as it is shown: an x stands for a hidden digit, a name may be cut off.
  sender_account text not null,
  sender_name text not null,
  qrcode_id uuid references qrcodes,
  -- Who got it; null: it waits for an operator, who reads in `remark` why.
  member_id text references members,
  credited_at timestamptz,
  -- The movement in that member's statement.
  entry_id uuid,
  -- A payment that it may be another report of: it waits until that is known.
  possible_duplicate_of bigint references payments,
  -- An operator has sent it back.
  closed_at timestamptz,
  remark text,
  reported_at timestamptz not null default app_now(),
  reported_by text[] not null,
  -- Of a line: `heard_until` of its feed before the line was read.
  heard_since timestamptz,
  -- The receiving account as the names of the ledger spell it: banks write theirs as they like.
  ledger_name text not null generated always as (
    regexp_replace(lower(receiver_bank collate "C"), '[^a-z0-9_-]', '-', 'g') || ':' ||
    regexp_replace(lower(receiver_account collate "C"), '[^a-z0-9_-]', '-', 'g')) stored,
  -- Another report of this payment, which has the money: the row stands for none.
  duplicate_of bigint references payments,
  -- The rule by which it waits (docs/decisions/0034); null: it does not, or an operator recorded it.
  waits_by text,
  -- Something was reported that may free it: a worker looks at its rules again.
  look_at timestamptz,
  -- The operator who gave it by `payments credit`.
  given_by text,
  constraint payments_once unique (receiver_bank, receiver_account, sending_bank, reference),
  constraint payments_notice_once unique (receiver_bank, receiver_account, notice_id),
  check ((sending_bank is null) = (reference is null)),
  check (reference is not null or notice_id is not null),
  check ((member_id is null) = (credited_at is null)),
  check (member_id is null or closed_at is null),
  constraint payments_duplicate_is_closed check (duplicate_of is null or closed_at is not null)
);
create index payments_waiting on payments (id) where member_id is null and closed_at is null;
create index payments_by_member on payments (member_id, id);
create index payments_by_qrcode on payments (qrcode_id) where qrcode_id is not null;
create index payments_to_pair on payments (receiver_bank, receiver_account, amount, paid_at);
create index payments_to_look_at on payments (look_at) where look_at is not null;
create index payments_by_entry on payments (entry_id) where entry_id is not null;
-- How long the latest ones took.
create index payments_credited on payments (credited_at) where credited_at is not null;
create index payments_by_giver on payments (given_by, credited_at) where given_by is not null;

-- Further references of a payment, where each channel tells its own.
create table payment_references (
  receiver_bank text not null,
  receiver_account text not null,
  sending_bank text not null,
  reference text not null,
  payment_id bigint not null references payments,
  primary key (receiver_bank, receiver_account, sending_bank, reference)
);

-- Which payment each line of a feed was taken for. A line that is read again is recognised by its place (its cursor), whatever
-- reference, time or sender the bank gives it now.
create table payment_lines (
  receiver_bank text not null,
  receiver_account text not null,
  place bigint not null,
  payment_id bigint not null references payments,
  primary key (receiver_bank, receiver_account, place)
);

-- The words of the SMS that told of a payment, without the balance, by which a repetition is known.
create table payment_sms (
  payment_id bigint not null references payments,
  content text not null,
  balance bigint
);
create index payment_sms_by_content on payment_sms (md5(content));
create unique index payment_sms_once on payment_sms (payment_id, md5(content));

-- What was taken from a member whose credit was moved to another, and what that member owes for it.
create table payment_moves (
  payment_id bigint not null references payments,
  number integer not null,
  member_id text not null references members,
  taken bigint not null check (taken >= 0),
  owed bigint not null check (owed >= 0),
  moved_at timestamptz not null default app_now(),
  primary key (payment_id, number)
);

-- Accounts that were seen to be a member's: a payment from there matched the registered account in full, or an operator
-- decided so. The account and the name are as they were shown.
create table confirmed_senders (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  bank_code text,
  account text not null,
  name text not null,
  confirmed_by text not null check (confirmed_by in ('payment', 'operator')),
  payment_id bigint not null references payments,
  confirmed_at timestamptz not null default app_now()
);
create unique index confirmed_senders_once on confirmed_senders (member_id, coalesce(bank_code, ''), account, name);
create index confirmed_senders_by_last_digits on confirmed_senders (right(account, 4));
create index confirmed_senders_by_middle_digits on confirmed_senders (left(right(account, 5), 4));

-- Why a member's withdrawals are to be looked at by an operator, until `cleared_at`.
create table member_flags (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  reason text not null,
  payment_id bigint references payments,
  -- The operator who raised the flag; null: the product raised it.
  raised_by text,
  since timestamptz not null default app_now(),
  cleared_at timestamptz
);
create unique index member_flags_once on member_flags (member_id, reason, raised_by) nulls not distinct
  where cleared_at is null;

-- A report that contradicts a credit. What is left of the amount lies in the member's account `frozen` until an
-- operator ends the dispute.
create table disputes (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payments,
  member_id text not null references members,
  why text not null,
  frozen bigint not null check (frozen >= 0),
  opened_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- The member who got the payment in the end.
  given_to text references members,
  check (given_to is null or ended_at is not null)
);
create index disputes_open on disputes (id) where ended_at is null;
create index disputes_by_member on disputes (member_id);

-- What a feed told and nobody could read: it may be money.
create table unparsed_reports (
  id bigint generated always as identity primary key,
  bank_code text not null,
  account_no text not null,
  content text not null,
  why text not null,
  at timestamptz not null default app_now(),
  -- An operator has looked at it.
  done_at timestamptz,
  -- The member by whose QR code a gateway told what could not be read.
  member_id text references members
);
create index unparsed_reports_open on unparsed_reports (id) where done_at is null;
create unique index unparsed_reports_once on unparsed_reports (bank_code, account_no, md5(content));

-- Callbacks that were received. Older ones are refused by their time.
create table callback_nonces (
  provider text not null,
  nonce text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (provider, nonce)
);
create index callback_nonces_by_age on callback_nonces (at);

-- Pictures of slips. `reference` names a slip to the member who sent it.
create table slips (
  reference text primary key check (reference ~ '^[0-9A-Z]{20}$'),
  member_id text not null references members,
  file text not null unique,
  -- The text of the slip's QR code, once the picture was read.
  payload text,
  status text not null default 'PROCESSING' check (status in ('PROCESSING', 'SUCCESS', 'FAILED')),
  -- Why it failed, as a code.
  note text,
  amount bigint,
  payment_id bigint references payments,
  created_at timestamptz not null default app_now(),
  -- When it is looked at next.
  look_at timestamptz,
  tries integer not null default 0,
  -- When the verifier first proved the transfer (real time): from then on the slip waits for our bank to tell of it too.
  proved_at timestamptz,
  check ((status = 'FAILED') = (note is not null)),
  check ((status = 'PROCESSING') = (look_at is not null))
);
create index slips_by_member on slips (member_id, created_at desc);
create index slips_to_look_at on slips (look_at) where look_at is not null;
-- A payment is proved by one slip; another of the same is a duplicate.
create unique index slips_one_per_payment on slips (payment_id) where status = 'SUCCESS';

-- TrueMoney gift links, reserved before they are redeemed.
create table truelinks (
  hash text primary key,
  member_id text not null references members,
  -- The wallet of ours that redeems it.
  mobile text not null,
  status text not null default 'RESERVED' check (status in ('RESERVED', 'CREDITED', 'REFUSED')),
  -- What TrueMoney said last.
  code text,
  created_at timestamptz not null default app_now(),
  -- Real time.
  next_try_at timestamptz,
  tries integer not null default 0,
  check ((status = 'RESERVED') = (next_try_at is not null))
);
create index truelinks_to_settle on truelinks (next_try_at) where next_try_at is not null;

-- Deposits that a member announced and an operator looks for.
create table manual_deposits (
  id uuid not null,
  member_id text not null references members,
  amount bigint not null check (amount > 0),
  status text not null default 'PROCESSING' check (status in ('PROCESSING', 'SUCCESS', 'FAILED')),
  payment_id bigint unique references payments,
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  check ((status = 'SUCCESS') = (payment_id is not null))
);
create index manual_deposits_open on manual_deposits (created_at) where status = 'PROCESSING';

-- Withdrawals, corrections, debts -------------------------------------------------------------------------------------

-- Money on its way to a member's bank. `gathering`: game accounts are still being emptied into the main wallet. `held`:
-- set aside, the payout channel knows nothing yet. `called`: the channel was called, or is about to be.
create table withdrawals (
  member_id text not null references members,
  -- The member's browser makes it, so it is unique among the member's own and no further.
  id uuid not null,
  -- Method and path of the call that made it, where its Idempotency-Key is kept.
  call text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The registered account at that moment: payouts go nowhere else.
  bank_code text not null,
  bank_account_no text not null,
  bank_account_name text not null,
  state text not null,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- The transfer that brings its money home from games. Random: a member who knew it could take it.
  gathering_id uuid not null default gen_random_uuid(),
  -- When its money was set aside; null while it is gathered, and of what was never gathered.
  held_at timestamptz,
  -- Real time, before which it does not leave for the channel: until then the member can cancel it.
  leaves_at timestamptz,
  -- Real time.
  called_at timestamptz,
  -- When the channel was first called, in the time that the member is told.
  sent_at timestamptz,
  -- Real time since which the channel says that it did not pay; the money goes back once a later answer confirms it.
  refused_since timestamptz,
  next_try_at timestamptz,
  tries integer not null default 0,
  -- Why an operator has to look at it.
  reasons text[] not null default '{}',
  approved_at timestamptz,
  -- When an operator stopped it; null again once it is released.
  stopped_at timestamptz,
  -- What keeps it from the channel for now.
  waits_for text check (waits_for in ('blocked', 'paused', 'late move', 'ceiling')),
  -- Why an operator returned it, as the member is told.
  returned_why text,
  -- An outcome is not final at once: the channel is asked again for a while. All times are real ones.
  ask_again_at timestamptz,
  ask_until timestamptz,
  -- Since when the channel tells another outcome than the one that is booked.
  told_otherwise_at timestamptz,
  -- The channel may have paid it in what the database lost: it is not cancelled, and the channel is asked before it is called.
  may_have_left boolean not null default false,
  primary key (member_id, id),
  constraint withdrawals_states check
    (state in ('gathering', 'held', 'checking', 'called', 'paid', 'returned', 'refused', 'cancelled')),
  constraint withdrawals_go_on check ((state in ('gathering', 'held', 'called')) = (next_try_at is not null)),
  constraint withdrawals_called check
    (state in ('gathering', 'held', 'checking', 'refused', 'cancelled') or called_at is not null
      or (state = 'returned' and returned_why is not null)),
  constraint withdrawals_wait_held check (waits_for is null or state = 'held'),
  constraint withdrawals_asked_again check (ask_again_at is null or (state in ('paid', 'returned') and ask_until is not null))
);
create index withdrawals_to_carry_out on withdrawals (next_try_at) where next_try_at is not null;
create index withdrawals_open on withdrawals (member_id) where state in ('gathering', 'held', 'checking', 'called');
create index withdrawals_to_check on withdrawals (created_at) where state = 'checking';
create index withdrawals_by_time on withdrawals (member_id, created_at);
-- What was called by itself within an hour.
create index withdrawals_called_lately on withdrawals (called_at) where called_at is not null and approved_at is null;
-- How long the latest ones took.
create index withdrawals_finished on withdrawals (finished_at) where finished_at is not null;
create index withdrawals_to_ask_again on withdrawals (ask_again_at) where ask_again_at is not null;

-- Money that operators gave a member or took from one. `taken` and `owed` are the parts of a debit that the main wallet
-- had, and that it had not.
create table corrections (
  id uuid primary key,
  member_id text not null references members,
  kind text not null check (kind in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  currency text not null,
  taken bigint not null default 0,
  owed bigint not null default 0,
  created_at timestamptz not null default app_now(),
  -- The correction that put this one right.
  reversed_by uuid unique references corrections,
  -- The part of a credit by which a debt became smaller: it did not reach the main wallet.
  forgiven bigint not null default 0,
  check ((kind = 'debit') = (taken + owed = amount)),
  constraint corrections_forgive check (forgiven between 0 and amount and (kind = 'credit' or forgiven = 0))
);
create index corrections_by_member on corrections (member_id, created_at desc);

-- What members had at games that gave it back no more.
create table write_offs (
  id uuid primary key,
  member_id text not null references members,
  code text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Whether the house gave it to the member instead.
  borne_by text not null check (borne_by in ('house', 'member')),
  created_at timestamptz not null default app_now()
);

-- What operators took from a main wallet towards a debt. `after_entry` is the newest entry of the debt until then.
create table debts_collected (
  member_id text not null references members,
  after_entry bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  collected_at timestamptz not null default app_now(),
  primary key (member_id, after_entry)
);

-- Rewards -------------------------------------------------------------------------------------------------------------

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
  -- A campaign may open and close by the product's clock, while `is_open` is how operators have switched it.
  opens_at timestamptz,
  closes_at timestamptz,
  primary key (kind, code, currency),
  constraint campaigns_budget check (spent <= budget),
  check ((kind = 'promotion') = (credit is not null)),
  check ((kind in ('bonus', 'invite', 'refund')) = (rate_percent is not null)),
  check ((kind = 'bonus') = (max_received is not null) and (limit_type is null) = (max_received is null)),
  constraint campaigns_spent check (spent >= 0),
  constraint campaigns_closes_after_it_opens check (closes_at > opens_at)
);

-- Every version that a campaign had, written by the act that made it. `operator` is null where no operator made it.
create table campaign_versions (
  id bigint generated always as identity primary key,
  kind text not null,
  code text not null,
  currency text not null,
  -- What was done: made, edited, opened, closed, budget.
  act text not null,
  -- The whole row without what it has spent.
  terms jsonb not null,
  operator text,
  at timestamptz not null default app_now(),
  foreign key (kind, code, currency) references campaigns
);
create index campaign_versions_by_campaign on campaign_versions (kind, code, id);

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
  -- The posting that granted it: deposits after it are the member's own.
  grant_id bigint not null,
  -- The deposit that a bonus was given for: no other bonus is.
  payment_id bigint references payments,
  state text not null check (state in ('running', 'clearing', 'succeeded', 'failed', 'cleared')),
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- The attempt that cancelled it: the same one again cancels nothing else.
  cleared_by uuid,
  -- How often money was brought home while it is cleared.
  homecomings integer not null default 0,
  -- The transfer that brings money home, or did last. Random: a member who knew it could take it.
  homecoming_id uuid,
  -- Real time.
  next_try_at timestamptz,
  tries integer not null default 0,
  -- What all readings of a member's games said of a condition, and since when. A second look, begun later, has to say the
  -- same before the condition ends.
  verdict text check (verdict in ('succeeded', 'failed')),
  verdict_at timestamptz,
  look_at timestamptz,
  -- What was taken back when a reward was cancelled, and what the member owes of it.
  taken_back bigint not null default 0 check (taken_back >= 0),
  owed bigint not null default 0 check (owed >= 0),
  primary key (member_id, id),
  check ((state = 'clearing') = (next_try_at is not null)),
  check ((state in ('running', 'clearing')) = (finished_at is null)),
  constraint conditions_verdict check ((verdict is null) = (verdict_at is null)),
  constraint conditions_take_back check (state = 'cleared' or (taken_back = 0 and owed = 0)),
  constraint conditions_granted_by
    foreign key (member_id, grant_id) references ledger_postings (owner, id)
);
-- A credit that operators move to another member may earn that member a bonus too.
create unique index conditions_by_payment on conditions (payment_id, member_id) where payment_id is not null;
create unique index conditions_one_at_a_time on conditions (member_id) where state in ('running', 'clearing');

-- Money that rose at a game after a fall to nothing, and that is a condition's if the fall was no loss. An operator decides
-- whether it was won or has returned.
create table possible_returns (
  id bigint generated always as identity primary key,
  member_id text not null,
  condition_id uuid not null,
  fall_id bigint not null references game_falls,
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'won', 'returned')),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  foreign key (member_id, condition_id) references conditions,
  check ((state = 'open') = (decided_at is null))
);
create unique index possible_returns_open on possible_returns (member_id, condition_id, fall_id) where state = 'open';
create unique index conditions_promotion_once on conditions (member_id, code) where kind = 'promotion';
create index conditions_by_code on conditions (member_id, kind, code, started_at);
create index conditions_to_clear on conditions (next_try_at) where next_try_at is not null;
create index conditions_to_look_at on conditions (look_at) where look_at is not null;

-- What a condition won at a game, and how much of that the member has lost there since the condition ended. A game may tell a
-- win by mistake and take it back.
create table condition_wins (
  member_id text not null,
  condition_id uuid not null,
  code text not null,
  amount bigint not null check (amount >= 0),
  gone bigint not null default 0 check (gone between 0 and amount),
  won_at timestamptz not null default app_now(),
  primary key (member_id, condition_id, code),
  foreign key (member_id, condition_id) references conditions
);

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
  -- The payment that it was: it may turn out to be another member's.
  first_payment_id bigint,
  -- What the inviter has received for this friend, and for how much of the friend's losses.
  granted bigint not null default 0,
  received_losses bigint not null default 0
);
create index invites_by_inviter on invites (inviter_id);

-- What invited friends won and lost, by the days of Bangkok: an inviter earns by days that are over.
create table invite_days (
  friend_id text not null references members,
  day date not null,
  result bigint not null,
  primary key (friend_id, day)
);

-- What operators have said of friends who do not count by themselves, because their inviter brought more than so many in seven
-- days.
create table friend_decisions (
  friend_id text primary key references members,
  counts boolean not null,
  operator text not null,
  at timestamptz not null default app_now()
);

-- Friends who were once seen to be their inviter: the same browser, the same bank account, or a payment from it. What was
-- seen is kept, whatever is changed or forgotten later.
create table self_invites (
  friend_id text primary key references members,
  seen_at timestamptz not null default app_now()
);

-- The browsers that a member has registered or signed in with.
create table member_devices (
  member_id text not null references members,
  -- Hashed: to a guest, the id that a browser goes by is the key to their conversation.
  device bytea not null,
  seen_at timestamptz not null default app_now(),
  first_seen_at timestamptz not null default app_now(),
  primary key (member_id, device)
);
create index member_devices_by_device on member_devices (device);

-- Deposits less withdrawals of a member, now and at their highest: only a new high earns coins.
create table coin_counts (
  member_id text primary key references members,
  net bigint not null,
  high bigint not null,
  -- How many coins a member's deposits have earned on the day of the last deposit, Bangkok time.
  day date,
  earned integer not null default 0 check (earned >= 0),
  -- Coins of deposits that were not the member's, and were spent: coins that come later pay them.
  owed integer not null default 0 check (owed >= 0)
);

-- What coins a deposit earned the member who has it, and the part of a new high that they were due for.
create table deposit_coins (
  payment_id bigint primary key references payments,
  member_id text not null references members,
  coins integer not null check (coins >= 0),
  counted bigint not null check (counted > 0),
  -- Bangkok time.
  day date not null,
  at timestamptz not null default app_now()
);

-- A wheel is never changed: another takes its place.
create table wheels (
  id bigint generated always as identity primary key,
  currency text not null check (currency in ('BAHT', 'LAK')),
  name jsonb not null,
  coupon_days integer not null check (coupon_days > 0),
  replaced_at timestamptz,
  -- A wheel is a draft until an operator puts it up. The operators are null for the wheel of the demonstration.
  made_by text,
  put_up_at timestamptz default app_now(),
  put_up_by text
);
create unique index wheels_current on wheels (currency) where put_up_at is not null and replaced_at is null;

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
  -- When the budget that was set aside for the prize of an expired coupon was given back to the wheel's programme.
  returned_at timestamptz check (claimed_at is null or returned_at is null),
  primary key (member_id, id),
  foreign key (wheel_id, slice_code) references wheel_slices (wheel_id, code)
);
create index spins_by_member on spins (member_id, created_at desc);
create index spins_unclaimed on spins (expires_at) where claimed_at is null and returned_at is null;

-- Reconciliation ------------------------------------------------------------------------------------------------------

-- The days that were compared, or are due to be. One worker has a day until `due_at`; null: it is done.
create table reconciliations (
  -- By the clock of Bangkok.
  day date primary key,
  due_at timestamptz,
  tries integer not null default 0,
  ran_at timestamptz
);
-- Nothing before today is compared by itself.
insert into reconciliations (day) values ((app_now() at time zone 'Asia/Bangkok')::date - 1);

-- Each difference that was ever found, once. One that is no longer there ends by itself; one that comes back, or changes,
-- opens again.
create table findings (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The party whose report says so; '' where the books alone do.
  party text not null default '',
  subject text not null,
  currency text not null default '',
  -- The day of the report.
  day date,
  -- Ours and theirs, or what is due and what is booked; null where it is not about an amount.
  expected bigint,
  found bigint,
  detail text not null,
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  -- Whether the last comparison still saw it.
  is_there boolean not null default true,
  owner text references operators,
  ended_at timestamptz,
  -- null: it ended by itself.
  ended_by text references operators,
  ended_how text,
  check ((ended_at is null) = (ended_how is null)),
  check (ended_at is not null or (ended_by is null and is_there))
);
create unique index findings_once on findings (kind, party, subject, currency, (coalesce(day, '-infinity')));
create index findings_open on findings (id) where ended_at is null;
create index findings_there on findings (party, day) where is_there;

-- Support -------------------------------------------------------------------------------------------------------------

-- One room per customer: a member, or a visitor who is known by nothing but a random id.
create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  -- The member's or the visitor's id, as in the room's name. Null once a visitor has signed in: what was said is then in
  -- the member's room.
  customer_id text unique,
  member_id text references members,
  adopted_into uuid references chat_rooms,
  -- Entries are numbered from 1 without gaps.
  last_position integer not null default 0,
  last_at timestamptz not null default '-infinity',
  session_id uuid not null default gen_random_uuid(),
  state text not null default 'bot' check (state in ('bot', 'waiting', 'agent', 'closed')),
  operator text,
  -- The language that the customer spoke last.
  locale text not null check (locale in ('th', 'la', 'en')),
  unread_by_customer integer not null default 0,
  unread_by_desk integer not null default 0,
  -- What the customer has said in the minute that began then.
  minute timestamptz not null default '-infinity',
  said_in_minute integer not null default 0,
  check (member_id is null or member_id = customer_id),
  check ((customer_id is null) = (adopted_into is not null))
);
create index chat_rooms_closed on chat_rooms (last_at desc)
  where state = 'closed' and unread_by_desk = 0 and customer_id is not null;
create index chat_rooms_open on chat_rooms (
    (case when state <> 'waiting' then 2 when member_id is null then 1 else 0 end), last_at desc)
  where (state <> 'closed' or unread_by_desk > 0) and customer_id is not null;
-- Rooms of visitors are deleted when nothing was said in them for long, and rows that name them are looked up then.
create index chat_rooms_of_visitors on chat_rooms (last_at) where member_id is null and customer_id is not null;
create index chat_rooms_left_behind on chat_rooms (adopted_into) where adopted_into is not null;

create table chat_entries (
  id uuid primary key,
  room_id uuid not null references chat_rooms,
  position integer not null,
  sender text not null check (sender in ('customer', 'other')),
  -- Who of the service wrote it; null for the bot.
  operator text,
  message jsonb not null,
  session_id uuid not null,
  created_at timestamptz not null,
  -- Looked at after the statement and not row by row: joining two rooms numbers their entries anew.
  unique (room_id, position) deferrable initially immediate
);

-- Uploaded before they are sent. One that was never sent is removed after a while.
create table chat_files (
  reference text primary key,
  file text not null,
  file_type text not null check (file_type in ('image', 'video')),
  room_id uuid references chat_rooms,
  created_at timestamptz not null default app_now()
);
create index chat_files_unsent on chat_files (created_at) where room_id is null;
create index chat_files_of_room on chat_files (room_id) where room_id is not null;
