-- What a friend's play has earned the inviter, and which friends count.

-- `losses`: how much the friend had lost at the lowest midnight before `p_before`, up to the first deposit. `earned`: what
-- this earned. Each new low earns by the terms of its day, which are never looked at again: a day on which there was no
-- programme earns nothing. A fall to nothing that is not a day old does not count, but for a small one: its money may be told again.
create or replace function friend_earned(
  p_friend_id text, p_currency text, p_first_deposit bigint, p_before date, p_usual_most bigint
) returns table (losses bigint, earned bigint) language plpgsql stable as $$
declare
  v_day record;
  v_terms record;
  v_standing bigint := 0;
  v_lost bigint;
  -- In hundredths of a minor unit, so that only the sum is rounded.
  v_earned bigint := 0;
begin
  losses := 0;
  for v_day in
    select day, result + (select coalesce(sum(amount - risen), 0)::bigint from game_falls
        where member_id = p_friend_id and game_falls.day = invite_days.day and not is_small
          and fell_at > app_now() - interval '24 hours') as result
      from invite_days where friend_id = p_friend_id and day < p_before order by day
  loop
    v_standing := v_standing + v_day.result;
    v_lost := least(-v_standing, p_first_deposit) - losses;
    continue when v_lost <= 0;
    losses := losses + v_lost;
    select * into v_terms from loss_terms_on(p_currency, v_day.day, p_usual_most);
    -- A cap that was lowered takes nothing back.
    v_earned := v_earned + greatest(least(v_lost * v_terms.invite_rate, v_terms.invite_cap * 100 - v_earned), 0);
  end loop;
  earned := v_earned / 100;
  return next;
end $$;

-- Of an inviter's friends those who do not count by themselves, in the order in which they registered: `p_most` who count
-- registered within the seven days before. `decided`: what an operator has said of the friend; null: nothing yet.
create or replace function friends_over_most(p_inviter_id text, p_most integer)
returns table (friend_id text, decided boolean) language plpgsql stable as $$
declare
  v_friend record;
  -- When the last ones who count registered, `p_most` at most, the oldest first.
  v_counting timestamptz[] := '{}';
begin
  for v_friend in
    select id, created_at, counts from members left join friend_decisions on friend_decisions.friend_id = id
      where invited_by = p_inviter_id order by created_at, id
  loop
    if cardinality(v_counting) < p_most then
      v_counting := v_counting || v_friend.created_at;
    elsif p_most > 0 and v_counting[1] <= v_friend.created_at - interval '7 days' then
      v_counting := v_counting[2:] || v_friend.created_at;
    else
      friend_id := v_friend.id;
      decided := v_friend.counts;
      return next;
    end if;
  end loop;
end $$;
