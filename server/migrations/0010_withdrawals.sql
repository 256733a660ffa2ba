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
  state text not null check (state in ('gathering', 'held', 'called', 'paid', 'returned', 'refused')),
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- Real time.
  called_at timestamptz,
  next_try_at timestamptz,
  tries integer not null default 0,
  primary key (member_id, id),
  check ((state in ('gathering', 'held', 'called')) = (next_try_at is not null)),
  check (state in ('gathering', 'held', 'refused') or called_at is not null)
);
create index withdrawals_to_carry_out on withdrawals (next_try_at) where next_try_at is not null;
