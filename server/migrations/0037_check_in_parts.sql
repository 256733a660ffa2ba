-- The check of a day of 10⁵ transfers took six seconds, by one process and with too little memory to sort in. Accounts of the
-- house are now summed without sorting, accounts of members are checked in two halves, and these three parts are worked on by
-- as many processes as PostgreSQL has to spare. Only a part that is said to be costly gets a process of its own.

alter function ledger_chain parallel safe;
alter function ledger_hash_of_day parallel safe;

-- The rows and the accounts of half of the members, told by the hash of their ids.
create function ledger_problems_of_members(p_day date, p_from timestamptz, p_until timestamptz, p_half integer)
returns table (problem text) language plpgsql stable parallel safe cost 10000000 rows 10 as $$
begin
  return query select format('transfer %s is not as it was written', id)
    from ledger_transfers moved
    where posted_at >= p_from and posted_at < p_until and hashtextextended(owner, 0) & 1 = p_half
      and chain <> ledger_chain(case when owner <> 'house' then (
        select before.chain from ledger_transfers before where before.owner = moved.owner and before.id < moved.id
          order by before.id desc limit 1) end, moved);

  return query with entries as (
    select owner, account, currency, id, change, balance_after, lag(balance_after) over of_account as left_before,
        lag(id) over of_account is null as is_first, lead(id) over of_account is null as is_newest
      from ledger_transfers
      cross join lateral (values (from_account, -amount, from_after), (to_account, amount, to_after))
        as side (account, change, balance_after)
      where posted_at >= p_from and posted_at < p_until and account not like 'house:%'
        and hashtextextended(owner, 0) & 1 = p_half
      window of_account as (partition by owner, account, currency order by id)
  ), moves as materialized (
    select owner, account, currency, sum(change)::bigint as moved, count(*)::integer as transfers,
        min(balance_after - change) filter (where is_first) as began, max(balance_after) filter (where is_newest) as balance,
        max(id) as newest,
        array_agg(id) filter (where not is_first and balance_after - change is distinct from left_before) as jumps
      from entries group by 1, 2, 3
  )
  select format('transfer %s does not go on where %s of %s was', jump, account, owner)
    from moves cross join lateral unnest(jumps) as jump
  union all
  select format('%s of %s begins with %s but was left with %s', account, owner, began, coalesce(sealed.balance, 0))
    from moves left join lateral (
      select before.balance from ledger_day_accounts before where before.owner = moves.owner and before.account = moves.account
        and before.currency = moves.currency and day < coalesce(p_day, 'infinity') order by day desc limit 1) as sealed on true
    where began is distinct from coalesce(sealed.balance, 0)
  union all
  select format('%s of %s keeps %s but its newest transfer leaves %s', account, owner, kept.balance, moves.balance)
    -- The limit keeps the accounts from being read all.
    from moves left join lateral (
      select last_transfer, kept.balance from ledger_accounts kept where member_id = owner and name = account
        and kept.currency = moves.currency limit 1) as kept on true
    where last_transfer is null or last_transfer < newest
      or (last_transfer = newest and kept.balance is distinct from moves.balance)
      -- After a day that is over, the account may have moved on.
      or (last_transfer > newest and p_day is null)
  union all
  select format('%s of %s was sealed with %s after %s but has %s after %s', account, owner, sealed.balance, sealed.moved,
      moves.balance, moves.moved)
    from (
      select * from ledger_day_accounts where day = p_day and owner <> 'house' and hashtextextended(owner, 0) & 1 = p_half
    ) as sealed
    full join (select * from moves where p_day is not null) as moves using (owner, account, currency)
    where (sealed.balance, sealed.moved, sealed.transfers) is distinct from (moves.balance, moves.moved, moves.transfers);
end $$;

-- The accounts of the house, and the seal of the day itself.
create function ledger_problems_of_house(p_day date, p_from timestamptz, p_until timestamptz)
returns table (problem text) language plpgsql stable parallel safe cost 10000000 rows 10 as $$
#variable_conflict use_column
begin
  return query with moves as (
    select account, currency, sum(change)::bigint as moved, count(*)::integer as transfers
      from ledger_transfers cross join lateral (values (from_account, -amount), (to_account, amount)) as side (account, change)
      where posted_at >= p_from and posted_at < p_until and account like 'house:%' group by 1, 2
  ), seals as (
    select account, currency, moved, transfers, balance, coalesce((select before.balance from ledger_day_accounts before
        where before.owner = 'house' and before.account = sealed.account and before.currency = sealed.currency
          and before.day < p_day order by before.day desc limit 1), 0) as left_before
      from ledger_day_accounts sealed where day = p_day and owner = 'house'
  )
  select format('%s of the house was sealed with %s after %s from %s but has moved %s', account, balance, seals.moved,
      left_before, moves.moved)
    from seals full join (select * from moves where p_day is not null) as moves using (account, currency)
    where (seals.moved, seals.transfers, balance) is distinct from (moves.moved, moves.transfers, moves.moved + left_before)
  union all
  select format('%s is not as it was sealed', day) from ledger_days
    where day = p_day and sealed_at is not null and hash <> ledger_hash_of_day(day)
  union all
  select problem from suspense_problems where p_day is null;
end $$;

-- The errors in one day that is sealed or, with null, in what was posted since the last one. What was before is taken from
-- the seals.
create or replace function ledger_problems_of(p_day date) returns table (problem text) language plpgsql stable
set work_mem = '64MB' set jit = off as $$
declare
  v_from timestamptz;
  v_until timestamptz;
begin
  select starts_at, ends_at into v_from, v_until from ledger_days where day = p_day;
  if not found then
    select coalesce(max(ends_at), '-infinity'), 'infinity' into v_from, v_until from ledger_days where sealed_at is not null;
  end if;
  return query
    select * from ledger_problems_of_members(p_day, v_from, v_until, 0)
    union all select * from ledger_problems_of_members(p_day, v_from, v_until, 1)
    union all select * from ledger_problems_of_house(p_day, v_from, v_until);
end $$;
