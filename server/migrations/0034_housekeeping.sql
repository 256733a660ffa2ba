-- Keys of calls are kept for thirty days. They are in five partitions of ten days each, used in a ring: what is too old
-- goes by emptying a partition, not row by row.
create function idempotency_ring(at timestamptz) returns smallint language sql immutable as $$
  select (floor(extract(epoch from at) / (10 * 86400))::bigint % 5)::smallint
$$;
alter table idempotency_keys rename to earlier_keys;
alter index idempotency_keys_pkey rename to earlier_keys_pkey;
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
insert into idempotency_keys (member_id, call, id, input_hash, status, answer, created_at, ring)
  select member_id, call, id, input_hash, status, answer, created_at, idempotency_ring(created_at) from earlier_keys;
drop table earlier_keys;

-- Whether the key is new to the call. Two partitions do not know of each other's keys: the lock makes the second call with
-- a key wait for the end of the first, and then the key is there.
create function idempotency_claim(p_member_id text, p_call text, p_id uuid, p_input_hash bytea) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', p_member_id, p_call, p_id), 0));
  if exists (select from idempotency_keys where member_id = p_member_id and call = p_call and id = p_id) then
    return false;
  end if;
  insert into idempotency_keys (member_id, call, id, input_hash) values (p_member_id, p_call, p_id, p_input_hash);
  return true;
end $$;

-- Empties the partitions that hold no key of the last thirty days.
create function idempotency_forget() returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  v_is_over boolean;
begin
  perform set_config('lock_timeout', '1s', true);
  for part in 0..4 loop
    execute format('select exists (select from idempotency_keys_%1$s) and not exists (
      select from idempotency_keys_%1$s where created_at >= app_now() - interval ''30 days'')', part) into v_is_over;
    if v_is_over then execute format('truncate idempotency_keys_%s', part); end if;
  end loop;
end $$;

-- One node sweeps at a time.
create table housekeeping (
  only_row boolean primary key default true check (only_row),
  due_at timestamptz not null default '-infinity'
);
insert into housekeeping default values;
