-- While money stands still nothing is posted, and no work is taken up.
create or replace function money_stands_still() returns boolean language sql stable parallel safe as $$
  select exists (select from standstills where ended_at is null)
$$;
