-- The one place that says whether members can receive a campaign now.
create or replace function is_given(campaign campaigns) returns boolean language sql stable as $$
  select campaign.is_open and coalesce(campaign.opens_at <= app_now(), true)
    and coalesce(campaign.closes_at > app_now(), true)
$$;
