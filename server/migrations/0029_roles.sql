-- The server's role writes the ledger, the statement and the audit log through these functions alone: they run with the
-- rights of their owner, who made the tables (docs/decisions/0021-roles.md). What the role may do else is in
-- src/platform/grants.ts. Their search path is fixed, or a caller could put tables of its own before ours.

-- As before, but that it takes no posting without accounts either: whoever calls it need not be the server's code.
create or replace function ledger_post(
  p_key text, p_kind text, p_reason text, p_member_id text, p_currency text,
  p_accounts text[], p_amounts bigint[], p_detail jsonb
) returns table (transfer_id bigint, is_replay boolean) language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if p_kind not in ('post', 'hold') or coalesce(cardinality(p_accounts), 0) < 2
    or cardinality(p_accounts) is distinct from cardinality(p_amounts)
  then
    raise exception 'LEDGER_UNBALANCED' using errcode = 'KR002';
  end if;
  perform from members where id = p_member_id for no key update;
  return query select * from ledger_write(p_key, p_kind, p_reason, p_member_id, p_currency,
    (select array_agg(ledger_account(p_member_id, name, p_currency) order by position)
      from unnest(p_accounts) with ordinality as account (name, position)),
    p_amounts, null, p_detail);
end $$;
alter function ledger_settle(text, text, text, jsonb) security definer set search_path = public, pg_temp;
alter function ledger_undo(text, text, text, jsonb) security definer set search_path = public, pg_temp;

-- The main wallet's balance after a posting of the member, as the ledger noted it; null if the posting moved none there.
create function ledger_main_after(p_member_id text, p_transfer_id bigint) returns bigint language plpgsql stable as $$
begin
  if p_transfer_id is null then return null; end if;
  -- From the few entries of the posting to their accounts: the other way round a member's whole history would be read.
  return (
    with moved as materialized (select account_id, balance_after from ledger_entries where transfer_id = p_transfer_id)
    select balance_after from moved join ledger_accounts on ledger_accounts.id = account_id
      where member_id = p_member_id and name = 'main'
  );
end $$;

create function statement_write(
  p_member_id text, p_id uuid, p_type text, p_status text, p_from text, p_to text, p_amount bigint,
  p_linked_kind text, p_linked_description text, p_transfer_id bigint
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into statement_entries (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind,
      linked_description, balance_after)
    values (p_member_id, p_id, p_type, p_status, p_from, p_to, p_amount, p_linked_kind, p_linked_description,
      ledger_main_after(p_member_id, p_transfer_id));
end $$;

create function statement_note_balance(p_member_id text, p_id uuid, p_transfer_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update statement_entries set balance_after = ledger_main_after(p_member_id, p_transfer_id)
    where member_id = p_member_id and id = p_id;
end $$;

-- What became of a movement. The entry keeps its number, its time and its type.
create function statement_end(
  p_member_id text, p_id uuid, p_status text, p_amount bigint, p_to text, p_transfer_id bigint
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_status is distinct from 'SUCCESS' and p_status is distinct from 'FAILED' then
    raise exception 'STATEMENT_NO_END' using errcode = 'KR012', detail = p_status;
  end if;
  update statement_entries set status = p_status, amount = coalesce(p_amount, amount), to_place = coalesce(p_to, to_place),
      balance_after = case when p_status = 'SUCCESS'
        then coalesce(ledger_main_after(p_member_id, p_transfer_id), balance_after) end
    where member_id = p_member_id and id = p_id;
end $$;

create function audit_write(
  p_operator text, p_second text, p_request_id bigint, p_act text, p_why text, p_input jsonb, p_before jsonb, p_after jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (operator, second, request_id, act, why, input, before, after)
    values (p_operator, p_second, p_request_id, p_act, p_why, p_input, p_before, p_after);
end $$;
