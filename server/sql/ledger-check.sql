-- The errors in the books, in sentences.

-- The rows and the accounts of half of the members, told by the hash of their ids.
create or replace function ledger_problems_of_members(p_day date, p_from timestamptz, p_until timestamptz, p_half integer)
returns table (problem text) language plpgsql stable parallel safe cost 10000000 rows 10 as $$
begin
  return query select format('posting %s is not as it was written', id)
    from ledger_postings moved
    where posted_at >= p_from and posted_at < p_until and hashtextextended(owner, 0) & 1 = p_half
      and chain <> ledger_chain(case when owner <> 'house' then (
        select before.chain from ledger_postings before where before.owner = moved.owner and before.id < moved.id
          order by before.id desc limit 1) end, moved);

  return query with entries as (
    select owner, account, currency, id, change, balance_after, lag(balance_after) over of_account as left_before,
        lag(id) over of_account is null as is_first, lead(id) over of_account is null as is_newest
      from ledger_postings
      cross join lateral (values (from_account, -amount, from_after), (to_account, amount, to_after))
        as side (account, change, balance_after)
      where posted_at >= p_from and posted_at < p_until and account not like 'house:%'
        and hashtextextended(owner, 0) & 1 = p_half
      window of_account as (partition by owner, account, currency order by id)
  ), moves as materialized (
    select owner, account, currency, sum(change)::bigint as moved, count(*)::integer as postings,
        min(balance_after - change) filter (where is_first) as began, max(balance_after) filter (where is_newest) as balance,
        max(id) as newest,
        array_agg(id) filter (where not is_first and balance_after - change is distinct from left_before) as jumps
      from entries group by 1, 2, 3
  )
  select format('posting %s does not go on where %s of %s was', jump, account, owner)
    from moves cross join lateral unnest(jumps) as jump
  union all
  select format('%s of %s begins with %s but was left with %s', account, owner, began, coalesce(sealed.balance, 0))
    from moves left join lateral (
      select before.balance from ledger_day_accounts before where before.owner = moves.owner and before.account = moves.account
        and before.currency = moves.currency and day < coalesce(p_day, 'infinity') order by day desc limit 1) as sealed on true
    where began is distinct from coalesce(sealed.balance, 0)
  union all
  select format('%s of %s keeps %s but its newest posting leaves %s', account, owner, kept.balance, moves.balance)
    -- The limit keeps the accounts from being read all.
    from moves left join lateral (
      select last_posting_id, kept.balance from ledger_accounts kept where member_id = owner and name = account
        and kept.currency = moves.currency limit 1) as kept on true
    where last_posting_id is null or last_posting_id < newest
      or (last_posting_id = newest and kept.balance is distinct from moves.balance)
      -- After a day that is over, the account may have moved on.
      or (last_posting_id > newest and p_day is null)
  union all
  select format('%s of %s was sealed with %s after %s but has %s after %s', account, owner, sealed.balance, sealed.moved,
      moves.balance, moves.moved)
    from (
      select * from ledger_day_accounts where day = p_day and owner <> 'house' and hashtextextended(owner, 0) & 1 = p_half
    ) as sealed
    full join (select * from moves where p_day is not null) as moves using (owner, account, currency)
    where (sealed.balance, sealed.moved, sealed.postings) is distinct from (moves.balance, moves.moved, moves.postings);
end $$;

-- The accounts of the house, and the seal of the day itself.
create or replace function ledger_problems_of_house(p_day date, p_from timestamptz, p_until timestamptz)
returns table (problem text) language plpgsql stable parallel safe cost 10000000 rows 10 as $$
#variable_conflict use_column
begin
  return query with moves as (
    select account, currency, sum(change)::bigint as moved, count(*)::integer as postings
      from ledger_postings cross join lateral (values (from_account, -amount), (to_account, amount)) as side (account, change)
      where posted_at >= p_from and posted_at < p_until and account like 'house:%' group by 1, 2
  ), seals as (
    select account, currency, moved, postings, balance, coalesce((select before.balance from ledger_day_accounts before
        where before.owner = 'house' and before.account = sealed.account and before.currency = sealed.currency
          and before.day < p_day order by before.day desc limit 1), 0) as left_before
      from ledger_day_accounts sealed where day = p_day and owner = 'house'
  )
  select format('%s of the house was sealed with %s after %s from %s but has moved %s', account, balance, seals.moved,
      left_before, moves.moved)
    from seals full join (select * from moves where p_day is not null) as moves using (account, currency)
    where (seals.moved, seals.postings, balance) is distinct from (moves.moved, moves.postings, moves.moved + left_before)
  union all
  select format('%s is not as it was sealed', day) from ledger_days
    where day = p_day and sealed_at is not null and hash <> ledger_hash_of_day(day)
  union all
  select problem from suspense_problems where p_day is null;
end $$;

-- The errors in one day that is sealed or, with null or a day that is not closed, in what was posted since the last sealed
-- day. What was before is taken from the seals.
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

-- Empty as long as the books are right: all of them, from the first posting on.
create or replace view ledger_entry_problems as
  select format('%s of %s keeps %s but its entries sum to %s', coalesce(kept.name, account), coalesce(kept.member_id, booked.member_id),
      coalesce(balance, 0), coalesce(sum, 0)) as problem
    from ledger_accounts kept
    full join (
      select member_id, account, sum(amount) as sum, max(posting_id) as newest from ledger_entries
        where member_id is not null group by 1, 2
    ) as booked on booked.member_id = kept.member_id and account = name
    where coalesce(balance, 0) <> coalesce(sum, 0) or last_posting_id is distinct from newest
  union all
  select format('posting %s notes %s after it on %s but the entries up to it sum to %s', posting_id, balance_after, account, running)
    from (
      select posting_id, account, balance_after, sum(amount) over (partition by owner, account order by posting_id) as running
        from ledger_entries where member_id is not null
    ) as noted
    where balance_after is distinct from running
  union all
  select format('posting %s is in %s but %s is in %s', posting_id, moved.currency, name, kept.currency)
    from ledger_entries moved join ledger_accounts kept on kept.member_id = moved.member_id and name = account
    where kept.currency <> moved.currency
  union all
  select format('posting %s is not as it was written', id)
    from (
      select id, chain, ledger_chain(case owner when 'house' then null else lag(chain) over (partition by owner order by id) end,
          moved) as due
        from ledger_postings moved
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
create or replace view suspense_problems as
  select format('%s has %s %s but its waiting payments sum to %s', name, coalesce(held, 0), currency, coalesce(waiting, 0)) as problem
    from (select name, currency, balance as held from house_balances where name like 'house:suspense:%') as suspense
    full join (
      select 'house:suspense:' || ledger_name as name, currency, sum(amount) as waiting
        from payments where member_id is null and closed_at is null group by 1, 2
    ) as payments using (name, currency)
    where coalesce(held, 0) <> coalesce(waiting, 0);

create or replace view ledger_problems as
  select problem from ledger_entry_problems union all select problem from suspense_problems;
