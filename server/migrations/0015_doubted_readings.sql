-- What a provider tells of a member's account is a claim; see money/games/judge-reading.ts. All times are real ones.
alter table game_accounts
  -- When our last movement there ended, whatever became of it.
  add moved_at timestamptz,
  -- When the last reading was begun that agreed with the books or was booked.
  add read_at timestamptz,
  -- When the last result was booked.
  add result_at timestamptz,
  -- What a reading told that others have to confirm, and when it was begun.
  add doubted_amount bigint check (doubted_amount >= 0),
  add doubted_at timestamptz,
  -- Whether the last reading, begun at `told_at`, was far below the books; null: there was too little to fall.
  add told_at timestamptz,
  add has_fallen boolean,
  -- Money there that is not the member's: it came from nothing, and an operator decides whose it is.
  add late bigint not null default 0 check (late >= 0),
  -- When the account is read again by itself.
  add read_again_at timestamptz,
  add constraint game_accounts_doubt check ((doubted_amount is null) = (doubted_at is null));
create index game_accounts_to_read on game_accounts (read_again_at) where read_again_at is not null;
create index game_accounts_told on game_accounts (code, told_at) where has_fallen is not null;
create index game_accounts_late on game_accounts (member_id, code) where late > 0;

-- Providers that an operator has looked at: their readings are booked although many accounts fall.
create table believed_providers (
  code text primary key,
  until timestamptz not null
);

-- What all readings of a member's games said of a condition, and since when. A second look, begun later, has to say the
-- same before the condition ends.
alter table conditions
  add verdict text check (verdict in ('succeeded', 'failed')),
  add verdict_at timestamptz,
  add look_at timestamptz,
  add constraint conditions_verdict check ((verdict is null) = (verdict_at is null));
create index conditions_to_look_at on conditions (look_at) where look_at is not null;

-- A move that a provider made after its money was given back: settled by itself, or waiting for an operator.
alter table transfer_legs add settled_late boolean;
create index transfer_legs_returned on transfer_legs (member_id, code, called_at)
  where state = 'refused' and called_at is not null and arrived_late_at is null;
