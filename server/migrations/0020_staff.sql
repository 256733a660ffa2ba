-- Operators are people with roles (staff/roles.ts says what a role may do). One who leaves is kept, because requests and
-- the audit log name them.
alter table operators
  add column roles text[] not null default '{}',
  add column removed_at timestamptz;
update operators set roles = '{support}';

-- A token counts at the face where its operator signed in, and nowhere else.
alter table operator_sessions add column face text not null default 'desk' check (face in ('desk', 'command'));
alter table operator_sessions alter column face drop default;

-- People who have chosen a password and wait for two operators to admit them: nobody else ever knows the password.
create table operator_candidates (
  name text primary key,
  password_hash text not null,
  created_at timestamptz not null default app_now()
);

-- Acts that wait for a second operator's yes.
create table act_requests (
  id bigint generated always as identity primary key,
  act text not null,
  input jsonb not null,
  -- Of act and input as they were asked for; written by the trigger.
  input_hash bytea not null,
  why text not null,
  -- The rows as they are and as the act would leave them, for the second operator to look at.
  preview jsonb not null,
  asked_by text not null references operators,
  asked_at timestamptz not null default app_now(),
  decision text check (decision in ('approved', 'refused', 'withdrawn')),
  decided_by text references operators,
  decided_at timestamptz,
  decided_why text,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  -- Only the asker can withdraw a request, and only somebody else can decide it.
  constraint act_requests_two_people check ((decision = 'withdrawn') = (decided_by = asked_by))
);
create index act_requests_open on act_requests (id) where decision is null;

create function act_input_hash(p_act text, p_input jsonb) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_act, p_input)::text, 'UTF8'))
$$;

-- A request is decided once, within a day, and nothing else of it ever changes.
create function act_requests_guard() returns trigger language plpgsql as $$
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
create trigger guard before insert or update on act_requests for each row execute function act_requests_guard();

-- Who did what, why, and with whom. Numbered without gaps, each entry sealed with the one before it: an entry that was
-- changed, taken out or put in between shows in `audit_problems`.
alter table audit_log alter column id drop identity;
alter table audit_log
  add column second text,
  -- Unique, so that an approved request is carried out once.
  add column request_id bigint unique references act_requests,
  add column hash bytea,
  add constraint audit_log_two_people check (second <> operator),
  add constraint audit_log_second_by_request check ((second is null) = (request_id is null));

create function audit_hash(entry audit_log, before bytea) returns bytea language sql stable as $$
  select sha256(before || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.operator, entry.second, entry.request_id, entry.act, entry.why,
    entry.input, entry.before, entry.after)::text, 'UTF8'))
$$;

do $$
declare
  entry audit_log;
  last_hash bytea := '';
  number bigint := 0;
begin
  for entry in select * from audit_log order by id loop
    number := number + 1;
    update audit_log set id = number where id = entry.id returning * into entry;
    last_hash := audit_hash(entry, last_hash);
    update audit_log set hash = last_hash where id = number;
  end loop;
end $$;
alter table audit_log alter column hash set not null;

create function audit_chain() returns trigger language plpgsql as $$
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
  new.hash := audit_hash(new, coalesce(v_last.hash, ''));
  return new;
end $$;
create trigger chain before insert on audit_log for each row execute function audit_chain();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger never_deleted before delete or truncate on act_requests
  for each statement execute function refuse_change();
create trigger never_deleted before delete or truncate on operators
  for each statement execute function refuse_change();

-- Empty as long as nobody has touched the log.
create view audit_problems as
  select id, case when id <> number then 'entry ' || number || ' is missing' else 'entry ' || id || ' is not as it was written' end as problem
    from (
      select audit_log.id, row_number() over (order by id) as number, hash,
        audit_hash(audit_log, coalesce(lag(hash) over (order by id), '')) as expected
      from audit_log
    ) entries
    where id <> number or hash <> expected;
