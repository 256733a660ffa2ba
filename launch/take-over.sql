-- Makes one role the owner of this database and of everything in its schema. A superuser runs it, once, on a database
-- that was made by another role:
--
--   psql "<the superuser's address of the database>" -c "set krapao.owner = 'krapao_owner'" -f launch/take-over.sql
do $$
declare
  owner regrole := current_setting('krapao.owner')::regrole;
  statement text;
begin
  if (select datdba from pg_database where datname = current_database()) <> owner then
    execute format('alter database %I owner to %s', current_database(), owner);
  end if;
  for statement in
    select format('alter schema %I owner to %s', nspname, owner) from pg_namespace
      where nspname = 'public' and nspowner not in (owner, 'pg_database_owner'::regrole)
    union all
    select format('alter table %s owner to %s', oid::regclass, owner) from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> owner and relkind in ('r', 'p', 'v', 'm', 'S')
        -- A sequence of a column goes with its table.
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
    union all
    select format('alter routine %s owner to %s', oid::regprocedure, owner) from pg_proc
      where pronamespace = 'public'::regnamespace and proowner <> owner
  loop
    execute statement;
  end loop;
end $$;
