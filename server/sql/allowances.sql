-- May this member move money?

-- Refuses what a member asked for. `p_code` is a code of contract/src/errors.ts.
create or replace function refuse(p_code text, p_retry_after_seconds integer default null) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'KR013', message = p_code, detail = coalesce(p_retry_after_seconds::text, '');
end $$;

-- `condition`: the state of the reward condition that binds the member now. `is_paused`: a grant is being decided. `owed`:
-- what the member owes. `is_closed`: one of the games that money is to go to takes none.
create or replace function money_bindings(p_member_id text, p_into text[])
returns table (is_paused boolean, condition text, main bigint, owed bigint, is_closed boolean) language sql stable as $$
  select
    exists (select from money_pauses where member_id = p_member_id and until > clock_timestamp()),
    (select state from conditions where member_id = p_member_id and state in ('running', 'clearing')),
    coalesce((select balance from ledger_accounts where member_id = p_member_id and name = 'main'), 0),
    coalesce((select -balance from ledger_accounts where member_id = p_member_id and name = 'owed'), 0),
    exists (select from closed_games where code = any (p_into))
$$;

-- A ladder of refusals: the first that applies is the answer. `p_from_main`: what leaves the main wallet;
-- null: all of it, so that nothing is left there for a debt.
create or replace function require_may_transfer(p_member_id text, p_into text[], p_from_main bigint) returns void
language plpgsql as $$
declare
  v_bound record;
begin
  select * into v_bound from money_bindings(p_member_id, p_into);
  if v_bound.condition = 'clearing' then perform refuse('BONUS_CONDITION'); end if;
  if v_bound.is_paused then perform refuse('SERVICE_UNAVAILABLE', 1); end if;
  if p_from_main is distinct from 0 and v_bound.owed > 0
    and coalesce(v_bound.main - p_from_main, 0) < v_bound.owed
  then
    perform refuse('MONEY_OWED');
  end if;
  if v_bound.is_closed then perform refuse('GAME_CLOSED'); end if;
end $$;
