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
  constraint members_phone_once unique (edition, phone),
  constraint members_bank_account_once unique (bank_code, bank_account_no)
);

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

-- One row per phone that ever asked for a code: its lock orders everything that happens to the phone.
create table otp_phones (
  phone text primary key,
  wrong_tries integer not null default 0,
  blocked_until timestamptz,
  verified_until timestamptz
);

-- Only the newest code of a phone counts. The code is hashed together with its token, which we do not keep.
create table otp_codes (
  token_hash bytea primary key,
  phone text not null references otp_phones,
  code_hash bytea not null,
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index otp_codes_by_phone on otp_codes (phone, sent_at desc);

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
  unique (bank_code, account_no, mode)
);

create table deposit_wallets (
  id bigint generated always as identity primary key,
  account_name text not null,
  phone text not null unique,
  mode text not null check (mode in ('AUTO', 'GIFT')),
  currency text not null check (currency in ('BAHT', 'LAK')),
  is_open boolean not null default true
);
