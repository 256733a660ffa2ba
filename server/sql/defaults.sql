-- Functions that the defaults of columns call. They are applied before the tables, and again with the other files.

-- The product's time: the real time plus what the clock is ahead.
create or replace function app_now() returns timestamptz language sql stable as $$
  select now() + ahead from clock
$$;

-- The partition of `idempotency_keys` that a moment belongs to: ten days each, five in a ring.
create or replace function idempotency_ring(at timestamptz) returns smallint language sql immutable as $$
  select (floor(extract(epoch from at) / (10 * 86400))::bigint % 5)::smallint
$$;
