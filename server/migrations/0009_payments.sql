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

-- Money that reached us: one row per payment, by however many ways we hear of it.
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
  -- A payment that it may be another telling of: it waits until that is known.
  perhaps_same_as bigint references payments,
  -- An operator has sent it back.
  closed_at timestamptz,
  remark text,
  heard_at timestamptz not null default app_now(),
  heard_by text[] not null,
  constraint payments_once unique (receiver_bank, receiver_account, sending_bank, reference),
  constraint payments_notice_once unique (receiver_bank, receiver_account, notice_id),
  check ((sending_bank is null) = (reference is null)),
  check (reference is not null or notice_id is not null),
  check ((member_id is null) = (credited_at is null)),
  check (member_id is null or closed_at is null)
);
create index payments_waiting on payments (id) where member_id is null and closed_at is null;
create index payments_to_pair on payments (receiver_bank, receiver_account, amount, paid_at)
  where reference is null or notice_id is null;
create index payments_by_member on payments (member_id, id);

-- A sender of whom only the last digits are shown is looked for by them.
create index members_by_last_digits on members (right(bank_account_no, 4));

-- Callbacks that were heard. Older ones are refused by their time.
create table callback_nonces (
  provider text not null,
  nonce text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (provider, nonce)
);
create index callback_nonces_by_age on callback_nonces (at);

-- How far the feed of an account was read, and when it is read next (real time, which also is how long a reader has it).
alter table deposit_banks add column feed_cursor bigint not null default 0;
-- What was paid before is not credited by itself.
alter table deposit_banks add column added_at timestamptz not null default app_now();
alter table deposit_banks add column read_at timestamptz not null default clock_timestamp();

-- What a feed told and nobody could read: it may be money.
create table unread_news (
  id bigint generated always as identity primary key,
  bank_code text not null,
  account_no text not null,
  content text not null,
  why text not null,
  at timestamptz not null default app_now(),
  -- An operator has looked at it.
  done_at timestamptz
);
create index unread_news_open on unread_news (id) where done_at is null;
create unique index unread_news_once on unread_news (bank_code, account_no, md5(content));

-- Pictures of slips. `reference` names a slip to the member who sent it.
create table slips (
  reference text primary key check (reference ~ '^[0-9A-Z]{20}$'),
  member_id text not null references members,
  file text not null unique,
  status text not null default 'PROCESSING' check (status in ('PROCESSING', 'SUCCESS', 'FAILED')),
  -- Why it failed, as a code.
  note text,
  amount bigint,
  payment_id bigint references payments,
  created_at timestamptz not null default app_now(),
  -- When it is looked at next.
  look_at timestamptz,
  tries integer not null default 0,
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
