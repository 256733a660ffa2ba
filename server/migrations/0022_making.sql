-- A campaign may open and close by the product's clock, while `is_open` is how operators have switched it.
alter table campaigns
  add column opens_at timestamptz,
  add column closes_at timestamptz,
  add constraint campaigns_closes_after_it_opens check (closes_at > opens_at);

-- The one place that says whether members are given it now.
create function is_given(campaign campaigns) returns boolean language sql stable as $$
  select campaign.is_open and coalesce(campaign.opens_at <= app_now(), true)
    and coalesce(campaign.closes_at > app_now(), true)
$$;

-- Every version that a campaign had, written by the act that made it. `operator` is null for those from before.
create table campaign_versions (
  id bigint generated always as identity primary key,
  kind text not null,
  code text not null,
  currency text not null,
  -- What was done: made, edited, opened, closed, budget.
  act text not null,
  -- The whole row without what it has spent.
  terms jsonb not null,
  operator text,
  at timestamptz not null default app_now(),
  foreign key (kind, code, currency) references campaigns
);
create index campaign_versions_by_campaign on campaign_versions (kind, code, id);

insert into campaign_versions (kind, code, currency, act, terms)
  select kind, code, currency, 'made', to_jsonb(campaigns) - 'spent' from campaigns order by kind, position, code, currency;

create function history_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history is never changed';
end $$;
create trigger append_only before update or delete or truncate on campaign_versions
  for each statement execute function history_refuse_change();

-- A wheel is a draft until it is put up; one that took its place has replaced it. Who did either is null for those from
-- before.
alter table wheels
  add column made_by text,
  add column put_up_at timestamptz default app_now(),
  add column put_up_by text;
drop index wheels_current;
create unique index wheels_current on wheels (currency) where put_up_at is not null and replaced_at is null;

-- Spins are proved by the weights of their wheel.
create trigger append_only before update or delete or truncate on wheel_slices
  for each statement execute function history_refuse_change();

-- Texts of the service in three languages, {"th": …, "la": …, "en": …}. The newest version of a name counts; before there
-- is one, the text that the product comes with.
create table texts (
  id bigint generated always as identity primary key,
  name text not null,
  content jsonb not null,
  operator text not null,
  at timestamptz not null default app_now()
);
create index texts_by_name on texts (name, id);
create trigger append_only before update or delete or truncate on texts
  for each statement execute function history_refuse_change();

-- Notices on the home screen, each for its time by the product's clock.
create table notices (
  id bigint generated always as identity primary key,
  html jsonb not null,
  shows_from timestamptz not null,
  -- null: until an operator ends it.
  shows_to timestamptz check (shows_to > shows_from),
  made_by text not null,
  made_at timestamptz not null default app_now(),
  ended_by text,
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);

-- Limits that operators have set, in minor units. The newest of a name and currency counts.
create table limit_changes (
  id bigint generated always as identity primary key,
  name text not null,
  currency text not null check (currency in ('BAHT', 'LAK')),
  amount bigint not null check (amount > 0),
  operator text not null,
  at timestamptz not null default app_now()
);
create index limit_changes_by_name on limit_changes (currency, name, id);
create trigger append_only before update or delete or truncate on limit_changes
  for each statement execute function history_refuse_change();

-- Games that take no money in until an operator opens them again; they give it back always.
create table closed_games (
  code text primary key,
  operator text not null,
  since timestamptz not null default app_now()
);
