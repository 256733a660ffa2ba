-- Who may move the product's clock.

-- Where the service has run in production, the product's clock is moved by nobody but the owner of the tables.
create or replace function clock_guard() returns trigger language plpgsql as $$
begin
  if exists (select from production_marker)
    and current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then
    raise exception 'CLOCK_IS_THE_OWNERS' using errcode = 'KR030';
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger guard before insert or update or delete on clock for each row execute function clock_guard();
