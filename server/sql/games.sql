-- The members' accounts at game providers.

-- The Bangkok day that a reading begun now belongs to. Minutes after midnight a game may still tell what was so before, and
-- leave out a bet that was placed in the last moment of the day.
create or replace function reading_day() returns date language sql stable as $$
  select ((app_now() - interval '10 minutes') at time zone 'Asia/Bangkok')::date
$$;

-- Called in the transaction that books the outcome of a movement, before the booking: readings from before the movement
-- say nothing any more.
create or replace function game_note_movement(p_member_id text, p_code text) returns void language plpgsql as $$
begin
  update game_accounts set moved_at = clock_timestamp(), suspect_amount = null, suspect_since = null
    where member_id = p_member_id and code = p_code;
end $$;

-- Called in the transaction that begins to fetch money back from an account: readings from before say nothing any more. False
-- if money is being fetched from there already.
create or replace function game_begin_fetch(p_member_id text, p_code text, p_id uuid) returns boolean language plpgsql as $$
begin
  update game_accounts set fetching_id = p_id, readings = readings + 1
    where member_id = p_member_id and code = p_code and fetching_id is null;
  return found;
end $$;

-- Called in the transaction that changes how much of the money there is nobody's: less before it is fetched, more again where
-- the game has refused that.
create or replace function game_add_unowned(p_member_id text, p_code text, p_amount bigint) returns void language plpgsql as $$
begin
  update game_accounts set unowned_amount = unowned_amount + p_amount, readings = readings + 1
    where member_id = p_member_id and code = p_code;
end $$;

-- Called in the transaction that ends a fetch. The account is read again by itself at `p_again_at`, and what is nobody's then
-- may be fetched.
create or replace function game_end_fetch(p_member_id text, p_code text, p_again_at timestamptz) returns void language plpgsql as $$
begin
  update game_accounts set fetching_id = null, fetch_at = p_again_at, recheck_at = p_again_at
    where member_id = p_member_id and code = p_code;
end $$;

-- Reserves the time of one question to a provider: `tokens_until` goes forward by `share`. It may lie at most `ahead` in the
-- future, or anywhere if `ahead` is null; a question for which it would lie further gets no row. After so many failures in
-- a row the provider rests, and after each rest one question is let through to find out whether it answers again.
create or replace function provider_rate_limit_take(asked text, share interval, ahead interval, failures_in_a_row integer, rest interval)
  returns table (is_resting boolean, failures integer) language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
begin
  insert into provider_rate_limits (code) values (asked) on conflict do nothing;
  return query
    update provider_rate_limits bucket
      set tokens_until = greatest(bucket.tokens_until, moment) + share,
        open_until = case when bucket.failures >= failures_in_a_row then moment + rest else bucket.open_until end
      where bucket.code = asked and (bucket.failures < failures_in_a_row or bucket.open_until <= moment)
        and (ahead is null or greatest(bucket.tokens_until, moment) + share <= moment + ahead)
      returning false, bucket.failures;
  if not found then
    return query
      select true, bucket.failures from provider_rate_limits bucket
        where bucket.code = asked and bucket.failures >= failures_in_a_row and bucket.open_until > moment;
  end if;
end $$;

-- How many seconds a member's calls have to wait until they may ask a game again; null: they may now. `p_most`: how often
-- within a minute.
create or replace function game_question_wait(p_caller text, p_code text, p_most integer) returns integer language plpgsql as $$
declare
  v_recent timestamptz[];
begin
  select array(select at from unnest(asked_at) as at where at > clock_timestamp() - interval '1 minute' order by at)
    into v_recent from game_questions where member_id = p_caller and code = p_code for no key update;
  if coalesce(cardinality(v_recent), 0) < p_most then return null; end if;
  return greatest(1, ceil(extract(epoch from
    v_recent[cardinality(v_recent) - p_most + 1] + interval '1 minute' - clock_timestamp())));
end $$;

create or replace function game_note_question(p_caller text, p_code text) returns void language sql as $$
  insert into game_questions as known (member_id, code, asked_at) values (p_caller, p_code, array[clock_timestamp()])
    on conflict (member_id, code) do update set asked_at = array(
      select at from unnest(known.asked_at) as at where at > clock_timestamp() - interval '1 minute' order by at
    ) || excluded.asked_at
$$;

-- Counts a question that takes no share, or refuses the call that asks it.
create or replace function game_count_question(p_caller text, p_code text, p_most integer) returns void language plpgsql as $$
declare
  v_wait constant integer := game_question_wait(p_caller, p_code, p_most);
begin
  if v_wait is not null then perform refuse('REQUEST_LIMIT_1MIN', v_wait); end if;
  perform game_note_question(p_caller, p_code);
end $$;

-- Takes the share of one reading of an account, and notes the account as asked if its provider may be asked now. The
-- caller's statement holds the account's lock. The account is written here, by a statement of its own, because a statement
-- that locks a row and then writes it would first go back to the version of the row that it saw at its beginning: there
-- others may be waiting for its lock (readings-at-once.test.ts), which PostgreSQL reports as a deadlock.
--
-- `p_caller`: the member to whose calls the reading counts; null: it counts to none. Once these calls have asked as often as
-- they may (`p_most`), the caller's whole statement is refused and does nothing, or a page (`p_is_page`) leaves the account out.
create or replace function game_take_reading(
  p_member_id text, p_code text, p_share interval, p_ahead interval, p_failures_in_a_row integer, p_rest interval,
  p_caller text, p_most integer, p_is_page boolean
) returns table (is_resting boolean, failures integer) language plpgsql as $$
declare
  v_wait constant integer := case when p_caller is not null then game_question_wait(p_caller, p_code, p_most) end;
begin
  if v_wait is not null then
    if not p_is_page then perform refuse('REQUEST_LIMIT_1MIN', v_wait); end if;
    return;
  end if;
  for is_resting, failures in select * from provider_rate_limit_take(p_code, p_share, p_ahead, p_failures_in_a_row, p_rest) loop
    if not is_resting then
      update game_accounts set last_request_at = clock_timestamp() where member_id = p_member_id and code = p_code;
      if p_caller is not null then perform game_note_question(p_caller, p_code); end if;
    end if;
    return next;
  end loop;
end $$;
