-- The members' accounts at game providers.

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

-- Takes the share of one reading of an account, and notes the account as asked if its provider may be asked now. The
-- caller's statement holds the account's lock. The account is written here, by a statement of its own, because a statement
-- that locks a row and then writes it would first go back to the version of the row that it saw at its beginning: there
-- others may be waiting for its lock (readings-at-once.test.ts), which PostgreSQL reports as a deadlock.
create or replace function game_take_reading(
  p_member_id text, p_code text, p_share interval, p_ahead interval, p_failures_in_a_row integer, p_rest interval
) returns table (is_resting boolean, failures integer) language plpgsql as $$
begin
  for is_resting, failures in select * from provider_rate_limit_take(p_code, p_share, p_ahead, p_failures_in_a_row, p_rest) loop
    if not is_resting then
      update game_accounts set last_request_at = clock_timestamp() where member_id = p_member_id and code = p_code;
    end if;
    return next;
  end loop;
end $$;
