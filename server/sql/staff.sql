-- What operators ask for, and the log of what they did.

-- Tells whether a request and an entry of the log are about the same act.
create or replace function act_input_hash(p_act text, p_input jsonb) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_act, p_input)::text, 'UTF8'))
$$;

-- A request is decided once, within a day, and nothing else of it ever changes.
create or replace function act_requests_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.input_hash := act_input_hash(new.act, new.input);
    if new.decision is null then return new; end if;
  elsif tg_op = 'UPDATE' and old.decision is null and new.decision is not null
    and (new.id, new.act, new.input, new.input_hash, new.why, new.preview, new.asked_by, new.asked_at)
      is not distinct from (old.id, old.act, old.input, old.input_hash, old.why, old.preview, old.asked_by, old.asked_at)
    and (new.decision <> 'approved' or app_now() < old.asked_at + interval '24 hours')
  then return new; end if;
  raise exception 'REQUEST_IS_SETTLED' using errcode = 'KR010', detail = format('%s of request %s', tg_op, coalesce(old.id, new.id));
end $$;

create or replace function audit_hash(entry audit_log, before bytea) returns bytea language sql stable as $$
  select sha256(before || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.operator, entry.second, entry.request_id, entry.act, entry.why,
    entry.input, entry.before, entry.after)::text, 'UTF8'))
$$;

-- Numbers an entry, seals it with the entry before it, and refuses one that its request does not cover.
create or replace function audit_chain() returns trigger language plpgsql as $$
declare
  v_request act_requests;
  v_last audit_log;
begin
  if new.request_id is not null then
    select * into v_request from act_requests where id = new.request_id;
    if v_request.decision is distinct from 'approved'
      or (v_request.asked_by, v_request.decided_by, v_request.input_hash)
        is distinct from (new.operator, new.second, act_input_hash(new.act, new.input))
    then
      raise exception 'REQUEST_IS_ANOTHER' using errcode = 'KR011', detail = format('request %s', new.request_id);
    end if;
  end if;
  -- Entries are written one after the other: each waits for the transaction of the one before it.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select * into v_last from audit_log order by id desc limit 1;
  new.id := coalesce(v_last.id, 0) + 1;
  -- The database's real time, not the product's clock. Each entry is later than the entry before it.
  new.at := greatest(clock_timestamp(), v_last.at + interval '1 microsecond');
  new.hash := audit_hash(new, coalesce(v_last.hash, ''));
  return new;
end $$;

create or replace function audit_write(
  p_operator text, p_second text, p_request_id bigint, p_act text, p_why text, p_input jsonb, p_before jsonb, p_after jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (operator, second, request_id, act, why, input, before, after)
    values (p_operator, p_second, p_request_id, p_act, p_why, p_input, p_before, p_after);
end $$;

-- Empty as long as nobody has touched the log.
create or replace view audit_problems as
  select id, case when id <> number then 'entry ' || number || ' is missing' else 'entry ' || id || ' is not as it was written' end as problem
    from (
      select audit_log.id, row_number() over (order by id) as number, hash,
        audit_hash(audit_log, coalesce(lag(hash) over (order by id), '')) as expected
      from audit_log
    ) entries
    where id <> number or hash <> expected;

create or replace trigger guard before insert or update on act_requests for each row execute function act_requests_guard();

create or replace trigger chain before insert on audit_log for each row execute function audit_chain();
