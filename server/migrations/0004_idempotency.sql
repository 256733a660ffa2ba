-- What was answered to a call that carried an Idempotency-Key. The row is written in the transaction of the call's
-- effect; the answer, in the transaction that decides it.
create table idempotency_keys (
  member_id text not null references members,
  -- Method and path.
  call text not null,
  id uuid not null,
  input_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  primary key (member_id, call, id),
  check ((status is null) = (answer is null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
