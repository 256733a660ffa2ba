-- What nobody changes, not even psql.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'APPEND_ONLY' using errcode = 'KR003', detail = format('%s of %s', tg_op, tg_table_name);
end $$;

create or replace trigger append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
-- A statement that names a partition passes by the triggers of its table.
do $$ begin
  for part in 0..7 loop
    execute format('create or replace trigger append_only before update or delete or truncate on ledger_postings_%s
      for each statement execute function refuse_change()', part);
  end loop;
end $$;

create or replace trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
create or replace trigger keeps_its_name before update of member_id, name, currency on ledger_accounts
  for each row execute function refuse_change();
create or replace trigger moves_by_postings before update of balance, last_posting_id on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();

create or replace trigger never_deleted before delete or truncate on ledger_days
  for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on ledger_day_accounts
  for each statement execute function refuse_change();

create or replace trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create or replace trigger never_deleted before delete or truncate on act_requests
  for each statement execute function refuse_change();
create or replace trigger never_deleted before delete or truncate on operators
  for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on security_events
  for each statement execute function refuse_change();

create or replace trigger append_only before update or delete or truncate on campaign_versions
  for each statement execute function refuse_change();
-- Spins are proved by the weights of their wheel.
create or replace trigger append_only before update or delete or truncate on wheel_slices
  for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on texts
  for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on limit_changes
  for each statement execute function refuse_change();

create or replace trigger append_only before update or delete or truncate on seeded_rows
  for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on production_marker
  for each statement execute function refuse_change();
