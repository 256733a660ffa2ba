-- Marks the rows of the demonstration, by what only they have: the id of the demo member and of the friend whom that
-- member invited from an account of the sandbox, operators written in the transaction of the demo member, accounts of the
-- sandbox, rewards made by "demo".
create or replace function mark_seeded() returns void language sql as $$
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
