-- A transfer of the ledger is one row: an amount that leaves one account and comes to another, both by their names. It
-- cannot be out of balance, and nothing can be added to it. Its entries are the row read from both sides
-- (docs/decisions/0029-one-row-a-transfer.md).
--
-- The rows are spread over partitions by their owner: the member, or the house for money that is nobody's yet. A key, and
-- the closing of a hold, are unique within their owner. Each row is chained by a hash to the owner's row before it.
-- Accounts of the house need no row: what is in them is the sum of their entries.

alter table ledger_accounts rename to earlier_accounts;
alter table ledger_transfers rename to earlier_transfers;
alter table ledger_entries rename to earlier_entries;
alter index ledger_accounts_pkey rename to earlier_accounts_pkey;
alter index ledger_accounts_owed rename to earlier_accounts_owed;
alter index ledger_transfers_pkey rename to earlier_transfers_pkey;
alter index ledger_transfers_game_results rename to earlier_transfers_game_results;
alter index ledger_transfers_deposits rename to earlier_transfers_deposits;

create table ledger_accounts (
  member_id text not null references members,
  -- main, in_transit, held_for_bank, refund_pot, frozen, owed, game:pg.
  name text not null,
  currency text not null,
  balance bigint not null default 0,
  last_transfer bigint,
  primary key (member_id, name),
  -- `owed` is the one account of a member that is never above zero: what the member owes the house.
  constraint ledger_not_below_zero check (case when name = 'owed' then balance <= 0 else balance >= 0 end)
  -- Balances change within their page, which saves writing the indexes.
) with (fillfactor = 70);
create index ledger_accounts_owed on ledger_accounts (member_id) where name = 'owed';

create sequence ledger_transfer_ids;
create table ledger_transfers (
  owner text not null,
  -- Given by the trigger under the lock of the owner, so that the ids of an account run in the order of its balances.
  id bigint not null,
  -- Made by the caller from what is being done, so that doing it again is recognised.
  key text not null,
  -- post, hold, settle, release or reverse.
  kind text not null,
  reason text not null,
  currency text not null,
  -- The owner's, or the house's: house:payments:kbank:1234567890.
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  -- The balances of the owner's accounts after it; null for the house's.
  from_after bigint,
  to_after bigint,
  -- The transfer that this one settles, releases or reverses.
  closes bigint,
  detail jsonb not null default '{}',
  -- Never before the owner's transfer before it, and never in a day that is closed.
  posted_at timestamptz not null,
  chain bytea not null,
  primary key (owner, id)
) partition by hash (owner);
do $$ begin
  for part in 0..7 loop
    execute format('create table ledger_transfers_%s partition of ledger_transfers for values with (modulus 8, remainder %s)', part, part);
  end loop;
end $$;

-- A row whose hash does not follow from it and from the row before is not the row that was written.
create function ledger_chain(p_before bytea, p_row ledger_transfers) returns bytea language sql stable as $$
  select sha256(coalesce(p_before, '') || convert_to(jsonb_build_array(
    p_row.owner, p_row.id, p_row.key, p_row.kind, p_row.reason, p_row.currency, p_row.from_account, p_row.to_account,
    p_row.amount, p_row.from_after, p_row.to_after, p_row.closes, p_row.detail,
    (extract(epoch from p_row.posted_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- What was posted until now. A transfer that is not one amount between two accounts has never been posted.
do $$
declare
  v_row ledger_transfers;
  v_before ledger_transfers;
begin
  if exists (select from earlier_transfers left join earlier_entries on transfer_id = earlier_transfers.id
    group by earlier_transfers.id having count(*) filter (where amount > 0) <> 1 or count(*) filter (where amount < 0) <> 1
      or sum(amount) <> 0 or count(distinct account_id) <> 2)
  then raise exception 'A transfer has other entries than two that are each other''s opposite: run "ledger check" first.'; end if;
  for v_row in
    select coalesce(moved.member_id, 'house'), moved.id, key, kind, reason, moved.currency, source.name, target.name,
        given.amount, taken.balance_after, given.balance_after, closes, detail, posted_at, ''
      from earlier_transfers moved
      join earlier_entries taken on taken.transfer_id = moved.id and taken.amount < 0
      join earlier_entries given on given.transfer_id = moved.id and given.amount > 0
      join earlier_accounts source on source.id = taken.account_id
      join earlier_accounts target on target.id = given.account_id
      order by 1, 2
  loop
    if v_row.owner is distinct from v_before.owner or v_row.owner = 'house' then v_before := null; end if;
    v_row.posted_at := greatest(v_row.posted_at, v_before.posted_at);
    v_row.chain := ledger_chain(v_before.chain, v_row);
    insert into ledger_transfers select v_row.*;
    v_before := v_row;
  end loop;
  -- Beyond the ids of entries too: the keys of some postings hold one.
  perform setval('ledger_transfer_ids', greatest((select max(id) from earlier_transfers), (select max(id) from earlier_entries), 1));
  insert into ledger_accounts (member_id, name, currency, balance, last_transfer)
    select member_id, name, currency, balance, (select max(transfer_id) from earlier_entries where account_id = account.id)
      from earlier_accounts account where member_id is not null order by account.id;
end $$;

create unique index ledger_keys on ledger_transfers (owner, key);
create unique index ledger_closings on ledger_transfers (owner, closes) where closes is not null;
create index ledger_transfers_game_results on ledger_transfers (owner, posted_at) where reason = 'game_result';
create index ledger_transfers_deposits on ledger_transfers (owner, posted_at) where reason = 'deposit';
create index ledger_transfers_by_time on ledger_transfers using brin (posted_at) with (autosummarize = on);

drop trigger append_only on earlier_transfers;
drop trigger append_only on earlier_entries;
drop trigger never_deleted on earlier_accounts;
alter table conditions drop constraint conditions_grant_id_fkey;
drop view book_differences, due_effects, due_effects_of_payments, booked_effects, ledger_problems, ledger_entry_problems;
drop table earlier_entries, earlier_transfers, earlier_accounts;
drop sequence ledger_entry_ids;
drop function ledger_apply_entry, ledger_require_balance, ledger_guard_account, ledger_account, ledger_post, ledger_settle,
  ledger_undo, ledger_write, ledger_main_after;
alter table conditions add constraint conditions_granted_by
  foreign key (member_id, grant_id) references ledger_transfers (owner, id);

-- Each transfer from both sides; a plus is money coming into the account. `member_id` is null for accounts of the house.
create view ledger_entries as
  select owner, id as transfer_id, key, kind, reason, currency, closes, posted_at, side.account, side.other_account,
      case when side.account not like 'house:%' then owner end as member_id, side.amount, side.balance_after
    from ledger_transfers
    cross join lateral (values (from_account, to_account, -amount, from_after), (to_account, from_account, amount, to_after))
      as side (account, other_account, amount, balance_after);

-- Days that are over ------------------------------------------------------------------------------------

-- A day of Bangkok is closed, so that nothing is posted in it any more, and then sealed: what it did to each account is
-- written down. What was posted before the first day that was sealed is in that day.
create table ledger_days (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sealed_at timestamptz,
  transfers bigint,
  -- Of the day before, of the hashes of all its transfers and of what it did to the accounts.
  hash bytea,
  check ((sealed_at is null) = (hash is null) and (sealed_at is null) = (transfers is null))
);
create table ledger_day_accounts (
  -- Of the account: a member, or the house.
  owner text not null,
  account text not null,
  currency text not null,
  day date not null references ledger_days,
  moved bigint not null,
  transfers integer not null,
  -- At the end of the day.
  balance bigint not null,
  primary key (owner, account, currency, day)
);
create index ledger_day_accounts_by_day on ledger_day_accounts (day);

-- The laws ----------------------------------------------------------------------------------------------

create function ledger_require_open(p_owner text, p_id bigint) returns void language plpgsql as $$
begin
  if exists (select from ledger_transfers where owner = p_owner and closes = p_id) then
    raise exception 'LEDGER_CLOSED' using errcode = 'KR005', detail = format('transfer %s is closed', p_id);
  end if;
  if not exists (select from ledger_transfers where owner = p_owner and id = p_id) then
    raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = format('transfer %s', p_id);
  end if;
end $$;

-- Writing a transfer is what moves the money: nobody, not even psql, can do the one without the other. A key that is
-- there already writes nothing. Every posting waits for this, so it is few statements: what is known before is read by
-- one, and the row is judged here, because the checks of a table are read anew by every statement.
create function ledger_apply_transfer() returns trigger language plpgsql as $$
declare
  v_before record;
  v_moved record;
  v_opened integer;
  v_of_members constant integer := (new.from_account not like 'house:%')::integer + (new.to_account not like 'house:%')::integer;
begin
  if new.kind not in ('post', 'hold', 'settle', 'release', 'reverse') or new.currency not in ('BAHT', 'LAK')
    or new.amount <= 0 or new.from_account = new.to_account
    or new.from_account !~ '^[a-z_]+(:[a-z0-9_-]+)*$' or new.to_account !~ '^[a-z_]+(:[a-z0-9_-]+)*$'
    or (new.owner = 'house' and v_of_members > 0)
  then
    raise exception 'LEDGER_NO_TRANSFER' using errcode = 'KR002',
      detail = format('%s: %s %s from %s to %s of %s', new.kind, new.amount, new.currency, new.from_account, new.to_account, new.owner);
  end if;
  -- Every step locks its member before anything else, or two could wait for each other in a circle. A transaction that
  -- posts for several members does so in the order of their ids.
  if new.owner = 'house' then
    perform pg_advisory_xact_lock(hashtextextended('house posting ' || new.key, 0));
  else
    perform from members where id = new.owner for no key update;
    if not found then raise foreign_key_violation using message = format('there is no member %s', new.owner); end if;
  end if;
  select now() + ahead as now, closed.ends_at, last.posted_at, last.chain,
      exists (select from ledger_transfers where owner = new.owner and key = new.key) as is_known
    into v_before
    from clock
    left join (select ends_at from ledger_days order by day desc limit 1) as closed on true
    left join (
      select posted_at, chain from ledger_transfers where owner = new.owner order by id desc limit 1
    ) as last on new.owner <> 'house';
  if v_before.is_known then return null; end if;
  if new.closes is not null then perform ledger_require_open(new.owner, new.closes); end if;

  new.id := nextval('ledger_transfer_ids');
  with moved as (
    update ledger_accounts
      set balance = balance + case name when new.to_account then new.amount else -new.amount end, last_transfer = new.id
      where member_id = new.owner and name in (new.from_account, new.to_account) and currency = new.currency
      returning name, balance
  )
  select count(*) as accounts, max(balance) filter (where name = new.from_account) as from_after,
      max(balance) filter (where name = new.to_account) as to_after
    into v_moved from moved;
  new.from_after := v_moved.from_after;
  new.to_after := v_moved.to_after;
  if v_moved.accounts < v_of_members then
    -- The first money of an account.
    insert into ledger_accounts (member_id, name, currency, balance, last_transfer)
      select new.owner, account, new.currency, moved, new.id
        from (values (new.from_account, -new.amount, new.from_after), (new.to_account, new.amount, new.to_after))
          as side (account, moved, balance)
        where account not like 'house:%' and balance is null
      on conflict do nothing;
    get diagnostics v_opened = row_count;
    if v_moved.accounts + v_opened < v_of_members then
      raise exception 'LEDGER_CURRENCY' using errcode = 'KR004', detail = format('%s is not in %s', new.owner, new.currency);
    end if;
    if new.from_account not like 'house:%' then new.from_after := coalesce(new.from_after, -new.amount); end if;
    if new.to_account not like 'house:%' then new.to_after := coalesce(new.to_after, new.amount); end if;
  end if;
  new.posted_at := greatest(coalesce(new.posted_at, v_before.now), v_before.posted_at, v_before.ends_at);
  new.chain := ledger_chain(v_before.chain, new);
  return new;
end $$;
create trigger apply before insert on ledger_transfers
  for each row execute function ledger_apply_transfer();

create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();
-- A statement that names a partition passes by the triggers of its table.
do $$ begin
  for part in 0..7 loop
    execute format('create trigger append_only before update or delete or truncate on ledger_transfers_%s
      for each statement execute function ledger_refuse_change()', part);
  end loop;
end $$;
create trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_day_accounts
  for each statement execute function ledger_refuse_change();
create trigger never_deleted before delete or truncate on ledger_days
  for each statement execute function ledger_refuse_change();

-- An account is made empty, or by its first transfer, in its member's currency; it changes only by a transfer.
create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if new.name like 'house:%' or new.name !~ '^[a-z_]+(:[a-z0-9_-]+)*$' then
    raise check_violation using message = 'ledger_house_names', constraint = 'ledger_house_names';
  end if;
  if new.currency <> (select currency from members where id = new.member_id) then
    raise exception 'LEDGER_CURRENCY' using errcode = 'KR004', detail = format('%s is not in %s', new.name, new.currency);
  end if;
  if pg_trigger_depth() > 1 or (new.balance = 0 and new.last_transfer is null) then return new; end if;
  raise exception 'LEDGER_APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;
create trigger guard before insert on ledger_accounts
  for each row execute function ledger_guard_account();
create trigger keeps_its_name before update of member_id, name, currency on ledger_accounts
  for each row execute function ledger_refuse_change();
create trigger moves_by_transfers before update of balance, last_transfer on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();

-- The door ----------------------------------------------------------------------------------------------

create type ledger_posted as (transfer_id bigint, is_replay boolean);

-- `enable_seqscan`: statements are planned once per connection, maybe while the tables are small; a plan that then reads
-- all of a table would slow down every posting as it grows. Looking rows up by their keys is right at any size.

-- One whole step in one round trip. Repeating it with the same input answers with the first transfer; with another input
-- it is refused.
create function ledger_write(
  p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint,
  p_closes bigint, p_detail jsonb
) returns ledger_posted language plpgsql as $$
declare
  v_id bigint;
  v_first ledger_transfers;
begin
  insert into ledger_transfers (owner, key, kind, reason, currency, from_account, to_account, amount, closes, detail)
    values (p_owner, p_key, p_kind, p_reason, p_currency, p_from, p_to, p_amount, p_closes, p_detail)
    returning id into v_id;
  if v_id is not null then return (v_id, false); end if;
  select * into strict v_first from ledger_transfers where owner = p_owner and key = p_key;
  if (v_first.kind, v_first.reason, v_first.currency, v_first.from_account, v_first.to_account, v_first.amount,
      v_first.closes, v_first.detail)
    is distinct from (p_kind, p_reason, p_currency, p_from, p_to, p_amount, p_closes, p_detail)
  then
    raise exception 'IDEMPOTENCY_CONFLICT' using errcode = 'KR006', detail = format('key %s', p_key);
  end if;
  return (v_first.id, true);
end $$;

create function ledger_post(
  p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint,
  p_detail jsonb
) returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if p_kind not in ('post', 'hold') then
    raise exception 'LEDGER_NO_TRANSFER' using errcode = 'KR002', detail = format('%s closes a transfer', p_kind);
  end if;
  return ledger_write(p_owner, p_key, p_kind, p_reason, p_currency, p_from, p_to, p_amount, null, p_detail);
end $$;

-- Held money goes on to where it was meant to go.
create function ledger_settle(p_owner text, p_key text, p_hold_key text, p_to text, p_detail jsonb)
returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_hold ledger_transfers;
begin
  select * into v_hold from ledger_transfers where owner = p_owner and key = p_hold_key and kind = 'hold';
  if not found then raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = p_hold_key; end if;
  return ledger_write(p_owner, p_key, 'settle', v_hold.reason, v_hold.currency, v_hold.to_account, p_to, v_hold.amount,
    v_hold.id, p_detail);
end $$;

-- Undoes a transfer by its opposite: of a hold that is a release, of money that has moved a reversal.
create function ledger_undo(p_owner text, p_key text, p_kind text, p_undone_key text, p_detail jsonb)
returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_undone ledger_transfers;
begin
  select * into v_undone from ledger_transfers where owner = p_owner and key = p_undone_key
    and ((p_kind = 'release' and kind = 'hold') or (p_kind = 'reverse' and kind in ('post', 'settle')));
  if not found then raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = p_undone_key; end if;
  return ledger_write(p_owner, p_key, p_kind, v_undone.reason, v_undone.currency, v_undone.to_account,
    v_undone.from_account, v_undone.amount, v_undone.id, p_detail);
end $$;

-- The main wallet's balance after a posting of the member, as the ledger noted it; null if the posting moved none there.
create function ledger_main_after(p_member_id text, p_transfer_id bigint) returns bigint language sql stable as $$
  select case 'main' when from_account then from_after when to_account then to_after end
    from ledger_transfers where owner = p_member_id and id = p_transfer_id
$$;

-- A day is closed -----------------------------------------------------------------------------------------

-- The first day that is over and not sealed yet, closed; null if there is none. From then on nothing is posted in it: the
-- lock waits for the postings that are under way, and each later one sees that the day is closed.
create function ledger_close_day() returns date language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last ledger_days;
  v_over constant date := (app_now() at time zone 'Asia/Bangkok')::date - 1;
  v_day date;
begin
  perform pg_advisory_xact_lock(hashtextextended('sealed days', 0));
  select * into v_last from ledger_days order by day desc limit 1;
  if v_last.sealed_at is null and v_last.day is not null then return v_last.day; end if;
  v_day := coalesce(v_last.day + 1, v_over);
  if v_day > v_over then return null; end if;
  lock table ledger_transfers in share mode;
  insert into ledger_days (day, starts_at, ends_at) values (v_day, coalesce(v_last.ends_at, '-infinity'),
    (v_day + 1)::timestamp at time zone 'Asia/Bangkok');
  return v_day;
end $$;

-- What a stretch of time did to each account.
create function ledger_moves(p_from timestamptz, p_until timestamptz)
returns table (owner text, account text, currency text, moved bigint, transfers integer, balance_after bigint)
language sql stable as $$
  select coalesce(member_id, 'house'), account, currency, sum(amount)::bigint, count(*)::integer,
      (array_agg(balance_after order by transfer_id desc))[1]
    from ledger_entries where posted_at >= p_from and posted_at < p_until group by 1, 2, 3
$$;

create function ledger_hash_of_day(p_day date) returns bytea language sql stable as $$
  select sha256(coalesce((select hash from ledger_days where day < p_day order by day desc limit 1), '')
    || coalesce((select string_agg(chain, '' order by owner, id) from ledger_transfers
      where posted_at >= starts_at and posted_at < ends_at), '')
    || convert_to(coalesce((select string_agg(jsonb_build_array(owner, account, currency, moved, sealed.transfers, balance)::text, ''
        order by owner, account, currency) from ledger_day_accounts sealed where sealed.day = p_day), ''), 'UTF8'))
    from ledger_days where day = p_day
$$;

-- Writes down what the day did to each account that it moved.
create function ledger_seal_day(p_day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_day ledger_days;
begin
  select * into strict v_day from ledger_days where day = p_day for update;
  if v_day.sealed_at is not null then return; end if;
  insert into ledger_day_accounts (owner, account, currency, day, moved, transfers, balance)
    select owner, account, currency, p_day, moved, transfers, coalesce(balance_after, moved + coalesce((
        select balance from ledger_day_accounts before
          where before.owner = 'house' and before.account = moves.account and before.currency = moves.currency
          order by day desc limit 1), 0))
      from ledger_moves(v_day.starts_at, v_day.ends_at) as moves;
  update ledger_days set sealed_at = app_now(), hash = ledger_hash_of_day(p_day), transfers = (
      select count(*) from ledger_transfers where posted_at >= v_day.starts_at and posted_at < v_day.ends_at)
    where day = p_day;
end $$;

-- The check ---------------------------------------------------------------------------------------------

-- What is in the accounts of the house: what the last sealed day left there, and what was posted since.
create view house_balances as
  select account as name, currency, sum(balance)::bigint as balance
    from (
      (select distinct on (account, currency) account, currency, balance from ledger_day_accounts
        where owner = 'house' order by account, currency, day desc)
      union all
      select account, currency, amount from ledger_entries
        where member_id is null
          and posted_at >= coalesce((select max(ends_at) from ledger_days where sealed_at is not null), '-infinity')
    ) as parts
    group by 1, 2;

-- Empty as long as the books are right: all of them, from the first transfer on.
create view ledger_entry_problems as
  select format('%s of %s keeps %s but its entries sum to %s', coalesce(kept.name, account), coalesce(kept.member_id, booked.member_id),
      coalesce(balance, 0), coalesce(sum, 0)) as problem
    from ledger_accounts kept
    full join (
      select member_id, account, sum(amount) as sum, max(transfer_id) as newest from ledger_entries
        where member_id is not null group by 1, 2
    ) as booked on booked.member_id = kept.member_id and account = name
    where coalesce(balance, 0) <> coalesce(sum, 0) or last_transfer is distinct from newest
  union all
  select format('transfer %s notes %s after it on %s but the entries up to it sum to %s', transfer_id, balance_after, account, running)
    from (
      select transfer_id, account, balance_after, sum(amount) over (partition by owner, account order by transfer_id) as running
        from ledger_entries where member_id is not null
    ) as noted
    where balance_after is distinct from running
  union all
  select format('transfer %s is in %s but %s is in %s', transfer_id, moved.currency, name, kept.currency)
    from ledger_entries moved join ledger_accounts kept on kept.member_id = moved.member_id and name = account
    where kept.currency <> moved.currency
  union all
  select format('transfer %s is not as it was written', id)
    from (
      select id, chain, ledger_chain(case owner when 'house' then null else lag(chain) over (partition by owner order by id) end,
          moved) as due
        from ledger_transfers moved
    ) as chained
    where chain <> due
  union all
  select format('%s of %s was sealed on %s with %s after %s but has %s after %s', account, owner, day, kept.balance, kept.moved,
      booked.balance, booked.moved)
    from ledger_day_accounts kept
    full join (
      select owner, account, currency, day, moved, sum(moved) over (partition by owner, account, currency order by day) as balance
        from (
          select coalesce(member_id, 'house') as owner, account, currency,
              greatest((posted_at at time zone 'Asia/Bangkok')::date, (select min(day) from ledger_days)) as day,
              sum(amount)::bigint as moved
            from ledger_entries group by 1, 2, 3, 4
        ) as moves
        join (select day from ledger_days where sealed_at is not null) as sealed using (day)
    ) as booked using (owner, account, currency, day)
    where (kept.balance, kept.moved) is distinct from (booked.balance, booked.moved);

-- Money that waits for its owner is in suspense to the satang.
create view suspense_problems as
  select format('%s has %s %s but its waiting payments sum to %s', name, coalesce(held, 0), currency, coalesce(waiting, 0)) as problem
    from (select name, currency, balance as held from house_balances where name like 'house:suspense:%') as suspense
    full join (
      select 'house:suspense:' || ledger_name as name, currency, sum(amount) as waiting
        from payments where member_id is null and closed_at is null group by 1, 2
    ) as payments using (name, currency)
    where coalesce(held, 0) <> coalesce(waiting, 0);

create view ledger_problems as
  select problem from ledger_entry_problems union all select problem from suspense_problems;

-- The same, of one day that is sealed or, with null, of what was posted since the last one. What was before is taken from
-- the seals.
create function ledger_problems_of(p_day date) returns table (problem text) language sql stable as $$
  with span as (
    select coalesce((select starts_at from ledger_days where day = p_day),
        (select max(ends_at) from ledger_days where sealed_at is not null), '-infinity') as starts_at,
      coalesce((select ends_at from ledger_days where day = p_day), 'infinity') as ends_at
  ), moved as materialized (
    select ledger_transfers.* from ledger_transfers, span where posted_at >= starts_at and posted_at < ends_at
  ), entries as materialized (
    select whose as owner, account, currency, id, change, balance_after,
        row_number() over oldest_first as from_first,
        balance_after - change - lag(balance_after) over oldest_first as jump,
        count(*) over whole as entries, sum(change) over whole as total
      from moved
      cross join lateral (values (from_account, -amount, from_after), (to_account, amount, to_after))
        as side (account, change, balance_after)
      cross join lateral (select case when account like 'house:%' then 'house' else owner end as whose) as party
      window whole as (partition by whose, account, currency),
        oldest_first as (partition by whose, account, currency order by id)
  ), newest as (
    select * from entries where from_first = entries
  )
  select format('transfer %s does not go on where %s of %s was', id, account, owner)
    from entries
    where owner <> 'house' and case from_first when 1 then balance_after - change <> coalesce((
        select balance from ledger_day_accounts before where before.owner = entries.owner and before.account = entries.account
          and before.currency = entries.currency and day < coalesce(p_day, 'infinity') order by day desc limit 1), 0)
      else jump <> 0 end
  union all
  select format('%s of %s keeps %s but its newest transfer leaves %s', account, owner, balance, balance_after)
    from newest left join ledger_accounts kept on member_id = owner and name = account and kept.currency = newest.currency
    where owner <> 'house' and (last_transfer is null or last_transfer < id or (last_transfer = id and balance <> balance_after)
      -- After a day that is over, the account may have moved on.
      or (last_transfer > id and p_day is null))
  union all
  select format('transfer %s is not as it was written', id)
    from (
      select id, owner, chain, ledger_chain(case when owner <> 'house' then coalesce(lag(chain) over (partition by owner order by id), (
          select before.chain from ledger_transfers before where before.owner = moved.owner and before.id < moved.id
            order by before.id desc limit 1)) end, (moved)::ledger_transfers) as due
        from moved
    ) as chained
    where chain <> due
  union all
  select format('%s of %s was sealed with %s after %s but has %s after %s', account, owner, balance, moved, balance_after, total)
    from (select owner, account, currency, balance, moved, transfers from ledger_day_accounts where day = p_day) as kept
    full join (select owner, account, currency, balance_after, total, entries from newest where p_day is not null) as booked
      using (owner, account, currency)
    where (moved, transfers) is distinct from (total::bigint, entries::integer) or balance <> balance_after
  union all
  select format('%s of the house was sealed with %s but the day before left %s', account, balance, coalesce(before, 0))
    from ledger_day_accounts sealed
    cross join lateral (select (select balance from ledger_day_accounts earlier
      where earlier.owner = 'house' and earlier.account = sealed.account and earlier.currency = sealed.currency and earlier.day < p_day
      order by earlier.day desc limit 1) as before) as known
    where day = p_day and owner = 'house' and balance <> moved + coalesce(before, 0)
  union all
  select format('%s is not as it was sealed', day) from ledger_days
    where day = p_day and sealed_at is not null and hash <> ledger_hash_of_day(day)
  union all
  select problem from suspense_problems where p_day is null
$$;

-- `offset 0` keeps a key and its cause from being worked out once per mention.
create view booked_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as booked
  from (
    select
      -- Money at a game that the member has spent, or that was given up there, is nobody's, like other late money.
      case when family in ('late-move', 'write-off') and account like 'house:late:%'
        then 'late/' || moved.owner || '/' || split_part(account, ':', 3) else cause end as cause,
      moved.currency, coalesce(member_id, '') as member_id,
      -- Until 0016 all accounts at one bank shared one account of the house.
      case when account like 'house:payments:%' and account not like 'house:payments:%:%' then coalesce(
        (select 'house:payments:' || ledger_name from payments
          where id = substring(moved.key from '^payment/([0-9]{1,18})$')::bigint), account)
        else account end as account,
      moved.amount
    from (
      select *, ledger_cause(key) as cause, split_part(key, '/', 1) as family from (
        select owner, currency, account, member_id, amount,
          case when kind = 'reverse' then (select key from ledger_transfers as undone
            where undone.owner = posted.owner and undone.id = posted.closes) else key end as key
        from ledger_entries as posted offset 0
      ) as keyed offset 0
    ) as moved
    where case
      -- How much was won or lost at an account that the member has, only the provider knows: its balances tell.
      when family in ('game-result', 'late', 'late-move') then account !~ '^(game|house:games):' or not exists (
        select from game_accounts where game_accounts.member_id = moved.owner
          and code = split_part(account, ':', -1)
          and (family = 'late-move' or code = split_part(moved.key, '/', 3)))
      when family = 'receiver' then moved.key not like 'receiver/%/carried'
      else true
    end
  ) as effects
  group by 1, 2, 3, 4 having sum(amount) <> 0;

create view due_effects_of_payments as
  select 'payment/' || payments.id as cause, currency, due.member_id, account, due.amount
  from payments
  left join disputes on disputes.payment_id = payments.id
  cross join lateral (
    -- What was sent back before 0016 was in no account.
    select same_as is null and (closed_at is null
      or exists (select from ledger_transfers where owner = 'house' and key = 'payment/' || payments.id || '/heard')) as is_in_the_books,
    -- Until 0024 the member who was credited first kept what was not frozen in time, and the service bore it.
      given_to is not null
        and exists (select from ledger_transfers where owner in (given_to, disputes.member_id) and key = 'dispute/' || payments.id || '/give') as is_borne
  ) as known
  cross join lateral (values
    ('', 'house:payments:' || ledger_name, case when is_in_the_books then -payments.amount end),
    ('', 'house:suspense:' || ledger_name,
      case when payments.member_id is null and closed_at is null then payments.amount end),
    ('', 'house:sent-back:' || ledger_name, case when closed_at is not null and is_in_the_books then payments.amount end),
    (payments.member_id, 'main', payments.amount),
    (disputes.member_id, 'main', case when ended_at is null then -frozen when is_borne then payments.amount - frozen end),
    (disputes.member_id, 'frozen', case when ended_at is null then frozen end),
    ('', 'house:disputes', case when is_borne then frozen - payments.amount end)
  ) as due (member_id, account, amount)
  where due.member_id is not null and due.amount <> 0
  union all
  -- What a member from whom the credit was moved had spent of it is theirs, and owed.
  select 'payment/' || payment_id, currency, payment_moves.member_id, account, due.amount
  from payment_moves join (select id as payment_id, currency from payments) as payments using (payment_id)
  cross join lateral (values ('main', owed), ('owed', -owed)) as due (account, amount)
  where owed <> 0;

create view due_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as due
  from (
    select * from due_effects_of_payments
    union all select * from due_effects_of_transfers
    union all select * from due_effects_of_withdrawals
    union all select * from due_effects_of_rewards
    union all select * from due_effects_of_corrections
    union all select * from due_effects_of_games
  ) as effects
  group by 1, 2, 3, 4;

-- Empty as long as every posting has its cause and every cause its postings. One difference per cause, however many
-- accounts it touches: the figures are those of the member's account, where there is one. Read it by one statement: what
-- is under way meanwhile is then seen as a whole or not at all.
create view book_differences as
  select
    case split_part(cause, '/', 1)
      when 'payment' then 'payment'
      when 'transfer' then 'transfer'
      when 'late-move' then 'transfer'
      when 'withdrawal' then 'withdrawal'
      when 'condition' then 'reward'
      when 'refund' then 'reward'
      when 'correction' then 'correction'
      when 'write-off' then 'correction'
      when 'debt' then 'debt'
      when 'late' then 'late money'
      else 'posting'
    end as kind,
    cause as subject, currency,
    (array_agg(coalesce(due, 0) order by member_id = '', account))[1] as expected,
    (array_agg(coalesce(booked, 0) order by member_id = '', account))[1] as found,
    string_agg(format('%s has %s instead of %s', concat_ws(' ', nullif(member_id, ''), account),
      to_char(coalesce(booked, 0) / 100.0, 'FM99999999999999990.00'), to_char(coalesce(due, 0) / 100.0, 'FM99999999999999990.00')),
      '; ' order by member_id = '', account) as detail
  from due_effects full join booked_effects using (cause, currency, member_id, account)
  where coalesce(due, 0) <> coalesce(booked, 0)
  group by cause, currency
  union all
  select 'books', problem, null, null, null, problem from ledger_entry_problems;
