-- Calls with a key: each has its effect once.

-- Whether the key is new to the call. Two partitions do not know of each other's keys: the lock makes the second call with
-- a key wait for the end of the first, and then the key is there.
create or replace function idempotency_claim(p_member_id text, p_call text, p_id uuid, p_input_hash bytea) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', p_member_id, p_call, p_id), 0));
  if exists (select from idempotency_keys where member_id = p_member_id and call = p_call and id = p_id) then
    return false;
  end if;
  insert into idempotency_keys (member_id, call, id, input_hash) values (p_member_id, p_call, p_id, p_input_hash);
  return true;
end $$;

-- Keeps the answer to a call with a key, unless the call has one.
create or replace function idempotency_answer(p_member_id text, p_call text, p_id uuid, p_status integer, p_answer jsonb) returns void
language plpgsql as $$
begin
  update idempotency_keys set status = p_status, answer = p_answer
    where member_id = p_member_id and call = p_call and id = p_id and answer is null;
end $$;

-- Empties the partitions that hold no key of the last thirty days.
create or replace function idempotency_forget() returns void language plpgsql
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
