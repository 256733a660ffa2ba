-- How often game providers are asked for balances; see docs/decisions/0027. All times are real ones.
alter table game_accounts
  -- When the provider was last asked for the balance, by whichever node.
  add asked_at timestamptz,
  -- When the member was last given a way into the game.
  add entered_at timestamptz;

-- What all nodes know of a game provider together. After a crash of the database it is empty, which is a good beginning:
-- nothing was asked, no provider rests.
create unlogged table game_rations (
  code text primary key,
  -- Every question takes its share of a second; up to here the shares are taken.
  taken_until timestamptz not null default '-infinity',
  -- How many questions in a row were not answered.
  failures integer not null default 0,
  rests_until timestamptz not null default '-infinity'
);

-- Takes the share of one question, if no more than `ahead` is taken then; null: however much is taken. After failures in
-- a row the provider rests, and after each rest one question is asked to find out. Answers no row where the share is too
-- much; `failures`: as many as are known.
create function game_ration_take(asked text, share interval, ahead interval, failures_in_a_row integer, rest interval)
  returns table (is_resting boolean, failures integer) language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
begin
  insert into game_rations (code) values (asked) on conflict do nothing;
  return query
    update game_rations ration
      set taken_until = greatest(ration.taken_until, moment) + share,
        rests_until = case when ration.failures >= failures_in_a_row then moment + rest else ration.rests_until end
      where ration.code = asked and (ration.failures < failures_in_a_row or ration.rests_until <= moment)
        and (ahead is null or greatest(ration.taken_until, moment) + share <= moment + ahead)
      returning false, ration.failures;
  if not found then
    return query
      select true, ration.failures from game_rations ration
        where ration.code = asked and ration.failures >= failures_in_a_row and ration.rests_until > moment;
  end if;
end $$;
