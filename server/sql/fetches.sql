-- The steps by which the product fetches money back from a game that is not the member's there. Each fetch is a transfer with
-- one leg, from the game to the service; server/src/money/transfers/fetch-back.ts says where it can be cut off. What it
-- fetches is in `transfers.fetches`:
--   late move  a move into the game arrived after its money was given back. In the books that move never was, so fetching it
--              back posts nothing. Only what cannot be fetched is posted: it is the member's at the game, and owed.
--   unowned    money at the game that came from nothing: house:late:<game> → house:fetching:<game> → house:fetched.

-- Begins a fetch of `p_amount` at most. The account waits from now on. `p_service`: the service, as transfers and statement name
-- it. False, and nothing was done, if the account has a fetch
-- already. The caller holds the member's lock.
create or replace function fetch_begin(p_member_id text, p_id uuid, p_code text, p_amount bigint, p_fetches text,
  p_service text) returns boolean
language plpgsql as $$
begin
  if not game_begin_fetch(p_member_id, p_code, p_id) then return false; end if;
  insert into transfers (id, member_id, call, from_wallet, to_wallet, amount, own_share, currency, next_try_at, fetches)
    select p_id, p_member_id, '', p_code, p_service, p_amount, 0, currency, clock_timestamp(), p_fetches
      from members where id = p_member_id;
  insert into transfer_legs (member_id, transfer_id, position, stage, code, direction, state)
    values (p_member_id, p_id, 0, 1, p_code, 'out', 'planned');
  return true;
end $$;

-- A game that does not give nobody's money back is asked again later each time, up to once in an hour.
create or replace function fetch_again_at(p_member_id text, p_code text) returns timestamptz language sql stable as $$
  select clock_timestamp() + least(interval '15 seconds' * 2 ^ least(count(*), 8), interval '1 hour')
    from transfers where member_id = p_member_id and from_wallet = p_code and fetches = 'unowned' and status = 'FAILED'
      and created_at > app_now() - interval '1 day'
$$;

-- Ends a fetch that has brought `p_fetched`, or nothing: 0.
create or replace function fetch_end(p_transfer transfers, p_fetched bigint) returns setof transfer_step
language plpgsql as $$
declare
  v_rest constant bigint := p_transfer.amount - p_fetched;
  v_late transfer_legs;
  v_reference text;
begin
  if p_transfer.fetches = 'late move' then
    update transfer_legs set late_owed = v_rest, late_debt = v_rest
      where member_id = p_transfer.member_id and fetched_by = p_transfer.id returning * into strict v_late;
    if v_rest > 0 then
      v_reference := v_late.member_id || '-' || replace(v_late.transfer_id::text, '-', '') || '-' || v_late.position;
      perform ledger_post(p_transfer.member_id, 'late-move/' || v_reference || '/owed', 'post', 'late', p_transfer.currency,
        'owed', 'game:' || v_late.code, v_rest, '{}');
    end if;
  end if;
  perform game_end_fetch(p_transfer.member_id, p_transfer.from_wallet,
    case when p_transfer.fetches = 'late move' or p_fetched > 0 then clock_timestamp()
      else fetch_again_at(p_transfer.member_id, p_transfer.from_wallet) end);
  update transfers set status = case when p_fetched > 0 then 'SUCCESS' else 'FAILED' end, finished_at = app_now()
    where member_id = p_transfer.member_id and id = p_transfer.id returning * into p_transfer;
  return next (p_transfer.status, null, null, null, null, null)::transfer_step;
end $$;

-- Starts the leg of a fetch, of at most `p_available`, which the game has just shown as not staked; or ends the fetch if there
-- is nothing to move. Does nothing if another process has started it.
create or replace function fetch_call(p_member_id text, p_id uuid, p_available bigint) returns setof transfer_step
language plpgsql as $$
declare
  v_transfer transfers;
  v_leg transfer_legs;
  v_amount bigint;
begin
  perform from members where id = p_member_id for no key update;
  select * into strict v_transfer from transfers where member_id = p_member_id and id = p_id;
  v_amount := least(p_available, v_transfer.amount);
  if v_transfer.fetches = 'unowned' then
    v_amount := least(v_amount,
      (select unowned_amount from game_accounts where member_id = p_member_id and code = v_transfer.from_wallet));
  end if;
  update transfer_legs set state = case when v_amount > 0 then 'called' else 'refused' end,
      amount = nullif(v_amount, 0), called_at = case when v_amount > 0 then clock_timestamp() end
    where member_id = p_member_id and transfer_id = p_id and state = 'planned' returning * into v_leg;
  if not found then
    return next (v_transfer.status, null, null, null, null, null)::transfer_step;
    return;
  end if;
  if v_amount = 0 then
    return query select * from fetch_end(v_transfer, 0);
    return;
  end if;
  if v_transfer.fetches = 'unowned' then
    perform game_add_unowned(p_member_id, v_leg.code, -v_amount);
    perform ledger_post(p_member_id, transfer_key(p_member_id, p_id, v_leg.position, 'hold'), 'hold', 'late',
      v_transfer.currency, 'house:late:' || v_leg.code, 'house:fetching:' || v_leg.code, v_amount, '{}');
  end if;
  return query select 'PENDING', v_leg.position, v_leg.code, v_leg.direction, username, v_leg.amount
    from game_accounts where member_id = p_member_id and code = v_leg.code;
end $$;

-- Books the outcome of a fetch's leg, which has just got its end.
create or replace function fetch_book(p_leg transfer_legs, p_is_done boolean) returns setof transfer_step language plpgsql as $$
declare
  v_transfer transfers;
  v_hold constant text := transfer_key(p_leg.member_id, p_leg.transfer_id, p_leg.position, 'hold');
begin
  select * into strict v_transfer from transfers where member_id = p_leg.member_id and id = p_leg.transfer_id;
  if v_transfer.fetches = 'unowned' and p_is_done then
    perform ledger_settle(p_leg.member_id, transfer_key(p_leg.member_id, p_leg.transfer_id, p_leg.position, 'done'), v_hold,
      'house:fetched', '{}');
    insert into fetched_money (member_id, transfer_id, code, amount, currency)
      values (p_leg.member_id, p_leg.transfer_id, p_leg.code, p_leg.amount, v_transfer.currency);
  elsif v_transfer.fetches = 'unowned' then
    perform ledger_undo(p_leg.member_id, transfer_key(p_leg.member_id, p_leg.transfer_id, p_leg.position, 'refused'),
      'release', v_hold, '{}');
    perform game_add_unowned(p_leg.member_id, p_leg.code, p_leg.amount);
  end if;
  return query select * from fetch_end(v_transfer, case when p_is_done then p_leg.amount else 0 end);
end $$;
