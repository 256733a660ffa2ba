-- A statement's entry names its posting by its key, so that both can be sent together.
drop function statement_write(text, uuid, text, text, text, text, bigint, text, text, bigint);
drop function statement_note_balance(text, uuid, bigint);
drop function statement_end(text, uuid, text, bigint, text, bigint);
drop function ledger_main_after(text, bigint);

-- The main wallet's balance after a posting of the member, as the ledger noted it; null if the posting moved none there.
create function ledger_main_after(p_member_id text, p_key text) returns bigint language sql stable as $$
  select case 'main' when from_account then from_after when to_account then to_after end
    from ledger_transfers where owner = p_member_id and key = p_key
$$;

create function statement_write(
  p_member_id text, p_id uuid, p_type text, p_status text, p_from text, p_to text, p_amount bigint,
  p_linked_kind text, p_linked_description text, p_posting text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into statement_entries (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind,
      linked_description, balance_after)
    values (p_member_id, p_id, p_type, p_status, p_from, p_to, p_amount, p_linked_kind, p_linked_description,
      ledger_main_after(p_member_id, p_posting));
end $$;

create function statement_note_balance(p_member_id text, p_id uuid, p_posting text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_entries set balance_after = ledger_main_after(p_member_id, p_posting)
    where member_id = p_member_id and id = p_id;
end $$;

-- What became of a movement. The entry keeps its number, its time and its type.
create function statement_end(
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
