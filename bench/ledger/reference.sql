-- The ledger's postings as they were at 74ebbdc (0003_ledger.sql and 0007_ledger_plans.sql of then), in a schema of their
-- own: a measure that stays the same while ours changes. Members are those of the product.
create schema reference;
set search_path = reference, public;

create table ledger_accounts (
  id bigint generated always as identity primary key,
  member_id text references members,
  -- A member's: main, in_transit, held_for_bank, refund_pot, game:pg. The house's: house:payments:ww.
  name text not null check (name ~ '^[a-z_]+(:[a-z0-9_-]+)*$'),
  currency text not null check (currency in ('BAHT', 'LAK')),
  balance bigint,
  constraint ledger_balance_of_members_only check ((member_id is null) = (balance is null)),
  constraint ledger_house_names check ((member_id is null) = (name like 'house:%')),
  constraint ledger_not_below_zero check (balance >= 0)
);
create unique index ledger_member_accounts on ledger_accounts (member_id, name) where member_id is not null;
create unique index ledger_house_accounts on ledger_accounts (name, currency) where member_id is null;

create table ledger_transfers (
  id bigint generated always as identity primary key,
  -- Made by the caller from what is being done, so that doing it again is recognised.
  key text not null unique,
  input_hash bytea not null,
  kind text not null check (kind in ('post', 'hold', 'settle', 'release', 'reverse')),
  reason text not null,
  member_id text references members,
  currency text not null,
  -- The transfer that this one settles, releases or reverses; unique, so it happens once.
  closes bigint unique references ledger_transfers,
  detail jsonb not null default '{}',
  posted_at timestamptz not null default app_now()
);
create index ledger_transfers_by_member on ledger_transfers (member_id, id);

create sequence ledger_entry_ids;
create table ledger_entries (
  -- Given by the trigger once it holds the account, so that the ids of an account run in the order of its balances.
  id bigint primary key,
  transfer_id bigint not null references ledger_transfers,
  -- No foreign key: its check would share-lock the house account in every posting. The trigger below looks.
  account_id bigint not null,
  amount bigint not null check (amount <> 0),
  -- Of a member's account; null for the house.
  balance_after bigint
);
create index ledger_entries_by_account on ledger_entries (account_id, id);
create index ledger_entries_by_transfer on ledger_entries (transfer_id);

-- The laws ----------------------------------------------------------------------------------------------

-- Writing an entry is what moves the money: nobody, not even psql, can do the one without the other.
create function ledger_apply_entry() returns trigger language plpgsql as $$
begin
  new.balance_after := null;
  update ledger_accounts set balance = balance + new.amount
    where id = new.account_id and member_id is not null
    returning balance into new.balance_after;
  new.id := nextval('ledger_entry_ids');
  if new.balance_after is not null then return new; end if;
  if not exists (select from ledger_accounts where id = new.account_id) then
    raise exception 'LEDGER_NO_ACCOUNT' using errcode = 'KR001', detail = format('account %s', new.account_id);
  end if;
  return new;
end $$;
create trigger apply before insert on ledger_entries
  for each row execute function ledger_apply_entry();

-- Every statement that writes entries writes balanced ones, so all entries ever written are balanced.
create function ledger_require_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from written join ledger_accounts on ledger_accounts.id = written.account_id
      group by transfer_id, currency having sum(amount) <> 0
  ) or exists (
    select from written join ledger_accounts on ledger_accounts.id = written.account_id
      join ledger_transfers on ledger_transfers.id = written.transfer_id
      where ledger_accounts.currency <> ledger_transfers.currency
        or ledger_accounts.member_id <> ledger_transfers.member_id
        or (ledger_accounts.member_id is not null and ledger_transfers.member_id is null)
  ) then
    raise exception 'LEDGER_UNBALANCED' using errcode = 'KR002';
  end if;
  return null;
end $$;
create trigger require_balance after insert on ledger_entries
  referencing new table as written for each statement execute function ledger_require_balance();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'LEDGER_APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();
create trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();

-- An account starts empty, in its member's currency, and changes only from within the trigger that writes an entry.
create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and coalesce(new.balance, 0) = 0 then
    if new.currency <> (select currency from members where id = new.member_id) then
      raise exception 'LEDGER_CURRENCY' using errcode = 'KR004', detail = format('%s is not in %s', new.name, new.currency);
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1
    and (new.id, new.member_id, new.name, new.currency) is not distinct from (old.id, old.member_id, old.name, old.currency)
  then return new; end if;
  raise exception 'LEDGER_APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;
create trigger guard before insert or update on ledger_accounts
  for each row execute function ledger_guard_account();

-- The door ----------------------------------------------------------------------------------------------

-- Every step locks its member before anything else. Sorting the accounts orders the locks of one posting only: a
-- transaction of several, a new account, or a hold that two want to close would still let two wait in a circle.
-- A transaction that posts for several members does so in the order of their ids.

create function ledger_account(p_member_id text, p_name text, p_currency text) returns bigint language plpgsql as $$
declare
  v_member_id text := case when p_name like 'house:%' then null else p_member_id end;
  v_id bigint;
begin
  for attempt in 1..2 loop
    if v_member_id is null then
      select id into v_id from ledger_accounts where member_id is null and name = p_name and currency = p_currency;
    else
      select id into v_id from ledger_accounts
        where member_id = v_member_id and name = p_name and currency = p_currency;
    end if;
    if v_id is not null then return v_id; end if;
    insert into ledger_accounts (member_id, name, currency, balance)
      values (v_member_id, p_name, p_currency, case when v_member_id is not null then 0 end)
      on conflict do nothing;
  end loop;
  -- The account is there, but in the member's other currency.
  raise exception 'LEDGER_CURRENCY' using errcode = 'KR004', detail = format('%s is not in %s', p_name, p_currency);
end $$;

-- One whole step in one round trip: the business record and its entries. Repeating it with the same input
-- answers with the first transfer; with another input it is refused.
create function ledger_write(
  p_key text, p_kind text, p_reason text, p_member_id text, p_currency text,
  p_account_ids bigint[], p_amounts bigint[], p_closes bigint, p_detail jsonb
) returns table (transfer_id bigint, is_replay boolean) language plpgsql as $$
declare
  v_hash bytea := sha256(convert_to(jsonb_build_array(
    p_kind, p_reason, p_member_id, p_currency, p_account_ids, p_amounts, p_closes, p_detail)::text, 'UTF8'));
  v_first ledger_transfers;
begin
  insert into ledger_transfers (key, input_hash, kind, reason, member_id, currency, closes, detail)
    values (p_key, v_hash, p_kind, p_reason, p_member_id, p_currency, p_closes, p_detail)
    on conflict do nothing returning id into transfer_id;
  if transfer_id is null then
    select * into v_first from ledger_transfers where key = p_key;
    if not found then
      raise exception 'LEDGER_CLOSED' using errcode = 'KR005', detail = format('transfer %s is closed', p_closes);
    end if;
    if v_first.input_hash <> v_hash then
      raise exception 'IDEMPOTENCY_CONFLICT' using errcode = 'KR006', detail = format('key %s', p_key);
    end if;
    return query select v_first.id, true;
    return;
  end if;
  -- In id order, so that two postings never wait for each other in a circle.
  insert into ledger_entries (transfer_id, account_id, amount)
    select ledger_write.transfer_id, account_id, amount
      from unnest(p_account_ids, p_amounts) as move (account_id, amount) order by account_id;
  return query select ledger_write.transfer_id, false;
end $$;

create function ledger_post(
  p_key text, p_kind text, p_reason text, p_member_id text, p_currency text,
  p_accounts text[], p_amounts bigint[], p_detail jsonb
) returns table (transfer_id bigint, is_replay boolean) language plpgsql as $$
begin
  if p_kind not in ('post', 'hold') or cardinality(p_accounts) < 2 or cardinality(p_accounts) <> cardinality(p_amounts) then
    raise exception 'LEDGER_UNBALANCED' using errcode = 'KR002';
  end if;
  perform from members where id = p_member_id for no key update;
  return query select * from ledger_write(p_key, p_kind, p_reason, p_member_id, p_currency,
    (select array_agg(ledger_account(p_member_id, name, p_currency) order by position)
      from unnest(p_accounts) with ordinality as account (name, position)),
    p_amounts, null, p_detail);
end $$;

alter function ledger_require_balance() set enable_hashjoin = off;
alter function ledger_require_balance() set enable_mergejoin = off;
alter function ledger_require_balance() set enable_seqscan = off;

-- As much money as the members have in the product's own books.
select ledger_post('bench/open/' || id, 'post', 'bench', id, 'BAHT', array['house:bench', 'main'],
  array[-100000000, 100000000]::bigint[], '{}') from members where id like 'BENCH%' order by id;
