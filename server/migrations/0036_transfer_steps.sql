-- The steps of a transfer between wallets. Each is one statement of its caller, and a transaction of its own where the
-- caller has none: beginning it, and booking the outcome of a leg. No step talks to a provider; the product does so
-- between the steps (server/src/money/transfers/carry-out.ts says where a transfer can be cut off).
--
-- KR013 is a refusal for the member: its message is a code of contract/src/errors.ts, its detail the seconds to wait.

-- May this member move money? ----------------------------------------------------------------------------

-- `condition`: the state of the reward condition that binds the member now. `is_paused`: a grant is being decided. `owed`:
-- what the member owes. `is_closed`: one of the games that money is to go to takes none.
create function money_bindings(p_member_id text, p_into text[])
returns table (is_paused boolean, condition text, main bigint, owed bigint, is_closed boolean) language sql stable as $$
  select
    exists (select from money_pauses where member_id = p_member_id and until > clock_timestamp()),
    (select state from conditions where member_id = p_member_id and state in ('running', 'clearing')),
    coalesce((select balance from ledger_accounts where member_id = p_member_id and name = 'main'), 0),
    coalesce((select -balance from ledger_accounts where member_id = p_member_id and name = 'owed'), 0),
    exists (select from closed_games where code = any (p_into))
$$;

-- A ladder of refusals: the first that applies is the answer. `p_from_main`: what leaves the main wallet; null: all of it.
create function require_may_transfer(p_member_id text, p_into text[], p_from_main bigint) returns void
language plpgsql as $$
declare
  v_bound record;
  v_refusal text;
begin
  select * into v_bound from money_bindings(p_member_id, p_into);
  v_refusal := case
    when v_bound.condition = 'clearing' then 'BONUS_CONDITION'
    when v_bound.is_paused then 'SERVICE_UNAVAILABLE'
    when p_from_main is distinct from 0 and v_bound.owed > 0
      and coalesce(v_bound.main - p_from_main, 0) < v_bound.owed then 'MONEY_OWED'
    when v_bound.is_closed then 'GAME_CLOSED'
  end;
  if v_refusal = 'SERVICE_UNAVAILABLE' then raise exception using errcode = 'KR013', message = v_refusal, detail = '1'; end if;
  if v_refusal is not null then raise exception using errcode = 'KR013', message = v_refusal; end if;
end $$;

-- The answer to a call with a key --------------------------------------------------------------------------

-- Unless it has one.
create function idempotency_answer(p_member_id text, p_call text, p_id uuid, p_status integer, p_answer jsonb) returns void
language plpgsql as $$
begin
  update idempotency_keys set status = p_status, answer = p_answer
    where member_id = p_member_id and call = p_call and id = p_id and answer is null;
end $$;

-- What a movement means for the game's account -----------------------------------------------------------

-- Whether, beside money, anything can have reached the provider since the account was last read.
alter table game_accounts add column is_touched boolean not null generated always as (coalesce(
  in_play > 0 or late > 0 or stale_since is not null or doubted_at is not null or read_again_at is not null
    or moved_at >= coalesce(read_at, moved_at) or entered_at >= coalesce(read_at, entered_at), false)) stored;

-- Called in the transaction that books the outcome of a movement, before that: readings from before it tell nothing any
-- more. An account that nothing had reached is as good as read on the day when the provider was called.
create function game_note_movement(p_member_id text, p_code text) returns void language plpgsql as $$
begin
  update game_accounts set moved_at = clock_timestamp(), doubted_amount = null, doubted_at = null,
      read_on = case
        when is_touched or exists (
          select from ledger_accounts where member_id = p_member_id and name = 'game:' || p_code and balance > 0) then read_on
        else greatest(read_on, (
          select (min(called_at) - clock_timestamp() + app_now()) at time zone 'Asia/Bangkok' from transfer_legs leg
            where leg.member_id = p_member_id and leg.code = p_code and state = 'called')::date) end
    where member_id = p_member_id and code = p_code;
end $$;

-- The steps ----------------------------------------------------------------------------------------------

-- Where a transfer stands after a step: a row for each leg that the step has started and its caller now has to call, or
-- one row without a leg.
create type transfer_step as (
  status text, "position" smallint, code text, direction text, username text, amount bigint
);

create function transfer_key(p_member_id text, p_id uuid, p_position integer, p_step text) returns text language sql immutable as $$
  select 'transfer/' || p_member_id || '/' || p_id || '/' || p_position || '/' || p_step
$$;

-- Sets the money of a leg aside. Answers the posting's key.
create function transfer_hold(p_leg transfer_legs, p_currency text) returns text language plpgsql as $$
declare
  v_key constant text := transfer_key(p_leg.member_id, p_leg.transfer_id, p_leg.position, 'hold');
begin
  perform ledger_post(p_leg.member_id, v_key, 'hold', 'transfer', p_currency,
    case p_leg.direction when 'in' then 'main' else 'game:' || p_leg.code end, 'in_transit', p_leg.amount, '{}');
  return v_key;
end $$;

-- Tells the member what became of the transfer. One that moved only a part is told as the part that moved, and the rest as
-- failed, each by itself. Money that left one game and was refused by the next is in the main wallet.
create function transfer_end_statement(p_transfer transfers, p_posting text) returns void language plpgsql as $$
declare
  v_brought bigint;
  v_arrived bigint;
  v_rest record;
begin
  if p_transfer.status = 'FAILED' then
    select coalesce(sum(amount) filter (where direction = 'out'), 0), sum(amount) filter (where direction = 'in')
      into v_brought, v_arrived
      from transfer_legs where member_id = p_transfer.member_id and transfer_id = p_transfer.id and state = 'done';
  end if;
  if p_transfer.status = 'SUCCESS' or coalesce(v_arrived, v_brought) = 0 then
    perform statement_end(p_transfer.member_id, p_transfer.id, p_transfer.status, null, null, p_posting);
    return;
  end if;
  perform statement_end(p_transfer.member_id, p_transfer.id, 'SUCCESS', coalesce(v_arrived, v_brought),
    case when v_arrived is null then 'wallet' else p_transfer.to_wallet end, p_posting);
  for v_rest in
    select case direction when 'out' then code else 'wallet' end as from_place,
        case direction when 'out' then p_transfer.to_wallet else code end as to_place,
        coalesce(amount, p_transfer.own_share + v_brought) as amount
      from transfer_legs where member_id = p_transfer.member_id and transfer_id = p_transfer.id and state <> 'done'
      order by position
  loop
    continue when v_rest.amount = 0;
    perform statement_write(p_transfer.member_id, gen_random_uuid(), 'transfer', 'FAILED', v_rest.from_place,
      v_rest.to_place, v_rest.amount, null, null, null);
  end loop;
end $$;

-- Starts the leg that is due, or ends the transfer when none is left. `p_posting`: the posting of this step by which money
-- left the main wallet or came there.
create function transfer_advance(p_member_id text, p_id uuid, p_posting text) returns setof transfer_step
language plpgsql as $$
declare
  v_legs record;
  v_transfer transfers;
  v_due bigint;
  v_leg transfer_legs;
begin
  select bool_or(state = 'called') as is_called, coalesce(bool_and(state = 'done'), true) as is_whole,
      coalesce(sum(amount) filter (where state = 'done'), 0)::bigint as brought,
      min(position) filter (where state = 'planned') as planned
    into v_legs from transfer_legs where member_id = p_member_id and transfer_id = p_id;
  if v_legs.is_called then
    if p_posting is not null then perform statement_note_balance(p_member_id, p_id, p_posting); end if;
    return next ('PENDING', null, null, null, null, null)::transfer_step;
    return;
  end if;

  if v_legs.planned is not null then
    select * into v_transfer from transfers where member_id = p_member_id and id = p_id;
    v_due := v_transfer.own_share + v_legs.brought;
    if v_due between 1 and (select balance from ledger_accounts where member_id = p_member_id and name = 'main') then
      update transfer_legs set state = 'called', amount = v_due, called_at = clock_timestamp()
        where member_id = p_member_id and transfer_id = p_id and position = v_legs.planned returning * into v_leg;
      perform statement_note_balance(p_member_id, p_id, transfer_hold(v_leg, v_transfer.currency));
      return query select 'PENDING', v_leg.position, v_leg.code, v_leg.direction, username, v_leg.amount
        from game_accounts where member_id = p_member_id and game_accounts.code = v_leg.code;
      return;
    end if;
    update transfer_legs set state = 'refused'
      where member_id = p_member_id and transfer_id = p_id and position = v_legs.planned;
  end if;

  update transfers set status = case when v_legs.is_whole then 'SUCCESS' else 'FAILED' end, finished_at = app_now()
    where member_id = p_member_id and id = p_id returning * into v_transfer;
  perform transfer_end_statement(v_transfer, p_posting);
  -- The answer to the call that waits for it: TRANSFER_FAIL is 502 in contract/src/errors.ts.
  if v_transfer.status = 'SUCCESS' then
    perform idempotency_answer(p_member_id, v_transfer.call, p_id, 200, jsonb_build_object('id', p_id, 'status', 'SUCCESS'));
  else
    perform idempotency_answer(p_member_id, v_transfer.call, p_id, 502, '{"message": "TRANSFER_FAIL"}');
  end if;
  return next (v_transfer.status, null, null, null, null, null)::transfer_step;
end $$;

-- Writes the transfer and holds the money of its first legs. `p_input_hash`: of the call's input, if it came with a key.
-- `p_asked_into`: the games that a member asked to bring money to; null where the product itself moves the money, and
-- nothing can refuse that. `p_with_main`: all that the main wallet holds goes along.
create function transfer_begin(
  p_member_id text, p_currency text, p_id uuid, p_call text, p_input_hash bytea, p_asked_into text[],
  p_from text, p_to text, p_amount bigint, p_with_main boolean, p_head_start_ms integer,
  p_stages smallint[], p_codes text[], p_directions text[], p_amounts bigint[], p_states text[]
) returns setof transfer_step language plpgsql as $$
declare
  v_own_share bigint := 0;
  v_account record;
  v_leg transfer_legs;
  v_leaves_main text;
  v_is_started boolean := false;
begin
  perform from members where id = p_member_id for no key update;
  if p_input_hash is not null and not idempotency_claim(p_member_id, p_call, p_id, p_input_hash) then
    -- The route gives this request the first one's answer; only if there is none, this.
    raise exception 'SERVICE_UNAVAILABLE' using errcode = 'KR013', detail = '1';
  end if;
  if p_asked_into is not null then
    perform require_may_transfer(p_member_id, p_asked_into,
      case when p_with_main then null when p_from = 'wallet' then p_amount else 0 end);
  end if;
  if p_with_main then
    v_own_share := coalesce((select balance from ledger_accounts where member_id = p_member_id and name = 'main'), 0);
  end if;
  insert into transfers (id, member_id, call, from_wallet, to_wallet, amount, own_share, currency, next_try_at)
    values (p_id, p_member_id, p_call, p_from, p_to, p_amount + v_own_share, v_own_share, p_currency,
      clock_timestamp() + p_head_start_ms * interval '1 millisecond');

  for v_at in 1 .. cardinality(p_codes) loop
    select username, opened_at, coalesce(balance, 0) - in_play as available into v_account
      from game_accounts left join ledger_accounts there
        on there.member_id = game_accounts.member_id and name = 'game:' || p_codes[v_at]
      where game_accounts.member_id = p_member_id and code = p_codes[v_at];
    if v_account.opened_at is null then raise exception 'SLOT_NO_ACCOUNT' using errcode = 'KR013'; end if;
    -- Nothing comes in, so nothing can go on to a second stage.
    continue when p_stages[v_at] = 2 and p_amount + v_own_share = 0;
    v_leg := (p_member_id, p_id, v_at - 1, p_stages[v_at], p_codes[v_at], p_directions[v_at], p_amounts[v_at],
      p_states[v_at], null, null, null, null, null);
    if v_leg.stage = 1 and v_leg.state = 'planned' then
      -- Looked at again under the lock: money staked in open bets is in the balance and cannot be moved.
      if v_leg.direction = 'out' and v_account.available < v_leg.amount then
        raise exception 'MONEY_NOT_ENOUGH' using errcode = 'KR013';
      end if;
      v_leg.state := 'called';
      v_leg.called_at := clock_timestamp();
    end if;
    insert into transfer_legs values (v_leg.*);
    continue when v_leg.state <> 'called';
    v_is_started := true;
    if v_leg.direction = 'in' then v_leaves_main := transfer_hold(v_leg, p_currency);
    else perform transfer_hold(v_leg, p_currency); end if;
    return next ('PENDING', v_leg.position, v_leg.code, v_leg.direction, v_account.username, v_leg.amount)::transfer_step;
  end loop;
  perform statement_write(p_member_id, p_id, 'transfer', 'PROCESSING', p_from, p_to, p_amount + v_own_share, null, null,
    v_leaves_main);
  if not v_is_started then return query select * from transfer_advance(p_member_id, p_id, null); end if;
end $$;

-- Books the outcome of a leg (`done`, `refused`, or `absent`: the provider does not know of it), and starts the next or
-- ends the transfer. Does nothing if another process has booked it.
create function transfer_book(p_member_id text, p_id uuid, p_position smallint, p_known text) returns setof transfer_step
language plpgsql as $$
declare
  v_leg transfer_legs;
  v_hold constant text := transfer_key(p_member_id, p_id, p_position, 'hold');
  v_posting text;
begin
  perform from members where id = p_member_id for no key update;
  select * into v_leg from transfer_legs
    where member_id = p_member_id and transfer_id = p_id and position = p_position and state = 'called';
  if not found then
    return next ('PENDING', null, null, null, null, null)::transfer_step;
    return;
  end if;
  perform game_note_movement(p_member_id, v_leg.code);
  update transfer_legs set state = case p_known when 'done' then 'done' else 'refused' end,
      -- Asked about once more: a move that arrives after its money was given back is in two places.
      absent_at = case p_known when 'absent' then clock_timestamp() else absent_at end,
      look_again_at = case p_known when 'absent' then clock_timestamp() + interval '1 minute' end
    where member_id = p_member_id and transfer_id = p_id and position = p_position;
  if p_known = 'done' then
    v_posting := transfer_key(p_member_id, p_id, p_position, 'done');
    perform ledger_settle(p_member_id, v_posting, v_hold,
      case v_leg.direction when 'in' then 'game:' || v_leg.code else 'main' end, '{}');
  else
    v_posting := transfer_key(p_member_id, p_id, p_position, 'refused');
    perform ledger_undo(p_member_id, v_posting, 'release', v_hold, '{}');
  end if;
  -- Only what is brought home, and what comes back, changes the main wallet now.
  if (v_leg.direction = 'out') <> (p_known = 'done') then v_posting := null; end if;
  return query select * from transfer_advance(p_member_id, p_id, v_posting);
end $$;
