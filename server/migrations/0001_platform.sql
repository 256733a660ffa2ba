-- The product's clock. Tests and demonstrations move it forward; in production it is never ahead.
create table clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null default '0'
);
insert into clock default values;

create function app_now() returns timestamptz language sql stable as $$
  select now() + ahead from clock
$$;

-- What operators have decided. A setting that is absent follows the environment.
create table settings (
  name text primary key,
  value jsonb not null
);

-- The most specific network that holds an address decides; an address in none is allowed.
create table address_rules (
  network cidr primary key,
  rule text not null check (rule in ('allow', 'deny'))
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  operator text not null,
  act text not null,
  why text not null,
  detail jsonb not null default '{}'
);

-- What counts against a budget: failed sign-ins, sent codes. Rows older than their window are swept.
create table attempts (
  scope text not null,
  subject text not null,
  at timestamptz not null default app_now()
);
create index attempts_by_subject on attempts (scope, subject, at);
create index attempts_by_age on attempts (at);
