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
  -- Staked in bets that are still open, at the last reading; part of the balance in the ledger.
  in_play bigint not null default 0 check (in_play >= 0),
  -- Since when the provider could not be read; null: the last reading was good.
  stale_since timestamptz,
  primary key (member_id, code),
  unique (code, username)
);
