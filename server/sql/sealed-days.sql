-- Days that are over: closed, so that nothing is posted in them any more, and then sealed.

-- What is in the accounts of the house: what the last sealed day left there, and what was posted since.
create or replace view house_balances as
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

-- The first day that is over and not sealed yet, closed; null if there is none up to the given day. From then on nothing is
-- posted in it: the lock waits for the postings that are under way, and each later one sees that the day is closed. No day
-- is closed that is later than the newest posting's: a clock that is wrong for a moment closes nothing ahead.
create or replace function ledger_close_day(p_until date) returns date language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last ledger_days;
  v_over constant date := least(p_until, (app_now() at time zone 'Asia/Bangkok')::date - 1);
  v_day date;
begin
  perform pg_advisory_xact_lock(hashtextextended('sealed days', 0));
  select * into v_last from ledger_days order by day desc limit 1;
  if v_last.sealed_at is null and v_last.day is not null then return v_last.day; end if;
  v_day := coalesce(v_last.day + 1, v_over);
  if v_day > v_over then return null; end if;
  lock table ledger_postings in share mode;
  if not exists (select from ledger_postings where posted_at >= v_day::timestamp at time zone 'Asia/Bangkok') then
    return null;
  end if;
  insert into ledger_days (day, starts_at, ends_at) values (v_day, coalesce(v_last.ends_at, '-infinity'),
    (v_day + 1)::timestamp at time zone 'Asia/Bangkok');
  return v_day;
end $$;

-- What a stretch of time did to each account.
create or replace function ledger_moves(p_from timestamptz, p_until timestamptz)
returns table (owner text, account text, currency text, moved bigint, postings integer, balance_after bigint)
language sql stable as $$
  select coalesce(member_id, 'house'), account, currency, sum(amount)::bigint, count(*)::integer,
      (array_agg(balance_after order by posting_id desc))[1]
    from ledger_entries where posted_at >= p_from and posted_at < p_until group by 1, 2, 3
$$;

create or replace function ledger_hash_of_day(p_day date) returns bytea language sql stable parallel safe as $$
  select sha256(coalesce((select hash from ledger_days where day < p_day order by day desc limit 1), '')
    || coalesce((select string_agg(chain, '' order by owner, id) from ledger_postings
      where posted_at >= starts_at and posted_at < ends_at), '')
    || convert_to(coalesce((select string_agg(jsonb_build_array(owner, account, currency, moved, sealed.postings, balance)::text, ''
        order by owner, account, currency) from ledger_day_accounts sealed where sealed.day = p_day), ''), 'UTF8'))
    from ledger_days where day = p_day
$$;

-- Writes down what the day did to each account that it moved.
create or replace function ledger_seal_day(p_day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_day ledger_days;
begin
  select * into strict v_day from ledger_days where day = p_day for update;
  if v_day.sealed_at is not null then return; end if;
  insert into ledger_day_accounts (owner, account, currency, day, moved, postings, balance)
    select owner, account, currency, p_day, moved, postings, coalesce(balance_after, moved + coalesce((
        select balance from ledger_day_accounts before
          where before.owner = 'house' and before.account = moves.account and before.currency = moves.currency
          order by day desc limit 1), 0))
      from ledger_moves(v_day.starts_at, v_day.ends_at) as moves;
  update ledger_days set sealed_at = app_now(), hash = ledger_hash_of_day(p_day), postings = (
      select count(*) from ledger_postings where posted_at >= v_day.starts_at and posted_at < v_day.ends_at)
    where day = p_day;
end $$;
