-- Rows of the demonstration, whose names, numbers and passwords are public. Production does not start where there are any.
create table seeded_rows (
  table_name text not null,
  key text not null,
  at timestamptz not null default app_now(),
  primary key (table_name, key)
);
create trigger append_only before update or delete or truncate on seeded_rows
  for each statement execute function refuse_change();

-- Knows them by what nobody else has: the demo member's id and whom that member invited from an account of the sandbox,
-- operators written in the transaction of the demo member, accounts of the sandbox, rewards made by "demo". The seed calls
-- it, and here it marks what was seeded before there were marks.
create function mark_seeded() returns void language sql as $$
  insert into seeded_rows (table_name, key)
  select 'members', id from members
    where id = 'DEM00001' or (invited_by = 'DEM00001' and bank_account_no in ('0000000002', '0000000000002'))
  union all
  select 'operators', name from operators
    where created_at = (select created_at from members where id = 'DEM00001')
  union all
  select 'deposit_banks', bank_code || ' ' || account_no || ' ' || mode from deposit_banks
    where account_name = 'KRAPAO SANDBOX'
  union all
  select 'deposit_wallets', phone from deposit_wallets where account_name like 'KRAPAO SANDBOX%'
  union all
  select distinct 'campaigns', kind || ' ' || code || ' ' || currency from campaign_versions where operator = 'demo'
  union all
  select 'wheels', id::text from wheels where made_by = 'demo'
  on conflict do nothing
$$;
select mark_seeded();

-- Written by the first start in production: from then on the database is production's, whatever a later start is told.
create table production (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on production
  for each statement execute function refuse_change();
