-- The ledger: what writing a posting does, and the functions by which the server's role writes one.

-- Each posting from both sides; a plus is money coming into the account. `member_id` is null for accounts of the house.
create or replace view ledger_entries as
  select owner, id as posting_id, key, kind, reason, currency, closes, posted_at, side.account, side.other_account,
      case when side.account not like 'house:%' then owner end as member_id, side.amount, side.balance_after
    from ledger_postings
    cross join lateral (values (from_account, to_account, -amount, from_after), (to_account, from_account, amount, to_after))
      as side (account, other_account, amount, balance_after);

-- A row whose hash does not follow from it and from the row before is not the row that was written.
create or replace function ledger_chain(p_before bytea, p_row ledger_postings) returns bytea language sql stable parallel safe as $$
  select sha256(coalesce(p_before, '') || convert_to(jsonb_build_array(
    p_row.owner, p_row.id, p_row.key, p_row.kind, p_row.reason, p_row.currency, p_row.from_account, p_row.to_account,
    p_row.amount, p_row.from_after, p_row.to_after, p_row.closes, p_row.detail,
    (extract(epoch from p_row.posted_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- A hold, or what is to be reversed, is there and is not closed yet.
create or replace function ledger_require_open(p_owner text, p_id bigint) returns void language plpgsql as $$
begin
  if exists (select from ledger_postings where owner = p_owner and closes = p_id) then
    raise exception 'LEDGER_CLOSED' using errcode = 'KR005', detail = format('posting %s is closed', p_id);
  end if;
  if not exists (select from ledger_postings where owner = p_owner and id = p_id) then
    raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = format('posting %s', p_id);
  end if;
end $$;

-- Writing a posting is what moves the money: nobody, not even psql, can do the one without the other. A key that is
-- there already writes nothing. Every posting waits for this, so it is few statements. The rules for a row stand here and not
-- as checks of the table, which PostgreSQL would read from its catalogue for every statement.
create or replace function ledger_apply_posting() returns trigger language plpgsql as $$
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
    raise exception 'LEDGER_NO_POSTING' using errcode = 'KR002',
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
      exists (select from ledger_postings where owner = new.owner and key = new.key) as is_known,
      exists (select from standstills where ended_at is null) as stands_still
    into v_before
    from clock
    left join (select ends_at from ledger_days order by day desc limit 1) as closed on true
    left join (
      select posted_at, chain from ledger_postings where owner = new.owner order by id desc limit 1
    ) as last on new.owner <> 'house';
  if v_before.is_known then return null; end if;
  -- What operators book after they compared is what ends it.
  if v_before.stands_still and new.reason <> 'correction' then perform refuse('MONEY_STANDS_STILL', 60); end if;
  if new.closes is not null then perform ledger_require_open(new.owner, new.closes); end if;

  new.id := nextval('ledger_posting_ids');
  -- The table's check `ledger_not_below_zero` refuses what is not there.
  with moved as (
    update ledger_accounts
      set balance = balance + case name when new.to_account then new.amount else -new.amount end, last_posting_id = new.id
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
    insert into ledger_accounts (member_id, name, currency, balance, last_posting_id)
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

-- An account is made empty, or by its first posting, in its member's currency; it changes only by a posting.
create or replace function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if new.name like 'house:%' or new.name !~ '^[a-z_]+(:[a-z0-9_-]+)*$' then
    raise check_violation using message = 'ledger_house_names', constraint = 'ledger_house_names';
  end if;
  if new.currency <> (select currency from members where id = new.member_id) then
    raise exception 'LEDGER_CURRENCY' using errcode = 'KR004', detail = format('%s is not in %s', new.name, new.currency);
  end if;
  if pg_trigger_depth() > 1 or (new.balance = 0 and new.last_posting_id is null) then return new; end if;
  raise exception 'APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;

-- One whole step in one round trip. Repeating it with the same input answers with the first posting; with another input
-- it is refused.
create or replace function ledger_write(
  p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint,
  p_closes bigint, p_detail jsonb
) returns ledger_posted language plpgsql as $$
declare
  v_id bigint;
  v_first ledger_postings;
begin
  insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount, closes, detail)
    values (p_owner, p_key, p_kind, p_reason, p_currency, p_from, p_to, p_amount, p_closes, p_detail)
    returning id into v_id;
  if v_id is not null then return (v_id, false); end if;
  select * into strict v_first from ledger_postings where owner = p_owner and key = p_key;
  if (v_first.kind, v_first.reason, v_first.currency, v_first.from_account, v_first.to_account, v_first.amount,
      v_first.closes, v_first.detail)
    is distinct from (p_kind, p_reason, p_currency, p_from, p_to, p_amount, p_closes, p_detail)
  then
    raise exception 'IDEMPOTENCY_CONFLICT' using errcode = 'KR006', detail = format('key %s', p_key);
  end if;
  return (v_first.id, true);
end $$;

-- `enable_seqscan`: statements are planned once per connection, maybe while the tables are small; a plan that then reads
-- all of a table would slow down every posting as it grows. Looking rows up by their keys is right at any size.

create or replace function ledger_post(
  p_owner text, p_key text, p_kind text, p_reason text, p_currency text, p_from text, p_to text, p_amount bigint,
  p_detail jsonb
) returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if p_kind not in ('post', 'hold') then
    raise exception 'LEDGER_NO_POSTING' using errcode = 'KR002', detail = format('%s closes a posting', p_kind);
  end if;
  return ledger_write(p_owner, p_key, p_kind, p_reason, p_currency, p_from, p_to, p_amount, null, p_detail);
end $$;

-- Held money goes on to where it was meant to go.
create or replace function ledger_settle(p_owner text, p_key text, p_hold_key text, p_to text, p_detail jsonb)
returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_hold ledger_postings;
begin
  select * into v_hold from ledger_postings where owner = p_owner and key = p_hold_key and kind = 'hold';
  if not found then raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = p_hold_key; end if;
  return ledger_write(p_owner, p_key, 'settle', v_hold.reason, v_hold.currency, v_hold.to_account, p_to, v_hold.amount,
    v_hold.id, p_detail);
end $$;

-- Undoes a posting by its opposite: of a hold that is a release, of money that has moved a reversal.
create or replace function ledger_undo(p_owner text, p_key text, p_kind text, p_undone_key text, p_detail jsonb)
returns ledger_posted language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_undone ledger_postings;
begin
  select * into v_undone from ledger_postings where owner = p_owner and key = p_undone_key
    and ((p_kind = 'release' and kind = 'hold') or (p_kind = 'reverse' and kind in ('post', 'settle')));
  if not found then raise exception 'LEDGER_NO_HOLD' using errcode = 'KR007', detail = p_undone_key; end if;
  return ledger_write(p_owner, p_key, p_kind, v_undone.reason, v_undone.currency, v_undone.to_account,
    v_undone.from_account, v_undone.amount, v_undone.id, p_detail);
end $$;

-- The main wallet's balance after a posting of the member, as the ledger noted it; null if the posting moved none there.
create or replace function ledger_main_after(p_member_id text, p_key text) returns bigint language sql stable as $$
  select case 'main' when from_account then from_after when to_account then to_after end
    from ledger_postings where owner = p_member_id and key = p_key
$$;

create or replace trigger apply before insert on ledger_postings
  for each row execute function ledger_apply_posting();

create or replace trigger guard before insert on ledger_accounts
  for each row execute function ledger_guard_account();
