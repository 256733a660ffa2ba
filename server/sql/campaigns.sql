-- The one place that says whether members can receive a campaign now.
create or replace function is_given(campaign campaigns) returns boolean language sql stable as $$
  select campaign.is_open and coalesce(campaign.opens_at <= app_now(), true)
    and coalesce(campaign.closes_at > app_now(), true)
$$;

-- The terms of a Bangkok day: those in force when it ended. No row if the campaign was not given then. What is fixed by the
-- terms of a day does not change any more once the day is over.
create or replace function campaign_terms_on(p_kind text, p_code text, p_currency text, p_day date)
returns table (rate_percent bigint, cap bigint) language sql stable as $$
  select (terms ->> 'rate_percent')::bigint, (terms ->> 'cap')::bigint
    from (values ((p_day + 1)::timestamp at time zone 'Asia/Bangkok')) day (ends),
      lateral (select terms from campaign_versions where kind = p_kind and code = p_code and currency = p_currency
        and at < ends order by id desc limit 1) version
    where (terms ->> 'is_open')::boolean and coalesce((terms ->> 'opens_at')::timestamptz < ends, true)
      and coalesce((terms ->> 'closes_at')::timestamptz >= ends, true)
$$;

-- What a loss of a Bangkok day gives back, in percent of it: to the member who lost it, and to the inviter, who has what the
-- refund leaves of the most that both may be. `p_usual_most`: that most, in hundredths of a percent, where no operator has
-- set it.
create or replace function loss_terms_on(p_currency text, p_day date, p_usual_most bigint)
returns table (refund_rate bigint, invite_rate bigint, invite_cap bigint) language sql stable as $$
  select refund.rate, least(coalesce(invite.rate_percent, 0), most.percent - refund.rate), invite.cap
    from (select coalesce((select amount from limit_changes where name = 'givenBack' and currency = p_currency
        and at < (p_day + 1)::timestamp at time zone 'Asia/Bangkok' order by id desc limit 1), p_usual_most) / 100) most (percent)
      left join campaign_terms_on('refund', '', p_currency, p_day) refund_terms on true
      left join campaign_terms_on('invite', '', p_currency, p_day) invite on true
      cross join lateral (select least(coalesce(refund_terms.rate_percent, 0), most.percent)) refund (rate)
$$;
