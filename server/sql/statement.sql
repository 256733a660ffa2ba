-- The members' statements.

-- Counts one more entry of the type; '' counts all types.
create or replace function statement_next(p_member_id text, p_type text) returns table (total bigint, at timestamptz)
language sql as $$
  insert into statement_totals as totals (member_id, statement_type, total, newest_at)
    select p_member_id, p_type, 1, clock_timestamp() + ahead from clock
    on conflict (member_id, statement_type) do update
      set total = totals.total + 1, newest_at = greatest(totals.newest_at, excluded.newest_at)
    returning totals.total, totals.newest_at
$$;

create or replace function statement_number_entry() returns trigger language plpgsql as $$
begin
  select total, at into new.position, new.created_at from statement_next(new.member_id, '');
  select total into new.type_position from statement_next(new.member_id, new.statement_type);
  return new;
end $$;

create or replace function statement_write(
  p_member_id text, p_id uuid, p_type text, p_status text, p_from text, p_to text, p_amount bigint,
  p_linked_kind text, p_linked_description text, p_posting text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into statement_entries (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind,
      linked_description, balance_after)
    values (p_member_id, p_id, p_type, p_status, p_from, p_to, p_amount, p_linked_kind, p_linked_description,
      ledger_main_after(p_member_id, p_posting));
end $$;

create or replace function statement_note_balance(p_member_id text, p_id uuid, p_posting text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_entries set balance_after = ledger_main_after(p_member_id, p_posting)
    where member_id = p_member_id and id = p_id;
end $$;

-- What became of a movement. The entry keeps its number, its time and its type.
create or replace function statement_end(
  p_member_id text, p_id uuid, p_status text, p_amount bigint, p_to text, p_posting text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_status is distinct from 'SUCCESS' and p_status is distinct from 'FAILED' then
    raise exception 'STATEMENT_NO_END' using errcode = 'KR012', detail = p_status;
  end if;
  update statement_entries set status = p_status, amount = coalesce(p_amount, amount), to_place = coalesce(p_to, to_place),
      balance_after = case when p_status = 'SUCCESS'
        then coalesce(ledger_main_after(p_member_id, p_posting), balance_after) end
    where member_id = p_member_id and id = p_id;
end $$;

create or replace trigger number_entry before insert on statement_entries
  for each row execute function statement_number_entry();
