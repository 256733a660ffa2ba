-- The steps of a transfer between wallets. Each is one statement of its caller, and a transaction of its own where the
-- caller has none: beginning it, and booking the outcome of a leg. No step talks to a provider; the product does so
-- between the steps (server/src/money/transfers/carry-out.ts says where a transfer can be cut off).
--
-- A leg's direction is `in` from the main wallet into its game, `out` from there. A step answers rows of `transfer_step`:
-- status, position, code, direction, username, amount; a row for each leg that it has started and its caller now has to
-- call, or one row without a leg. What refuses a transfer stands in allowances.sql.
--
-- `p_answers` is what the call that waits for the transfer is answered, by the transfer's status:
-- {"SUCCESS": {"status": …, "body": …}, "FAILED": {"status": …, "body": …}}.

create or replace function transfer_key(p_member_id text, p_id uuid, p_position integer, p_step text) returns text language sql immutable as $$
  select 'transfer/' || p_member_id || '/' || p_id || '/' || p_position || '/' || p_step
$$;

-- Sets the money of a leg aside. Answers the posting's key.
create or replace function transfer_hold(p_leg transfer_legs, p_currency text) returns text language plpgsql as $$
declare
  v_key constant text := transfer_key(p_leg.member_id, p_leg.transfer_id, p_leg.position, 'hold');
begin
  perform ledger_post(p_leg.member_id, v_key, 'hold', 'transfer', p_currency,
    case p_leg.direction when 'in' then 'main' else 'game:' || p_leg.code end, 'in_transit', p_leg.amount, '{}');
  return v_key;
end $$;

-- Tells the member what became of the transfer. One that moved only a part is told as the part that moved, and the rest as
-- failed, each by itself. Money that left one game and was refused by the next is in the main wallet.
create or replace function transfer_end_statement(p_transfer transfers, p_posting text) returns void language plpgsql as $$
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
    perform statement_write(p_transfer.member_id, gen_random_uuid(), 'transfer', 'FAILED', v_rest.from_place,
      v_rest.to_place, v_rest.amount, null, null, null);
  end loop;
end $$;

-- Starts the leg that is due, or ends the transfer when none is left. `p_posting`: the posting of this step by which money
-- left the main wallet or came there.
create or replace function transfer_advance(p_member_id text, p_id uuid, p_posting text, p_answers jsonb)
returns setof transfer_step language plpgsql as $$
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
  perform idempotency_answer(p_member_id, v_transfer.call, p_id,
    (p_answers #>> array[v_transfer.status, 'status'])::integer, p_answers #> array[v_transfer.status, 'body']);
  return next (v_transfer.status, null, null, null, null, null)::transfer_step;
end $$;

-- The legs of a plan, in the order of their positions, each with the account at its game. `is_called`: the call of the leg
-- is made at once. `available`: what can be moved out of the account. `must_wait`: the product fetches money back from there;
-- until then no money goes in beside it.
create or replace function transfer_planned_legs(p_member_id text, p_legs jsonb) returns table (
  "position" smallint, stage smallint, code text, direction text, amount bigint, state text, is_called boolean,
  username text, opened_at timestamptz, available bigint, must_wait boolean
) language sql stable as $$
  select (at - 1)::smallint, stage, leg.code, direction, amount, state, stage = 1 and state = 'planned',
      username, opened_at, coalesce(balance, 0) - in_play,
      fetching_id is not null or (direction = 'in' and unowned_amount > 0)
    from rows from (jsonb_to_recordset(p_legs) as (stage smallint, code text, direction text, amount bigint, state text))
      with ordinality as leg (stage, code, direction, amount, state, at)
    left join game_accounts on game_accounts.member_id = p_member_id and game_accounts.code = leg.code
    left join ledger_accounts there on there.member_id = p_member_id and there.name = 'game:' || leg.code
    order by at
$$;

-- The first game of a plan that money is to go to although it was not asked lately: where the books say that it has none
-- of the member's money, it may have some. Money on its way there was preceded by a reading.
create or replace function transfer_unread_game(p_member_id text, p_legs jsonb) returns text language sql stable as $$
  select code from jsonb_to_recordset(p_legs) as leg (code text, direction text)
    join game_accounts using (code)
    where member_id = p_member_id and direction = 'in' and opened_at is not null
      and not coalesce(last_agreed_at > clock_timestamp() - interval '30 seconds', false)
      and not exists (select from ledger_accounts there
        where there.member_id = p_member_id and there.name = 'game:' || game_accounts.code and balance > 0)
      and not exists (select from transfer_legs moving
        where moving.member_id = p_member_id and moving.code = game_accounts.code and state in ('planned', 'called'))
    limit 1
$$;

-- Writes the transfer and holds the money of its first legs, or answers `UNREAD` with a game that has to be asked first,
-- and does nothing. `p_input_hash`: of the call's input, if the call came with a
-- key. `p_plan` is the plan of transfer-steps.ts:
--   isAsked         a member asked for it, and it may be refused; the product's own transfers may not
--   from, to        wallets
--   amount          of the legs together
--   withMainWallet  all that the main wallet holds goes along
--   headStartMs     how long workers leave the transfer to its caller
--   legs            code, direction, stage, amount, state; in the order of their positions
create or replace function transfer_begin(
  p_member_id text, p_id uuid, p_call text, p_input_hash bytea, p_plan jsonb, p_answers jsonb
) returns setof transfer_step language plpgsql as $$
declare
  v_currency text;
  v_asked record;
  v_own_share bigint := 0;
  v_planned record;
  v_leg transfer_legs;
  v_main_posting text;
  v_is_started boolean := false;
  v_unread text;
begin
  select currency into v_currency from members where id = p_member_id for no key update;
  v_unread := transfer_unread_game(p_member_id, p_plan -> 'legs');
  if v_unread is not null then
    return next ('UNREAD', null, v_unread, null, null, null)::transfer_step;
    return;
  end if;
  if p_input_hash is not null and not idempotency_claim(p_member_id, p_call, p_id, p_input_hash) then
    -- The route gives this request the first one's answer; only if there is none, this.
    perform refuse('SERVICE_UNAVAILABLE', 1);
  end if;
  select * into v_asked from jsonb_to_record(p_plan) as plan
    ("isAsked" boolean, "from" text, "to" text, amount bigint, "withMainWallet" boolean, "headStartMs" integer, legs jsonb);
  if v_asked."isAsked" then
    perform require_may_transfer(p_member_id,
      array(select leg ->> 'code' from jsonb_array_elements(v_asked.legs) as leg where leg ->> 'direction' = 'in'),
      case when v_asked."withMainWallet" then null when v_asked."from" = 'wallet' then v_asked.amount else 0 end);
  end if;
  if v_asked."withMainWallet" then
    v_own_share := coalesce((select balance from ledger_accounts where member_id = p_member_id and name = 'main'), 0);
  end if;
  insert into transfers (id, member_id, call, from_wallet, to_wallet, amount, own_share, currency, next_try_at)
    values (p_id, p_member_id, p_call, v_asked."from", v_asked."to", v_asked.amount + v_own_share, v_own_share, v_currency,
      clock_timestamp() + v_asked."headStartMs" * interval '1 millisecond');

  for v_planned in select * from transfer_planned_legs(p_member_id, v_asked.legs) loop
    if v_planned.opened_at is null then perform refuse('SLOT_NO_ACCOUNT'); end if;
    if v_planned.must_wait and v_planned.state = 'planned' then perform refuse('SERVICE_UNAVAILABLE', 5); end if;
    -- Nothing comes in, so nothing can go on to a second stage.
    continue when v_planned.stage = 2 and v_asked.amount + v_own_share = 0;
    -- Looked at again under the lock: money staked in open bets is in the balance and cannot be moved.
    if v_planned.is_called and v_planned.direction = 'out' and v_planned.available < v_planned.amount then
      perform refuse('MONEY_NOT_ENOUGH');
    end if;
    insert into transfer_legs (member_id, transfer_id, position, stage, code, direction, amount, state, called_at)
      values (p_member_id, p_id, v_planned.position, v_planned.stage, v_planned.code, v_planned.direction, v_planned.amount,
        case when v_planned.is_called then 'called' else v_planned.state end,
        case when v_planned.is_called then clock_timestamp() end)
      returning * into v_leg;
    continue when not v_planned.is_called;
    v_is_started := true;
    if v_leg.direction = 'in' then v_main_posting := transfer_hold(v_leg, v_currency);
    else perform transfer_hold(v_leg, v_currency); end if;
    return next ('PENDING', v_leg.position, v_leg.code, v_leg.direction, v_planned.username, v_leg.amount)::transfer_step;
  end loop;
  -- The member's statement entry, with the main wallet's balance after that posting.
  perform statement_write(p_member_id, p_id, 'transfer', 'PROCESSING', v_asked."from", v_asked."to",
    v_asked.amount + v_own_share, null, null, v_main_posting);
  if not v_is_started then return query select * from transfer_advance(p_member_id, p_id, null, p_answers); end if;
end $$;

-- Books the outcome of a leg (`done`, `refused`, or `absent`: the provider does not know of it), and starts the next or
-- ends the transfer. Does nothing if another process has booked it.
create or replace function transfer_book(
  p_member_id text, p_id uuid, p_position smallint, p_known text, p_answers jsonb
) returns setof transfer_step language plpgsql as $$
declare
  v_leg transfer_legs;
  v_fetches text;
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
  -- Readings of the game from before the movement tell nothing any more.
  perform game_note_movement(p_member_id, v_leg.code);
  update transfer_legs set state = case p_known when 'done' then 'done' else 'refused' end,
      -- Asked about once more: a move that arrives after its money was given back is in two places.
      absent_at = case p_known when 'absent' then clock_timestamp() else absent_at end,
      look_again_at = case p_known when 'absent' then clock_timestamp() + interval '1 minute' end
    where member_id = p_member_id and transfer_id = p_id and position = p_position;
  select fetches into v_fetches from transfers where member_id = p_member_id and id = p_id;
  if v_fetches is not null then
    return query select * from fetch_book(v_leg, p_known = 'done');
    return;
  end if;
  if p_known = 'done' then
    v_posting := transfer_key(p_member_id, p_id, p_position, 'done');
    perform ledger_settle(p_member_id, v_posting, v_hold,
      case v_leg.direction when 'in' then 'game:' || v_leg.code else 'main' end, '{}');
  else
    v_posting := transfer_key(p_member_id, p_id, p_position, 'refused');
    perform ledger_undo(p_member_id, v_posting, 'release', v_hold, '{}');
  end if;
  -- The main wallet changes now where money comes out of a game, and where money that was refused comes back.
  if (v_leg.direction = 'out') <> (p_known = 'done') then v_posting := null; end if;
  return query select * from transfer_advance(p_member_id, p_id, v_posting, p_answers);
end $$;
