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
  primary key (member_id, transfer_id, position),
  foreign key (member_id, transfer_id) references transfers,
  foreign key (member_id, code) references game_accounts,
  check (state in ('planned', 'refused') or (amount is not null and called_at is not null))
);
create index transfer_legs_absent on transfer_legs (look_again_at) where look_again_at is not null;
create index transfer_legs_open on transfer_legs (member_id, code) where state in ('planned', 'called');
