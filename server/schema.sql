-- Written by "npm run schema" from a migrated database. What the tables mean is in migrations/0001_baseline.sql.

create table account_changes (
  id bigint not null generated always as identity,
  member_id text not null,
  what text not null,
  changed_at timestamp with time zone not null default app_now(),
  next_try_at timestamp with time zone default clock_timestamp(),
  tries integer not null default 0,
  told_at timestamp with time zone,
  constraint account_changes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_what_check CHECK ((what = ANY (ARRAY['password'::text, 'bank'::text, 'bank name'::text])))
);
CREATE INDEX account_changes_by_member ON public.account_changes USING btree (member_id, what, changed_at);
CREATE INDEX account_changes_to_tell ON public.account_changes USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

create table act_requests (
  id bigint not null generated always as identity,
  act text not null,
  input jsonb not null,
  input_hash bytea not null,
  why text not null,
  preview jsonb not null,
  asked_by text not null,
  asked_at timestamp with time zone not null default app_now(),
  decision text,
  decided_by text,
  decided_at timestamp with time zone,
  decided_why text,
  constraint act_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES operators(name),
  constraint act_requests_check CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  constraint act_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(name),
  constraint act_requests_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'refused'::text, 'withdrawn'::text, 'outdated'::text]))),
  constraint act_requests_pkey PRIMARY KEY (id),
  constraint act_requests_two_people CHECK (((decision = 'withdrawn'::text) = (decided_by = asked_by)))
);
CREATE INDEX act_requests_open ON public.act_requests USING btree (id) WHERE (decision IS NULL);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.act_requests FOR EACH ROW EXECUTE FUNCTION act_requests_guard();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON public.act_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table address_rules (
  network cidr not null,
  rule text not null,
  constraint address_rules_pkey PRIMARY KEY (network),
  constraint address_rules_rule_check CHECK ((rule = ANY (ARRAY['allow'::text, 'deny'::text])))
);

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null,
  operator text not null,
  act text not null,
  why text not null,
  input jsonb,
  before jsonb,
  after jsonb,
  second text,
  request_id bigint,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_request_id_fkey FOREIGN KEY (request_id) REFERENCES act_requests(id),
  constraint audit_log_request_id_key UNIQUE (request_id),
  constraint audit_log_second_by_request CHECK (((second IS NULL) = (request_id IS NULL))),
  constraint audit_log_two_people CHECK ((second <> operator))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_chain();

create table callback_nonces (
  provider text not null,
  nonce text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint callback_nonces_pkey PRIMARY KEY (provider, nonce)
);
CREATE INDEX callback_nonces_by_age ON public.callback_nonces USING btree (at);

create table campaign_versions (
  id bigint not null generated always as identity,
  kind text not null,
  code text not null,
  currency text not null,
  act text not null,
  terms jsonb not null,
  operator text,
  at timestamp with time zone not null default app_now(),
  constraint campaign_versions_kind_code_currency_fkey FOREIGN KEY (kind, code, currency) REFERENCES campaigns(kind, code, currency),
  constraint campaign_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_versions_by_campaign ON public.campaign_versions USING btree (kind, code, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.campaign_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table campaigns (
  kind text not null,
  code text not null,
  currency text not null,
  is_open boolean not null default true,
  "position" smallint not null default 0,
  rate_percent integer,
  credit bigint,
  cap bigint,
  minimum bigint not null default 0,
  limit_type text,
  max_received integer,
  success_percent integer not null,
  fail_percent integer not null,
  budget bigint,
  spent bigint not null default 0,
  description jsonb not null default '{}'::jsonb,
  banners jsonb not null default '[]'::jsonb,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  constraint campaigns_budget CHECK ((spent <= budget)),
  constraint campaigns_cap_check CHECK ((cap > 0)),
  constraint campaigns_check CHECK (((kind = 'promotion'::text) = (credit IS NOT NULL))),
  constraint campaigns_check1 CHECK (((kind = ANY (ARRAY['bonus'::text, 'invite'::text, 'refund'::text])) = (rate_percent IS NOT NULL))),
  constraint campaigns_check2 CHECK ((((kind = 'bonus'::text) = (max_received IS NOT NULL)) AND ((limit_type IS NULL) = (max_received IS NULL)))),
  constraint campaigns_closes_after_it_opens CHECK ((closes_at > opens_at)),
  constraint campaigns_code_check CHECK ((code ~ '^[A-Z0-9_-]{0,40}$'::text)),
  constraint campaigns_credit_check CHECK ((credit > 0)),
  constraint campaigns_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint campaigns_fail_percent_check CHECK (((fail_percent >= 0) AND (fail_percent <= 99))),
  constraint campaigns_kind_check CHECK ((kind = ANY (ARRAY['bonus'::text, 'promotion'::text, 'invite'::text, 'refund'::text, 'luckydraw'::text]))),
  constraint campaigns_limit_type_check CHECK ((limit_type = ANY (ARRAY['limit'::text, 'day'::text, 'week'::text]))),
  constraint campaigns_max_received_check CHECK ((max_received > 0)),
  constraint campaigns_pkey PRIMARY KEY (kind, code, currency),
  constraint campaigns_rate_percent_check CHECK ((rate_percent > 0)),
  constraint campaigns_spent CHECK ((spent >= 0)),
  constraint campaigns_success_percent_check CHECK ((success_percent >= 100))
);

create table chat_entries (
  id uuid not null,
  room_id uuid not null,
  "position" integer not null,
  sender text not null,
  operator text,
  message jsonb not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  constraint chat_entries_pkey PRIMARY KEY (id),
  constraint chat_entries_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_rooms(id),
  constraint chat_entries_room_id_position_key UNIQUE (room_id, "position") DEFERRABLE,
  constraint chat_entries_sender_check CHECK ((sender = ANY (ARRAY['customer'::text, 'other'::text])))
);

create table chat_files (
  reference text not null,
  file text not null,
  file_type text not null,
  room_id uuid,
  created_at timestamp with time zone not null default app_now(),
  constraint chat_files_file_type_check CHECK ((file_type = ANY (ARRAY['image'::text, 'video'::text]))),
  constraint chat_files_pkey PRIMARY KEY (reference),
  constraint chat_files_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_rooms(id)
);
CREATE INDEX chat_files_of_room ON public.chat_files USING btree (room_id) WHERE (room_id IS NOT NULL);
CREATE INDEX chat_files_unsent ON public.chat_files USING btree (created_at) WHERE (room_id IS NULL);

create table chat_rooms (
  id uuid not null default gen_random_uuid(),
  customer_id text,
  member_id text,
  adopted_into uuid,
  last_position integer not null default 0,
  last_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  session_id uuid not null default gen_random_uuid(),
  state text not null default 'bot'::text,
  operator text,
  locale text not null,
  unread_by_customer integer not null default 0,
  unread_by_desk integer not null default 0,
  minute timestamp with time zone not null default '-infinity'::timestamp with time zone,
  said_in_minute integer not null default 0,
  constraint chat_rooms_adopted_into_fkey FOREIGN KEY (adopted_into) REFERENCES chat_rooms(id),
  constraint chat_rooms_check CHECK (((member_id IS NULL) OR (member_id = customer_id))),
  constraint chat_rooms_check1 CHECK (((customer_id IS NULL) = (adopted_into IS NOT NULL))),
  constraint chat_rooms_customer_id_key UNIQUE (customer_id),
  constraint chat_rooms_locale_check CHECK ((locale = ANY (ARRAY['th'::text, 'la'::text, 'en'::text]))),
  constraint chat_rooms_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint chat_rooms_pkey PRIMARY KEY (id),
  constraint chat_rooms_state_check CHECK ((state = ANY (ARRAY['bot'::text, 'waiting'::text, 'agent'::text, 'closed'::text])))
);
CREATE INDEX chat_rooms_closed ON public.chat_rooms USING btree (last_at DESC) WHERE ((state = 'closed'::text) AND (unread_by_desk = 0) AND (customer_id IS NOT NULL));
CREATE INDEX chat_rooms_left_behind ON public.chat_rooms USING btree (adopted_into) WHERE (adopted_into IS NOT NULL);
CREATE INDEX chat_rooms_of_visitors ON public.chat_rooms USING btree (last_at) WHERE ((member_id IS NULL) AND (customer_id IS NOT NULL));
CREATE INDEX chat_rooms_open ON public.chat_rooms USING btree ((
CASE
    WHEN (state <> 'waiting'::text) THEN 2
    WHEN (member_id IS NULL) THEN 1
    ELSE 0
END), last_at DESC) WHERE (((state <> 'closed'::text) OR (unread_by_desk > 0)) AND (customer_id IS NOT NULL));

create table clock (
  only_row boolean not null default true,
  ahead interval not null default '00:00:00'::interval,
  constraint clock_only_row_check CHECK (only_row),
  constraint clock_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.clock FOR EACH ROW EXECUTE FUNCTION clock_guard();

create table closed_games (
  code text not null,
  operator text not null,
  since timestamp with time zone not null default app_now(),
  constraint closed_games_pkey PRIMARY KEY (code)
);

create table coin_counts (
  member_id text not null,
  net bigint not null,
  high bigint not null,
  day date,
  earned integer not null default 0,
  owed integer not null default 0,
  constraint coin_counts_earned_check CHECK ((earned >= 0)),
  constraint coin_counts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint coin_counts_owed_check CHECK ((owed >= 0)),
  constraint coin_counts_pkey PRIMARY KEY (member_id)
);

create table condition_wins (
  member_id text not null,
  condition_id uuid not null,
  code text not null,
  amount bigint not null,
  gone bigint not null default 0,
  won_at timestamp with time zone not null default app_now(),
  constraint condition_wins_amount_check CHECK ((amount >= 0)),
  constraint condition_wins_check CHECK (((gone >= 0) AND (gone <= amount))),
  constraint condition_wins_member_id_condition_id_fkey FOREIGN KEY (member_id, condition_id) REFERENCES conditions(member_id, id),
  constraint condition_wins_pkey PRIMARY KEY (member_id, condition_id, code)
);

create table conditions (
  member_id text not null,
  id uuid not null,
  kind text not null,
  code text not null,
  description text not null,
  currency text not null,
  credit bigint not null,
  start bigint not null,
  total bigint not null,
  success_percent integer not null,
  fail_percent integer not null,
  grant_id bigint not null,
  payment_id bigint,
  state text not null,
  started_at timestamp with time zone not null default app_now(),
  finished_at timestamp with time zone,
  cleared_by uuid,
  homecomings integer not null default 0,
  homecoming_id uuid,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  verdict text,
  verdict_at timestamp with time zone,
  look_at timestamp with time zone,
  taken_back bigint not null default 0,
  owed bigint not null default 0,
  constraint conditions_check CHECK ((start >= credit)),
  constraint conditions_check1 CHECK (((state = 'clearing'::text) = (next_try_at IS NOT NULL))),
  constraint conditions_check2 CHECK (((state = ANY (ARRAY['running'::text, 'clearing'::text])) = (finished_at IS NULL))),
  constraint conditions_credit_check CHECK ((credit > 0)),
  constraint conditions_granted_by FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings(owner, id),
  constraint conditions_granted_by_1 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_0(owner, id),
  constraint conditions_granted_by_2 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_1(owner, id),
  constraint conditions_granted_by_3 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_2(owner, id),
  constraint conditions_granted_by_4 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_3(owner, id),
  constraint conditions_granted_by_5 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_4(owner, id),
  constraint conditions_granted_by_6 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_5(owner, id),
  constraint conditions_granted_by_7 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_6(owner, id),
  constraint conditions_granted_by_8 FOREIGN KEY (member_id, grant_id) REFERENCES ledger_postings_7(owner, id),
  constraint conditions_kind_check CHECK ((kind = ANY (ARRAY['bonus'::text, 'promotion'::text, 'invite'::text, 'refund'::text, 'luckydraw'::text]))),
  constraint conditions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint conditions_owed_check CHECK ((owed >= 0)),
  constraint conditions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint conditions_pkey PRIMARY KEY (member_id, id),
  constraint conditions_state_check CHECK ((state = ANY (ARRAY['running'::text, 'clearing'::text, 'succeeded'::text, 'failed'::text, 'cleared'::text]))),
  constraint conditions_take_back CHECK (((state = 'cleared'::text) OR ((taken_back = 0) AND (owed = 0)))),
  constraint conditions_taken_back_check CHECK ((taken_back >= 0)),
  constraint conditions_verdict CHECK (((verdict IS NULL) = (verdict_at IS NULL))),
  constraint conditions_verdict_check CHECK ((verdict = ANY (ARRAY['succeeded'::text, 'failed'::text])))
);
CREATE INDEX conditions_by_code ON public.conditions USING btree (member_id, kind, code, started_at);
CREATE UNIQUE INDEX conditions_by_payment ON public.conditions USING btree (payment_id, member_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX conditions_one_at_a_time ON public.conditions USING btree (member_id) WHERE (state = ANY (ARRAY['running'::text, 'clearing'::text]));
CREATE UNIQUE INDEX conditions_promotion_once ON public.conditions USING btree (member_id, code) WHERE (kind = 'promotion'::text);
CREATE INDEX conditions_to_clear ON public.conditions USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX conditions_to_look_at ON public.conditions USING btree (look_at) WHERE (look_at IS NOT NULL);

create table confirmed_senders (
  id bigint not null generated always as identity,
  member_id text not null,
  bank_code text,
  account text not null,
  name text not null,
  confirmed_by text not null,
  payment_id bigint not null,
  confirmed_at timestamp with time zone not null default app_now(),
  constraint confirmed_senders_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['payment'::text, 'operator'::text]))),
  constraint confirmed_senders_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint confirmed_senders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint confirmed_senders_pkey PRIMARY KEY (id)
);
CREATE INDEX confirmed_senders_by_last_digits ON public.confirmed_senders USING btree ("right"(account, 4));
CREATE INDEX confirmed_senders_by_middle_digits ON public.confirmed_senders USING btree ("left"("right"(account, 5), 4));
CREATE UNIQUE INDEX confirmed_senders_once ON public.confirmed_senders USING btree (member_id, COALESCE(bank_code, ''::text), account, name);

create table corrections (
  id uuid not null,
  member_id text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  taken bigint not null default 0,
  owed bigint not null default 0,
  created_at timestamp with time zone not null default app_now(),
  reversed_by uuid,
  forgiven bigint not null default 0,
  constraint corrections_amount_check CHECK ((amount > 0)),
  constraint corrections_check CHECK (((kind = 'debit'::text) = ((taken + owed) = amount))),
  constraint corrections_forgive CHECK ((((forgiven >= 0) AND (forgiven <= amount)) AND ((kind = 'credit'::text) OR (forgiven = 0)))),
  constraint corrections_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint corrections_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint corrections_pkey PRIMARY KEY (id),
  constraint corrections_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES corrections(id),
  constraint corrections_reversed_by_key UNIQUE (reversed_by)
);
CREATE INDEX corrections_by_member ON public.corrections USING btree (member_id, created_at DESC);

create table debts_collected (
  member_id text not null,
  after_entry bigint not null,
  amount bigint not null,
  currency text not null,
  collected_at timestamp with time zone not null default app_now(),
  constraint debts_collected_amount_check CHECK ((amount > 0)),
  constraint debts_collected_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint debts_collected_pkey PRIMARY KEY (member_id, after_entry)
);

create table deposit_banks (
  id bigint not null generated always as identity,
  bank_code text not null,
  bank_type text not null,
  mode text not null,
  account_name text not null,
  account_no text not null,
  currency text not null,
  is_open boolean not null default true,
  feed_cursor bigint not null default 0,
  read_to bigint not null default 0,
  added_at timestamp with time zone not null default app_now(),
  read_at timestamp with time zone not null default clock_timestamp(),
  shares_references boolean not null default false,
  heard_until timestamp with time zone,
  constraint deposit_banks_bank_code_account_no_mode_key UNIQUE (bank_code, account_no, mode),
  constraint deposit_banks_bank_type_check CHECK ((bank_type = ANY (ARRAY['BANK'::text, 'PAYMENT'::text]))),
  constraint deposit_banks_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint deposit_banks_mode_check CHECK ((mode = ANY (ARRAY['AUTO'::text, 'SMS'::text]))),
  constraint deposit_banks_pkey PRIMARY KEY (id)
);

create table deposit_coins (
  payment_id bigint not null,
  member_id text not null,
  coins integer not null,
  counted bigint not null,
  day date not null,
  at timestamp with time zone not null default app_now(),
  constraint deposit_coins_coins_check CHECK ((coins >= 0)),
  constraint deposit_coins_counted_check CHECK ((counted > 0)),
  constraint deposit_coins_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint deposit_coins_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint deposit_coins_pkey PRIMARY KEY (payment_id)
);

create table deposit_wallets (
  id bigint not null generated always as identity,
  account_name text not null,
  phone text not null,
  mode text not null,
  currency text not null,
  is_open boolean not null default true,
  feed_cursor bigint not null default 0,
  read_to bigint not null default 0,
  added_at timestamp with time zone not null default app_now(),
  read_at timestamp with time zone not null default clock_timestamp(),
  heard_until timestamp with time zone,
  constraint deposit_wallets_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint deposit_wallets_mode_check CHECK ((mode = ANY (ARRAY['AUTO'::text, 'GIFT'::text]))),
  constraint deposit_wallets_phone_key UNIQUE (phone),
  constraint deposit_wallets_pkey PRIMARY KEY (id)
);

create table disputes (
  id bigint not null generated always as identity,
  payment_id bigint not null,
  member_id text not null,
  why text not null,
  frozen bigint not null,
  opened_at timestamp with time zone not null default app_now(),
  ended_at timestamp with time zone,
  given_to text,
  constraint disputes_check CHECK (((given_to IS NULL) OR (ended_at IS NOT NULL))),
  constraint disputes_frozen_check CHECK ((frozen >= 0)),
  constraint disputes_given_to_fkey FOREIGN KEY (given_to) REFERENCES members(id),
  constraint disputes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_payment_id_key UNIQUE (payment_id),
  constraint disputes_pkey PRIMARY KEY (id)
);
CREATE INDEX disputes_by_member ON public.disputes USING btree (member_id);
CREATE INDEX disputes_open ON public.disputes USING btree (id) WHERE (ended_at IS NULL);

create table fetched_money (
  member_id text not null,
  transfer_id uuid not null,
  code text not null,
  amount bigint not null,
  currency text not null,
  fetched_at timestamp with time zone not null default app_now(),
  decision text,
  decided_at timestamp with time zone,
  constraint fetched_money_amount_check CHECK ((amount > 0)),
  constraint fetched_money_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint fetched_money_decision_check CHECK ((decision = ANY (ARRAY['given'::text, 'kept'::text]))),
  constraint fetched_money_member_id_transfer_id_fkey FOREIGN KEY (member_id, transfer_id) REFERENCES transfers(member_id, id),
  constraint fetched_money_pkey PRIMARY KEY (member_id, transfer_id)
);
CREATE INDEX fetched_money_undecided ON public.fetched_money USING btree (fetched_at) WHERE (decision IS NULL);

create table findings (
  id bigint not null generated always as identity,
  kind text not null,
  party text not null default ''::text,
  subject text not null,
  currency text not null default ''::text,
  day date,
  expected bigint,
  found bigint,
  detail text not null,
  first_seen_at timestamp with time zone not null default app_now(),
  last_seen_at timestamp with time zone not null default app_now(),
  is_there boolean not null default true,
  owner text,
  ended_at timestamp with time zone,
  ended_by text,
  ended_how text,
  constraint findings_check CHECK (((ended_at IS NULL) = (ended_how IS NULL))),
  constraint findings_check1 CHECK (((ended_at IS NOT NULL) OR ((ended_by IS NULL) AND is_there))),
  constraint findings_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operators(name),
  constraint findings_owner_fkey FOREIGN KEY (owner) REFERENCES operators(name),
  constraint findings_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX findings_once ON public.findings USING btree (kind, party, subject, currency, COALESCE(day, '-infinity'::date));
CREATE INDEX findings_open ON public.findings USING btree (id) WHERE (ended_at IS NULL);
CREATE INDEX findings_there ON public.findings USING btree (party, day) WHERE is_there;

create table friend_decisions (
  friend_id text not null,
  counts boolean not null,
  operator text not null,
  at timestamp with time zone not null default app_now(),
  constraint friend_decisions_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES members(id),
  constraint friend_decisions_pkey PRIMARY KEY (friend_id)
);

create table game_accounts (
  member_id text not null,
  code text not null,
  username text not null,
  password bytea not null,
  next_password bytea,
  opened_at timestamp with time zone,
  changed_by uuid,
  sign_ins_ended_at timestamp with time zone,
  password_due_at timestamp with time zone,
  in_play bigint not null default 0,
  in_play_since date,
  stale_since timestamp with time zone,
  readings bigint not null default 0,
  read_on date not null default ((app_now() AT TIME ZONE 'Asia/Bangkok'::text))::date,
  remainder numeric not null default 0,
  moved_at timestamp with time zone,
  last_agreed_at timestamp with time zone,
  result_at timestamp with time zone,
  suspect_amount bigint,
  suspect_since timestamp with time zone,
  last_report_at timestamp with time zone,
  reported_amount bigint,
  fallen_amount bigint,
  unowned_amount bigint not null default 0,
  fetch_at timestamp with time zone,
  fetching_id uuid,
  fell_until timestamp with time zone,
  recheck_at timestamp with time zone,
  last_request_at timestamp with time zone,
  last_launch_at timestamp with time zone,
  may_differ boolean not null generated always as (COALESCE(((in_play > 0) OR (unowned_amount > 0) OR (stale_since IS NOT NULL) OR (suspect_since IS NOT NULL) OR (recheck_at IS NOT NULL) OR (moved_at >= COALESCE(last_agreed_at, moved_at)) OR (last_launch_at >= COALESCE(last_agreed_at, last_launch_at))), false)) stored,
  constraint game_accounts_code_username_key UNIQUE (code, username),
  constraint game_accounts_in_play_check CHECK ((in_play >= 0)),
  constraint game_accounts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint game_accounts_pkey PRIMARY KEY (member_id, code),
  constraint game_accounts_remainder_check CHECK ((remainder >= (0)::numeric)),
  constraint game_accounts_suspect CHECK (((suspect_amount IS NULL) = (suspect_since IS NULL))),
  constraint game_accounts_suspect_amount_check CHECK ((suspect_amount >= 0)),
  constraint game_accounts_unowned_amount_check CHECK ((unowned_amount >= 0))
);
CREATE INDEX game_accounts_password_due ON public.game_accounts USING btree (password_due_at) WHERE (password_due_at IS NOT NULL);
CREATE INDEX game_accounts_reported ON public.game_accounts USING btree (code, last_report_at) WHERE (reported_amount IS NOT NULL);
CREATE INDEX game_accounts_to_recheck ON public.game_accounts USING btree (recheck_at) WHERE (recheck_at IS NOT NULL);
CREATE INDEX game_accounts_unowned ON public.game_accounts USING btree (member_id, code) WHERE (unowned_amount > 0);

create table game_days (
  member_id text not null,
  day date not null,
  result bigint not null,
  constraint game_days_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint game_days_pkey PRIMARY KEY (member_id, day)
);

create table game_falls (
  id bigint not null generated always as identity,
  member_id text not null,
  code text not null,
  amount bigint not null,
  risen bigint not null default 0,
  fell_at timestamp with time zone not null default app_now(),
  day date not null default ((app_now() AT TIME ZONE 'Asia/Bangkok'::text))::date,
  posting_id bigint not null,
  is_counted boolean not null,
  is_small boolean not null,
  constraint game_falls_amount_check CHECK ((amount > 0)),
  constraint game_falls_check CHECK (((risen >= 0) AND (risen <= amount))),
  constraint game_falls_member_id_code_fkey FOREIGN KEY (member_id, code) REFERENCES game_accounts(member_id, code),
  constraint game_falls_pkey PRIMARY KEY (id)
);
CREATE INDEX game_falls_by_account ON public.game_falls USING btree (member_id, code, fell_at);

create unlogged table game_questions (
  member_id text not null,
  code text not null,
  asked_at timestamp with time zone[] not null,
  constraint game_questions_pkey PRIMARY KEY (member_id, code)
);

create table heartbeats (
  process uuid not null,
  beat bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint heartbeats_pkey PRIMARY KEY (process)
);

create table idempotency_keys (
  member_id text not null,
  call text not null,
  id uuid not null,
  input_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamp with time zone not null default app_now(),
  ring smallint not null default idempotency_ring(app_now()),
  constraint idempotency_keys_check CHECK (((status IS NULL) = (answer IS NULL))),
  constraint idempotency_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint idempotency_keys_pkey PRIMARY KEY (member_id, call, id, ring)
) partition by LIST (ring);

create table idempotency_keys_0 partition of idempotency_keys FOR VALUES IN ('0');

create table idempotency_keys_1 partition of idempotency_keys FOR VALUES IN ('1');

create table idempotency_keys_2 partition of idempotency_keys FOR VALUES IN ('2');

create table idempotency_keys_3 partition of idempotency_keys FOR VALUES IN ('3');

create table idempotency_keys_4 partition of idempotency_keys FOR VALUES IN ('4');

create table invite_days (
  friend_id text not null,
  day date not null,
  result bigint not null,
  constraint invite_days_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES members(id),
  constraint invite_days_pkey PRIMARY KEY (friend_id, day)
);

create table invites (
  friend_id text not null,
  inviter_id text not null,
  first_deposit bigint,
  first_payment_id bigint,
  granted bigint not null default 0,
  received_losses bigint not null default 0,
  constraint invites_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES members(id),
  constraint invites_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES members(id),
  constraint invites_pkey PRIMARY KEY (friend_id)
);
CREATE INDEX invites_by_inviter ON public.invites USING btree (inviter_id);

create table ledger_accounts (
  member_id text not null,
  name text not null,
  currency text not null,
  balance bigint not null default 0,
  last_posting_id bigint,
  constraint ledger_accounts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ledger_accounts_pkey PRIMARY KEY (member_id, name),
  constraint ledger_not_below_zero CHECK (
CASE
    WHEN (name = 'owed'::text) THEN (balance <= 0)
    ELSE (balance >= 0)
END)
) with (fillfactor=70);
CREATE INDEX ledger_accounts_owed ON public.ledger_accounts USING btree (member_id) WHERE (name = 'owed'::text);
CREATE TRIGGER guard BEFORE INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_guard_account();
CREATE TRIGGER keeps_its_name BEFORE UPDATE OF member_id, name, currency ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER moves_by_postings BEFORE UPDATE OF balance, last_posting_id ON public.ledger_accounts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_day_accounts (
  owner text not null,
  account text not null,
  currency text not null,
  day date not null,
  moved bigint not null,
  postings integer not null,
  balance bigint not null,
  constraint ledger_day_accounts_day_fkey FOREIGN KEY (day) REFERENCES ledger_days(day),
  constraint ledger_day_accounts_pkey PRIMARY KEY (owner, account, currency, day)
);
CREATE INDEX ledger_day_accounts_by_day ON public.ledger_day_accounts USING btree (day);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_day_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_days (
  day date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  sealed_at timestamp with time zone,
  postings bigint,
  hash bytea,
  constraint ledger_days_check CHECK ((((sealed_at IS NULL) = (hash IS NULL)) AND ((sealed_at IS NULL) = (postings IS NULL)))),
  constraint ledger_days_pkey PRIMARY KEY (day)
);
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_postings (
  owner text not null,
  id bigint not null,
  key text not null,
  kind text not null,
  reason text not null,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  from_after bigint,
  to_after bigint,
  closes bigint,
  detail jsonb not null default '{}'::jsonb,
  posted_at timestamp with time zone not null,
  chain bytea not null,
  constraint ledger_postings_pkey PRIMARY KEY (owner, id)
) partition by HASH (owner);
CREATE UNIQUE INDEX ledger_closings ON ONLY public.ledger_postings USING btree (owner, closes) WHERE (closes IS NOT NULL);
CREATE UNIQUE INDEX ledger_keys ON ONLY public.ledger_postings USING btree (owner, key);
CREATE INDEX ledger_postings_by_time ON ONLY public.ledger_postings USING brin (posted_at) WITH (autosummarize='on');
CREATE INDEX ledger_postings_deposits ON ONLY public.ledger_postings USING btree (owner, posted_at) WHERE (reason = 'deposit'::text);
CREATE INDEX ledger_postings_game_results ON ONLY public.ledger_postings USING btree (owner, posted_at) WHERE (reason = 'game_result'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_0 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 0);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_0 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_0 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_1 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 1);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_1 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_1 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_2 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 2);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_2 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_2 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_3 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 3);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_3 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_3 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_4 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 4);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_4 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_4 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_5 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 5);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_5 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_5 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_6 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 6);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_6 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_6 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table ledger_postings_7 partition of ledger_postings FOR VALUES WITH (modulus 8, remainder 7);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings_7 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply BEFORE INSERT ON public.ledger_postings_7 FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

create table limit_changes (
  id bigint not null generated always as identity,
  name text not null,
  currency text not null,
  amount bigint not null,
  operator text not null,
  at timestamp with time zone not null default app_now(),
  constraint limit_changes_amount_check CHECK ((amount > 0)),
  constraint limit_changes_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint limit_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX limit_changes_by_name ON public.limit_changes USING btree (currency, name, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.limit_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table manual_deposits (
  id uuid not null,
  member_id text not null,
  amount bigint not null,
  status text not null default 'PROCESSING'::text,
  payment_id bigint,
  created_at timestamp with time zone not null default app_now(),
  constraint manual_deposits_amount_check CHECK ((amount > 0)),
  constraint manual_deposits_check CHECK (((status = 'SUCCESS'::text) = (payment_id IS NOT NULL))),
  constraint manual_deposits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint manual_deposits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint manual_deposits_payment_id_key UNIQUE (payment_id),
  constraint manual_deposits_pkey PRIMARY KEY (member_id, id),
  constraint manual_deposits_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);
CREATE INDEX manual_deposits_open ON public.manual_deposits USING btree (created_at) WHERE (status = 'PROCESSING'::text);

create table member_devices (
  member_id text not null,
  device bytea not null,
  seen_at timestamp with time zone not null default app_now(),
  first_seen_at timestamp with time zone not null default app_now(),
  constraint member_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint member_devices_pkey PRIMARY KEY (member_id, device)
);
CREATE INDEX member_devices_by_device ON public.member_devices USING btree (device);

create table member_flags (
  id bigint not null generated always as identity,
  member_id text not null,
  reason text not null,
  payment_id bigint,
  raised_by text,
  since timestamp with time zone not null default app_now(),
  cleared_at timestamp with time zone,
  constraint member_flags_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint member_flags_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint member_flags_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX member_flags_once ON public.member_flags USING btree (member_id, reason, raised_by) NULLS NOT DISTINCT WHERE (cleared_at IS NULL);

create table members (
  id text not null,
  edition text not null,
  phone text not null,
  name text not null,
  password_hash text not null,
  currency text not null,
  bank_code text not null,
  bank_account_name text not null,
  bank_account_no text not null,
  source_code text,
  invited_by text,
  coins integer not null default 0,
  created_at timestamp with time zone not null default app_now(),
  blocked_at timestamp with time zone,
  is_phone_verified boolean not null default false,
  constraint members_bank_account_once UNIQUE (bank_code, bank_account_no),
  constraint members_coins_check CHECK ((coins >= 0)),
  constraint members_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint members_edition_check CHECK ((edition = ANY (ARRAY['th'::text, 'la'::text]))),
  constraint members_id_check CHECK ((id ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  constraint members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id),
  constraint members_phone_once UNIQUE (edition, phone),
  constraint members_pkey PRIMARY KEY (id)
);
CREATE INDEX members_by_inviter ON public.members USING btree (invited_by, created_at DESC) WHERE (invited_by IS NOT NULL);
CREATE INDEX members_by_last_digits ON public.members USING btree ("right"(bank_account_no, 4));
CREATE INDEX members_by_middle_digits ON public.members USING btree ("left"("right"(bank_account_no, 5), 4));
CREATE TRIGGER members_blocked AFTER UPDATE OF blocked_at ON public.members FOR EACH ROW WHEN ((new.blocked_at IS NOT NULL)) EXECUTE FUNCTION tell_ended_sign_in();
CREATE TRIGGER note_change AFTER UPDATE OF password_hash, bank_code, bank_account_no, bank_account_name ON public.members FOR EACH ROW EXECUTE FUNCTION note_account_change();

create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint migrations_pkey PRIMARY KEY (name, hash)
);

create table money_pauses (
  member_id text not null,
  id uuid not null,
  until timestamp with time zone not null,
  constraint money_pauses_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint money_pauses_pkey PRIMARY KEY (member_id)
);

create table notices (
  id bigint not null generated always as identity,
  html jsonb not null,
  shows_from timestamp with time zone not null,
  shows_to timestamp with time zone,
  made_by text not null,
  made_at timestamp with time zone not null default app_now(),
  ended_by text,
  ended_at timestamp with time zone,
  constraint notices_check CHECK ((shows_to > shows_from)),
  constraint notices_check1 CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  constraint notices_pkey PRIMARY KEY (id)
);

create table operator_candidates (
  name text not null,
  password_hash text not null,
  created_at timestamp with time zone not null default app_now(),
  constraint operator_candidates_pkey PRIMARY KEY (name)
);

create table operator_devices (
  operator text not null,
  device bytea not null,
  seen_at timestamp with time zone not null default app_now(),
  constraint operator_devices_operator_fkey FOREIGN KEY (operator) REFERENCES operators(name),
  constraint operator_devices_pkey PRIMARY KEY (operator, device)
);

create table operator_sessions (
  token_hash bytea not null,
  operator text not null,
  created_at timestamp with time zone not null default app_now(),
  expires_at timestamp with time zone not null,
  face text not null,
  constraint operator_sessions_face_check CHECK ((face = ANY (ARRAY['desk'::text, 'command'::text]))),
  constraint operator_sessions_operator_fkey FOREIGN KEY (operator) REFERENCES operators(name) ON DELETE CASCADE,
  constraint operator_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX operator_sessions_by_operator ON public.operator_sessions USING btree (operator);
CREATE TRIGGER operator_sessions_ended AFTER DELETE ON public.operator_sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_sign_in();

create table operators (
  name text not null,
  password_hash text not null,
  created_at timestamp with time zone not null default app_now(),
  roles text[] not null default '{}'::text[],
  removed_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (name)
);
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON public.operators FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table otp_codes (
  token_hash bytea not null,
  phone text not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null default app_now(),
  expires_at timestamp with time zone not null,
  wrong_tries integer not null default 0,
  verified_at timestamp with time zone,
  purpose text not null,
  proof_hash bytea,
  proof_until timestamp with time zone,
  constraint otp_codes_phone_fkey FOREIGN KEY (phone) REFERENCES otp_phones(phone),
  constraint otp_codes_pkey PRIMARY KEY (token_hash),
  constraint otp_codes_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'reset'::text])))
);
CREATE INDEX otp_codes_by_phone ON public.otp_codes USING btree (phone, sent_at DESC);
CREATE INDEX otp_codes_by_proof ON public.otp_codes USING btree (proof_hash) WHERE (proof_hash IS NOT NULL);

create table otp_phones (
  phone text not null,
  constraint otp_phones_pkey PRIMARY KEY (phone)
);

create table payment_lines (
  receiver_bank text not null,
  receiver_account text not null,
  place bigint not null,
  payment_id bigint not null,
  constraint payment_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_lines_pkey PRIMARY KEY (receiver_bank, receiver_account, place)
);

create table payment_moves (
  payment_id bigint not null,
  number integer not null,
  member_id text not null,
  taken bigint not null,
  owed bigint not null,
  moved_at timestamp with time zone not null default app_now(),
  constraint payment_moves_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint payment_moves_owed_check CHECK ((owed >= 0)),
  constraint payment_moves_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_moves_pkey PRIMARY KEY (payment_id, number),
  constraint payment_moves_taken_check CHECK ((taken >= 0))
);

create table payment_references (
  receiver_bank text not null,
  receiver_account text not null,
  sending_bank text not null,
  reference text not null,
  payment_id bigint not null,
  constraint payment_references_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_references_pkey PRIMARY KEY (receiver_bank, receiver_account, sending_bank, reference)
);

create table payment_sms (
  payment_id bigint not null,
  content text not null,
  balance bigint,
  constraint payment_sms_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX payment_sms_by_content ON public.payment_sms USING btree (md5(content));
CREATE UNIQUE INDEX payment_sms_once ON public.payment_sms USING btree (payment_id, md5(content));

create table payments (
  id bigint not null generated always as identity,
  receiver_bank text not null,
  receiver_account text not null,
  sending_bank text,
  reference text,
  notice_id text,
  amount bigint not null,
  currency text not null,
  paid_at timestamp with time zone not null,
  sender_account text not null,
  sender_name text not null,
  qrcode_id uuid,
  member_id text,
  credited_at timestamp with time zone,
  entry_id uuid,
  possible_duplicate_of bigint,
  closed_at timestamp with time zone,
  remark text,
  reported_at timestamp with time zone not null default app_now(),
  reported_by text[] not null,
  heard_since timestamp with time zone,
  ledger_name text not null generated always as (((regexp_replace(lower((receiver_bank COLLATE "C")), '[^a-z0-9_-]'::text, '-'::text, 'g'::text) || ':'::text) || regexp_replace(lower((receiver_account COLLATE "C")), '[^a-z0-9_-]'::text, '-'::text, 'g'::text))) stored,
  duplicate_of bigint,
  waits_by text,
  look_at timestamp with time zone,
  given_by text,
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_check CHECK (((sending_bank IS NULL) = (reference IS NULL))),
  constraint payments_check1 CHECK (((reference IS NOT NULL) OR (notice_id IS NOT NULL))),
  constraint payments_check2 CHECK (((member_id IS NULL) = (credited_at IS NULL))),
  constraint payments_check3 CHECK (((member_id IS NULL) OR (closed_at IS NULL))),
  constraint payments_duplicate_is_closed CHECK (((duplicate_of IS NULL) OR (closed_at IS NOT NULL))),
  constraint payments_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES payments(id),
  constraint payments_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint payments_notice_once UNIQUE (receiver_bank, receiver_account, notice_id),
  constraint payments_once UNIQUE (receiver_bank, receiver_account, sending_bank, reference),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_possible_duplicate_of_fkey FOREIGN KEY (possible_duplicate_of) REFERENCES payments(id),
  constraint payments_qrcode_id_fkey FOREIGN KEY (qrcode_id) REFERENCES qrcodes(id)
);
CREATE INDEX payments_by_entry ON public.payments USING btree (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX payments_by_giver ON public.payments USING btree (given_by, credited_at) WHERE (given_by IS NOT NULL);
CREATE INDEX payments_by_member ON public.payments USING btree (member_id, id);
CREATE INDEX payments_by_qrcode ON public.payments USING btree (qrcode_id) WHERE (qrcode_id IS NOT NULL);
CREATE INDEX payments_credited ON public.payments USING btree (credited_at) WHERE (credited_at IS NOT NULL);
CREATE INDEX payments_to_look_at ON public.payments USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX payments_to_pair ON public.payments USING btree (receiver_bank, receiver_account, amount, paid_at);
CREATE INDEX payments_waiting ON public.payments USING btree (id) WHERE ((member_id IS NULL) AND (closed_at IS NULL));

create table possible_returns (
  id bigint not null generated always as identity,
  member_id text not null,
  condition_id uuid not null,
  fall_id bigint not null,
  amount bigint not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default app_now(),
  decided_at timestamp with time zone,
  constraint possible_returns_amount_check CHECK ((amount > 0)),
  constraint possible_returns_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint possible_returns_fall_id_fkey FOREIGN KEY (fall_id) REFERENCES game_falls(id),
  constraint possible_returns_member_id_condition_id_fkey FOREIGN KEY (member_id, condition_id) REFERENCES conditions(member_id, id),
  constraint possible_returns_pkey PRIMARY KEY (id),
  constraint possible_returns_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'returned'::text])))
);
CREATE UNIQUE INDEX possible_returns_open ON public.possible_returns USING btree (member_id, condition_id, fall_id) WHERE (state = 'open'::text);

create table production_marker (
  only_row boolean not null default true,
  since timestamp with time zone not null default now(),
  constraint production_marker_only_row_check CHECK (only_row),
  constraint production_marker_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.production_marker FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create unlogged table provider_rate_limits (
  code text not null,
  tokens_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  failures integer not null default 0,
  open_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint provider_rate_limits_pkey PRIMARY KEY (code)
);

create table provider_trust_overrides (
  code text not null,
  until timestamp with time zone not null,
  constraint provider_trust_overrides_pkey PRIMARY KEY (code)
);

create table qrcodes (
  id uuid not null default gen_random_uuid(),
  member_id text not null,
  provider text not null,
  reference text not null,
  amount bigint not null,
  currency text not null,
  payload text,
  status text not null default 'MAKING'::text,
  created_at timestamp with time zone not null default app_now(),
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  ask_at timestamp with time zone,
  constraint qrcodes_amount_check CHECK ((amount > 0)),
  constraint qrcodes_check CHECK (((status <> 'OPEN'::text) OR (payload IS NOT NULL))),
  constraint qrcodes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint qrcodes_pkey PRIMARY KEY (id),
  constraint qrcodes_reference_check CHECK ((reference ~ '^[A-Z0-9]{1,20}$'::text)),
  constraint qrcodes_reference_key UNIQUE (reference),
  constraint qrcodes_status_check CHECK ((status = ANY (ARRAY['MAKING'::text, 'OPEN'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'FAILED'::text, 'PAID'::text])))
);
CREATE UNIQUE INDEX qrcodes_one_waiting ON public.qrcodes USING btree (member_id, provider) WHERE (status = ANY (ARRAY['MAKING'::text, 'OPEN'::text]));
CREATE INDEX qrcodes_to_ask ON public.qrcodes USING btree (provider, ask_at) WHERE (ask_at IS NOT NULL);

create table rate_limit_events (
  scope text not null,
  subject text not null,
  at timestamp with time zone not null default app_now(),
  amount bigint not null default 1,
  constraint rate_limit_events_amount_check CHECK ((amount > 0))
);
CREATE INDEX rate_limit_events_by_age ON public.rate_limit_events USING btree (at);
CREATE INDEX rate_limit_events_by_subject ON public.rate_limit_events USING btree (scope, subject, at);

create table reconciliations (
  day date not null,
  due_at timestamp with time zone,
  tries integer not null default 0,
  ran_at timestamp with time zone,
  constraint reconciliations_pkey PRIMARY KEY (day)
);

create table refunds (
  member_id text not null,
  id uuid not null,
  amount bigint not null,
  low bigint not null,
  created_at timestamp with time zone not null default app_now(),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_low_check CHECK ((low < 0)),
  constraint refunds_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint refunds_pkey PRIMARY KEY (member_id, id)
);
CREATE INDEX refunds_by_member ON public.refunds USING btree (member_id, created_at DESC);

create table security_events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default app_now(),
  what text not null,
  member_id text,
  operator text,
  address text,
  device text,
  about jsonb,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_what_check CHECK ((what = ANY (ARRAY['signed-in'::text, 'sign-in-failed'::text, 'signed-out'::text, 'signed-out-elsewhere'::text, 'password-changed'::text, 'password-reset'::text, 'game-passwords-renewed'::text, 'bank-changed'::text, 'looked'::text, 'conversation-read'::text, 'conversation-closed'::text])))
);
CREATE INDEX security_events_by_member ON public.security_events USING btree (member_id, id DESC) WHERE (member_id IS NOT NULL);
CREATE INDEX security_events_by_operator ON public.security_events USING btree (operator, id DESC) WHERE (operator IS NOT NULL);
CREATE INDEX security_events_readings ON public.security_events USING btree (operator, at) WHERE (what = 'conversation-read'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table seeded_rows (
  table_name text not null,
  key text not null,
  at timestamp with time zone not null default app_now(),
  constraint seeded_rows_pkey PRIMARY KEY (table_name, key)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seeded_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table self_invites (
  friend_id text not null,
  seen_at timestamp with time zone not null default app_now(),
  constraint self_invites_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES members(id),
  constraint self_invites_pkey PRIMARY KEY (friend_id)
);

create table sessions (
  token_hash bytea not null,
  member_id text not null,
  created_at timestamp with time zone not null default app_now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  constraint sessions_ended_by_check CHECK ((ended_by = ANY (ARRAY['member'::text, 'operator'::text]))),
  constraint sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_member ON public.sessions USING btree (member_id);
CREATE TRIGGER sessions_ended AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION tell_ended_sign_in();

create table settings (
  name text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table slips (
  reference text not null,
  member_id text not null,
  file text not null,
  payload text,
  status text not null default 'PROCESSING'::text,
  note text,
  amount bigint,
  payment_id bigint,
  created_at timestamp with time zone not null default app_now(),
  look_at timestamp with time zone,
  tries integer not null default 0,
  proved_at timestamp with time zone,
  constraint slips_check CHECK (((status = 'FAILED'::text) = (note IS NOT NULL))),
  constraint slips_check1 CHECK (((status = 'PROCESSING'::text) = (look_at IS NOT NULL))),
  constraint slips_file_key UNIQUE (file),
  constraint slips_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint slips_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint slips_pkey PRIMARY KEY (reference),
  constraint slips_reference_check CHECK ((reference ~ '^[0-9A-Z]{20}$'::text)),
  constraint slips_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);
CREATE INDEX slips_by_member ON public.slips USING btree (member_id, created_at DESC);
CREATE UNIQUE INDEX slips_one_per_payment ON public.slips USING btree (payment_id) WHERE (status = 'SUCCESS'::text);
CREATE INDEX slips_to_look_at ON public.slips USING btree (look_at) WHERE (look_at IS NOT NULL);

create table spins (
  member_id text not null,
  id uuid not null,
  wheel_id bigint not null,
  slice_code text not null,
  server_seed text not null,
  client_seed text not null,
  created_at timestamp with time zone not null default app_now(),
  expires_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  returned_at timestamp with time zone,
  constraint spins_check CHECK (((claimed_at IS NULL) OR (returned_at IS NULL))),
  constraint spins_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint spins_pkey PRIMARY KEY (member_id, id),
  constraint spins_wheel_id_slice_code_fkey FOREIGN KEY (wheel_id, slice_code) REFERENCES wheel_slices(wheel_id, code)
);
CREATE INDEX spins_by_member ON public.spins USING btree (member_id, created_at DESC);
CREATE INDEX spins_unclaimed ON public.spins USING btree (expires_at) WHERE ((claimed_at IS NULL) AND (returned_at IS NULL));

create table standstills (
  id bigint not null generated always as identity,
  number integer not null,
  began_at timestamp with time zone not null default clock_timestamp(),
  why text not null,
  ended_at timestamp with time zone,
  ended_by text,
  ended_how text,
  constraint standstills_check CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (ended_how IS NULL)))),
  constraint standstills_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX standstills_one_at_a_time ON public.standstills USING btree ((true)) WHERE (ended_at IS NULL);

create table statement_entries (
  member_id text not null,
  "position" bigint not null,
  type_position bigint not null,
  id uuid not null,
  statement_type text not null,
  status text not null,
  from_place text not null,
  to_place text not null,
  amount bigint not null,
  linked_kind text,
  linked_description text,
  created_at timestamp with time zone not null,
  balance_after bigint,
  constraint statement_entries_check CHECK (((linked_kind IS NULL) = (linked_description IS NULL))),
  constraint statement_entries_linked_kind_check CHECK ((linked_kind = ANY (ARRAY['bonus'::text, 'promotion'::text, 'invite'::text, 'refund'::text, 'luckydraw'::text]))),
  constraint statement_entries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint statement_entries_member_id_id_key UNIQUE (member_id, id),
  constraint statement_entries_member_id_statement_type_type_position_key UNIQUE (member_id, statement_type, type_position),
  constraint statement_entries_pkey PRIMARY KEY (member_id, "position"),
  constraint statement_entries_statement_type_check CHECK ((statement_type = ANY (ARRAY['deposit'::text, 'bonus'::text, 'finish_bonus'::text, 'withdraw'::text, 'transfer'::text]))),
  constraint statement_entries_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);
CREATE INDEX statement_entries_by_time ON public.statement_entries USING btree (member_id, created_at, "position");
CREATE INDEX statement_entries_by_type_and_time ON public.statement_entries USING btree (member_id, statement_type, created_at, type_position);
CREATE TRIGGER number_entry BEFORE INSERT ON public.statement_entries FOR EACH ROW EXECUTE FUNCTION statement_number_entry();

create table statement_totals (
  member_id text not null,
  statement_type text not null,
  total bigint not null,
  newest_at timestamp with time zone not null,
  constraint statement_totals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint statement_totals_pkey PRIMARY KEY (member_id, statement_type)
);

create table stops (
  id bigint not null generated always as identity,
  what text not null,
  subject text not null,
  placed_by text not null,
  placed_at timestamp with time zone not null default app_now(),
  lifted_by text,
  lifted_at timestamp with time zone,
  constraint stops_check CHECK (((lifted_by IS NULL) = (lifted_at IS NULL))),
  constraint stops_pkey PRIMARY KEY (id),
  constraint stops_what_check CHECK ((what = ANY (ARRAY['member'::text, 'withdrawal'::text, 'payouts'::text])))
);
CREATE UNIQUE INDEX stops_once ON public.stops USING btree (what, subject, placed_by) WHERE (lifted_at IS NULL);

create table storage_marker (
  only_row boolean not null default true,
  id uuid not null,
  constraint storage_marker_only_row_check CHECK (only_row),
  constraint storage_marker_pkey PRIMARY KEY (only_row)
);

create table sweeper_lease (
  only_row boolean not null default true,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint sweeper_lease_only_row_check CHECK (only_row),
  constraint sweeper_lease_pkey PRIMARY KEY (only_row)
);

create table texts (
  id bigint not null generated always as identity,
  name text not null,
  content jsonb not null,
  operator text not null,
  at timestamp with time zone not null default app_now(),
  constraint texts_pkey PRIMARY KEY (id)
);
CREATE INDEX texts_by_name ON public.texts USING btree (name, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transfer_legs (
  member_id text not null,
  transfer_id uuid not null,
  "position" smallint not null,
  stage smallint not null,
  code text not null,
  direction text not null,
  amount bigint,
  state text not null,
  called_at timestamp with time zone,
  absent_at timestamp with time zone,
  look_again_at timestamp with time zone,
  arrived_late_at timestamp with time zone,
  settled_late boolean,
  fetched_by uuid,
  late_owed bigint not null default 0,
  late_debt bigint not null default 0,
  constraint transfer_legs_amount_check CHECK ((amount > 0)),
  constraint transfer_legs_check CHECK (((late_debt >= 0) AND (late_debt <= late_owed))),
  constraint transfer_legs_check1 CHECK (((state = ANY (ARRAY['planned'::text, 'refused'::text])) OR ((amount IS NOT NULL) AND (called_at IS NOT NULL)))),
  constraint transfer_legs_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint transfer_legs_late_owed_check CHECK ((late_owed >= 0)),
  constraint transfer_legs_member_id_code_fkey FOREIGN KEY (member_id, code) REFERENCES game_accounts(member_id, code),
  constraint transfer_legs_member_id_transfer_id_fkey FOREIGN KEY (member_id, transfer_id) REFERENCES transfers(member_id, id),
  constraint transfer_legs_pkey PRIMARY KEY (member_id, transfer_id, "position"),
  constraint transfer_legs_stage_check CHECK ((stage = ANY (ARRAY[1, 2]))),
  constraint transfer_legs_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'called'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX transfer_legs_absent ON public.transfer_legs USING btree (look_again_at) WHERE (look_again_at IS NOT NULL);
CREATE INDEX transfer_legs_in_debt ON public.transfer_legs USING btree (member_id) WHERE (late_debt > 0);
CREATE INDEX transfer_legs_open ON public.transfer_legs USING btree (member_id, code) WHERE (state = ANY (ARRAY['planned'::text, 'called'::text]));
CREATE INDEX transfer_legs_returned ON public.transfer_legs USING btree (member_id, code, called_at) WHERE ((state = 'refused'::text) AND (called_at IS NOT NULL) AND (arrived_late_at IS NULL));

create table transfers (
  member_id text not null,
  id uuid not null,
  call text not null,
  from_wallet text not null,
  to_wallet text not null,
  amount bigint not null,
  own_share bigint not null,
  currency text not null,
  status text not null default 'PENDING'::text,
  created_at timestamp with time zone not null default app_now(),
  finished_at timestamp with time zone,
  next_try_at timestamp with time zone not null,
  tries integer not null default 0,
  fetches text,
  constraint transfers_amount_check CHECK ((amount >= 0)),
  constraint transfers_fetches_check CHECK ((fetches = ANY (ARRAY['late move'::text, 'unowned'::text]))),
  constraint transfers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint transfers_own_share_check CHECK ((own_share >= 0)),
  constraint transfers_pkey PRIMARY KEY (member_id, id),
  constraint transfers_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);
CREATE INDEX transfers_by_member ON public.transfers USING btree (member_id, created_at DESC);
CREATE INDEX transfers_to_resolve ON public.transfers USING btree (next_try_at) WHERE (status = 'PENDING'::text);

create table truelinks (
  hash text not null,
  member_id text not null,
  mobile text not null,
  status text not null default 'RESERVED'::text,
  code text,
  created_at timestamp with time zone not null default app_now(),
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  constraint truelinks_check CHECK (((status = 'RESERVED'::text) = (next_try_at IS NOT NULL))),
  constraint truelinks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint truelinks_pkey PRIMARY KEY (hash),
  constraint truelinks_status_check CHECK ((status = ANY (ARRAY['RESERVED'::text, 'CREDITED'::text, 'REFUSED'::text])))
);
CREATE INDEX truelinks_to_settle ON public.truelinks USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

create table unparsed_reports (
  id bigint not null generated always as identity,
  bank_code text not null,
  account_no text not null,
  content text not null,
  why text not null,
  at timestamp with time zone not null default app_now(),
  done_at timestamp with time zone,
  member_id text,
  constraint unparsed_reports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint unparsed_reports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX unparsed_reports_once ON public.unparsed_reports USING btree (bank_code, account_no, md5(content));
CREATE INDEX unparsed_reports_open ON public.unparsed_reports USING btree (id) WHERE (done_at IS NULL);

create table wheel_seeds (
  member_id text not null,
  wheel_id bigint not null,
  server_seed bytea not null,
  constraint wheel_seeds_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint wheel_seeds_pkey PRIMARY KEY (member_id),
  constraint wheel_seeds_wheel_id_fkey FOREIGN KEY (wheel_id) REFERENCES wheels(id)
);

create table wheel_slices (
  wheel_id bigint not null,
  "position" smallint not null,
  code text not null,
  prize_type text not null,
  weight integer not null,
  amount bigint not null,
  label jsonb not null,
  name jsonb not null,
  description jsonb not null,
  bg_color text not null,
  text_color text not null,
  success_percent integer not null,
  fail_percent integer not null,
  constraint wheel_slices_amount_check CHECK ((amount >= 0)),
  constraint wheel_slices_check CHECK (((prize_type = 'nothing'::text) = (amount = 0))),
  constraint wheel_slices_fail_percent_check CHECK (((fail_percent >= 0) AND (fail_percent <= 99))),
  constraint wheel_slices_pkey PRIMARY KEY (wheel_id, "position"),
  constraint wheel_slices_prize_type_check CHECK ((prize_type = ANY (ARRAY['credit'::text, 'bonus'::text, 'coin'::text, 'nothing'::text]))),
  constraint wheel_slices_success_percent_check CHECK ((success_percent >= 100)),
  constraint wheel_slices_weight_check CHECK ((weight > 0)),
  constraint wheel_slices_wheel_id_code_key UNIQUE (wheel_id, code),
  constraint wheel_slices_wheel_id_fkey FOREIGN KEY (wheel_id) REFERENCES wheels(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wheel_slices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table wheels (
  id bigint not null generated always as identity,
  currency text not null,
  name jsonb not null,
  coupon_days integer not null,
  replaced_at timestamp with time zone,
  made_by text,
  put_up_at timestamp with time zone default app_now(),
  put_up_by text,
  constraint wheels_coupon_days_check CHECK ((coupon_days > 0)),
  constraint wheels_currency_check CHECK ((currency = ANY (ARRAY['BAHT'::text, 'LAK'::text]))),
  constraint wheels_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX wheels_current ON public.wheels USING btree (currency) WHERE ((put_up_at IS NOT NULL) AND (replaced_at IS NULL));

create table withdrawals (
  member_id text not null,
  id uuid not null,
  call text not null,
  amount bigint not null,
  currency text not null,
  bank_code text not null,
  bank_account_no text not null,
  bank_account_name text not null,
  state text not null,
  created_at timestamp with time zone not null default app_now(),
  finished_at timestamp with time zone,
  gathering_id uuid not null default gen_random_uuid(),
  held_at timestamp with time zone,
  leaves_at timestamp with time zone,
  called_at timestamp with time zone,
  sent_at timestamp with time zone,
  refused_since timestamp with time zone,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  reasons text[] not null default '{}'::text[],
  approved_at timestamp with time zone,
  stopped_at timestamp with time zone,
  waits_for text,
  returned_why text,
  ask_again_at timestamp with time zone,
  ask_until timestamp with time zone,
  told_otherwise_at timestamp with time zone,
  may_have_left boolean not null default false,
  constraint withdrawals_amount_check CHECK ((amount > 0)),
  constraint withdrawals_asked_again CHECK (((ask_again_at IS NULL) OR ((state = ANY (ARRAY['paid'::text, 'returned'::text])) AND (ask_until IS NOT NULL)))),
  constraint withdrawals_called CHECK (((state = ANY (ARRAY['gathering'::text, 'held'::text, 'checking'::text, 'refused'::text, 'cancelled'::text])) OR (called_at IS NOT NULL) OR ((state = 'returned'::text) AND (returned_why IS NOT NULL)))),
  constraint withdrawals_go_on CHECK (((state = ANY (ARRAY['gathering'::text, 'held'::text, 'called'::text])) = (next_try_at IS NOT NULL))),
  constraint withdrawals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint withdrawals_pkey PRIMARY KEY (member_id, id),
  constraint withdrawals_states CHECK ((state = ANY (ARRAY['gathering'::text, 'held'::text, 'checking'::text, 'called'::text, 'paid'::text, 'returned'::text, 'refused'::text, 'cancelled'::text]))),
  constraint withdrawals_wait_held CHECK (((waits_for IS NULL) OR (state = 'held'::text))),
  constraint withdrawals_waits_for_check CHECK ((waits_for = ANY (ARRAY['blocked'::text, 'paused'::text, 'late move'::text, 'ceiling'::text])))
);
CREATE INDEX withdrawals_by_time ON public.withdrawals USING btree (member_id, created_at);
CREATE INDEX withdrawals_called_lately ON public.withdrawals USING btree (called_at) WHERE ((called_at IS NOT NULL) AND (approved_at IS NULL));
CREATE INDEX withdrawals_finished ON public.withdrawals USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX withdrawals_open ON public.withdrawals USING btree (member_id) WHERE (state = ANY (ARRAY['gathering'::text, 'held'::text, 'checking'::text, 'called'::text]));
CREATE INDEX withdrawals_to_ask_again ON public.withdrawals USING btree (ask_again_at) WHERE (ask_again_at IS NOT NULL);
CREATE INDEX withdrawals_to_carry_out ON public.withdrawals USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX withdrawals_to_check ON public.withdrawals USING btree (created_at) WHERE (state = 'checking'::text);

create table write_offs (
  id uuid not null,
  member_id text not null,
  code text not null,
  amount bigint not null,
  currency text not null,
  borne_by text not null,
  created_at timestamp with time zone not null default app_now(),
  constraint write_offs_amount_check CHECK ((amount > 0)),
  constraint write_offs_borne_by_check CHECK ((borne_by = ANY (ARRAY['house'::text, 'member'::text]))),
  constraint write_offs_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint write_offs_pkey PRIMARY KEY (id)
);

create sequence ledger_posting_ids;

create type ledger_posted as (
  posting_id bigint,
  is_replay boolean
);

create type transfer_step as (
  status text,
  "position" smallint,
  code text,
  direction text,
  username text,
  amount bigint
);

-- view audit_problems (id, problem)
-- view book_differences (kind, subject, currency, expected, found, detail)
-- view booked_effects (cause, currency, member_id, account, booked)
-- view due_effects (cause, currency, member_id, account, due)
-- view due_effects_of_corrections (cause, currency, member_id, account, amount)
-- view due_effects_of_games (cause, currency, member_id, account, amount)
-- view due_effects_of_payments (cause, currency, member_id, account, amount)
-- view due_effects_of_rewards (cause, currency, member_id, account, amount)
-- view due_effects_of_transfers (cause, currency, member_id, account, amount)
-- view due_effects_of_withdrawals (cause, currency, member_id, account, amount)
-- view house_balances (name, currency, balance)
-- view ledger_entries (owner, posting_id, key, kind, reason, currency, closes, posted_at, account, other_account, member_id, amount, balance_after)
-- view ledger_entry_problems (problem)
-- view ledger_problems (problem)
-- view suspense_problems (problem)

-- function act_input_hash(p_act text, p_input jsonb) returns bytea
-- function act_requests_guard() returns trigger
-- function app_now() returns timestamp with time zone
-- function audit_chain() returns trigger
-- function audit_hash(entry audit_log, before bytea) returns bytea
-- function audit_write(p_operator text, p_second text, p_request_id bigint, p_act text, p_why text, p_input jsonb, p_before jsonb, p_after jsonb) returns void security definer
-- function campaign_terms_on(p_kind text, p_code text, p_currency text, p_day date) returns TABLE(rate_percent bigint, cap bigint)
-- function chat_adopt(p_guest text, p_member text) returns uuid[]
-- function chat_is_first(entry chat_entries) returns boolean
-- function chat_lock_room(words jsonb) returns chat_rooms
-- function chat_next_state(words jsonb, room chat_rooms, at timestamp with time zone, idle interval) returns chat_rooms
-- function chat_read(p_room uuid, p_reader text, p_until uuid) returns boolean
-- function chat_say(words jsonb, most_in_minute integer, idle interval, OUT outcome text, OUT entry chat_entries, OUT room chat_rooms, OUT is_first boolean, OUT is_too_much boolean, OUT at timestamp with time zone) returns record
-- procedure chat_speak(IN words jsonb, IN most_in_minute integer, IN idle interval, INOUT said jsonb)
-- function chat_why_not(words jsonb, room chat_rooms, known chat_entries, is_too_much boolean) returns text
-- function clock_guard() returns trigger
-- function fetch_again_at(p_member_id text, p_code text) returns timestamp with time zone
-- function fetch_begin(p_member_id text, p_id uuid, p_code text, p_amount bigint, p_fetches text, p_service text) returns boolean
-- function fetch_book(p_leg transfer_legs, p_is_done boolean) returns SETOF transfer_step
-- function fetch_call(p_member_id text, p_id uuid, p_available bigint) returns SETOF transfer_step
-- function fetch_end(p_transfer transfers, p_fetched bigint) returns SETOF transfer_step
-- function friend_earned(p_friend_id text, p_currency text, p_first_deposit bigint, p_before date, p_usual_most bigint) returns TABLE(losses bigint, earned bigint)
-- function friends_over_most(p_inviter_id text, p_most integer) returns TABLE(friend_id text, decided boolean)
-- function game_add_unowned(p_member_id text, p_code text, p_amount bigint) returns void
-- function game_begin_fetch(p_member_id text, p_code text, p_id uuid) returns boolean
-- function game_count_question(p_caller text, p_code text, p_most integer) returns void
-- function game_end_fetch(p_member_id text, p_code text, p_again_at timestamp with time zone) returns void
-- function game_note_movement(p_member_id text, p_code text) returns void
-- function game_note_question(p_caller text, p_code text) returns void
-- function game_question_wait(p_caller text, p_code text, p_most integer) returns integer
-- function game_take_reading(p_member_id text, p_code text, p_share interval, p_ahead interval, p_failures_in_a_row integer, p_rest interval, p_caller text, p_most integer, p_is_page boolean) returns TABLE(is_resting boolean, failures integer)
-- function idempotency_answer(p_member_id text, p_call text, p_id uuid, p_status integer, p_answer jsonb) returns void
-- function idempotency_claim(p_member_id text, p_call text, p_id uuid, p_input_hash bytea) returns boolean
-- function idempotency_forget() returns void security definer
-- function idempotency_ring(at timestamp with time zone) returns smallint
-- function is_given(campaign campaigns) returns boolean
-- function ledger_apply_posting() returns trigger
-- function ledger_cause(key text) returns text
-- function ledger_chain(p_before bytea, p_row ledger_postings) returns bytea
-- function ledger_close_day(p_until date) returns date security definer
-- function ledger_guard_account() returns trigger
-- function ledger_hash_of_day(p_day date) returns bytea
-- function ledger_main_after(p_member_id text, p_key text) returns bigint
-- function ledger_moves(p_from timestamp with time zone, p_until timestamp with time zone) returns TABLE(owner text, account text, currency text, moved bigint, postings integer, balance_after bigint)
-- function ledger_post(p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint, p_detail jsonb) returns ledger_posted security definer
-- function ledger_problems_of(p_day date) returns TABLE(problem text)
-- function ledger_problems_of_house(p_day date, p_from timestamp with time zone, p_until timestamp with time zone) returns TABLE(problem text)
-- function ledger_problems_of_members(p_day date, p_from timestamp with time zone, p_until timestamp with time zone, p_half integer) returns TABLE(problem text)
-- function ledger_require_open(p_owner text, p_id bigint) returns void
-- function ledger_seal_day(p_day date) returns void security definer
-- function ledger_settle(p_owner text, p_key text, p_hold_key text, p_to text, p_detail jsonb) returns ledger_posted security definer
-- function ledger_undo(p_owner text, p_key text, p_kind text, p_undone_key text, p_detail jsonb) returns ledger_posted security definer
-- function ledger_write(p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint, p_closes bigint, p_detail jsonb) returns ledger_posted
-- function loss_terms_on(p_currency text, p_day date, p_usual_most bigint) returns TABLE(refund_rate bigint, invite_rate bigint, invite_cap bigint)
-- function mark_seeded() returns void
-- function money_bindings(p_member_id text, p_into text[]) returns TABLE(is_paused boolean, condition text, main bigint, owed bigint, is_closed boolean)
-- function money_stands_still() returns boolean
-- function note_account_change() returns trigger
-- function provider_rate_limit_take(asked text, share interval, ahead interval, failures_in_a_row integer, rest interval) returns TABLE(is_resting boolean, failures integer)
-- function reading_day() returns date
-- function refuse(p_code text, p_retry_after_seconds integer DEFAULT NULL::integer) returns void
-- function refuse_change() returns trigger
-- function require_may_transfer(p_member_id text, p_into text[], p_from_main bigint) returns void
-- function statement_end(p_member_id text, p_id uuid, p_status text, p_amount bigint, p_to text, p_posting text) returns void security definer
-- function statement_next(p_member_id text, p_type text) returns TABLE(total bigint, at timestamp with time zone)
-- function statement_note_balance(p_member_id text, p_id uuid, p_posting text) returns void security definer
-- function statement_number_entry() returns trigger
-- function statement_write(p_member_id text, p_id uuid, p_type text, p_status text, p_from text, p_to text, p_amount bigint, p_linked_kind text, p_linked_description text, p_posting text) returns void security definer
-- function tell_ended_sign_in() returns trigger
-- function transfer_advance(p_member_id text, p_id uuid, p_posting text, p_answers jsonb) returns SETOF transfer_step
-- function transfer_begin(p_member_id text, p_id uuid, p_call text, p_input_hash bytea, p_plan jsonb, p_answers jsonb) returns SETOF transfer_step
-- function transfer_book(p_member_id text, p_id uuid, p_position smallint, p_known text, p_answers jsonb) returns SETOF transfer_step
-- function transfer_end_statement(p_transfer transfers, p_posting text) returns void
-- function transfer_hold(p_leg transfer_legs, p_currency text) returns text
-- function transfer_key(p_member_id text, p_id uuid, p_position integer, p_step text) returns text
-- function transfer_planned_legs(p_member_id text, p_legs jsonb) returns TABLE("position" smallint, stage smallint, code text, direction text, amount bigint, state text, is_called boolean, username text, opened_at timestamp with time zone, available bigint, must_wait boolean)
-- function transfer_unread_game(p_member_id text, p_legs jsonb) returns text
