-- What happens to members' accounts and sign-ins.

-- Tells every node that a sign-in has ended, so that each node closes the sockets of that sign-in.
create or replace function tell_ended_sign_in() returns trigger language plpgsql as $$
begin
  perform pg_notify('sign_in_ended', case tg_table_name
    when 'members' then to_jsonb(new) ->> 'id'
    when 'sessions' then to_jsonb(new) ->> 'member_id'
    else '' end);
  return null;
end $$;

create or replace function note_account_change() returns trigger language plpgsql as $$
begin
  if new.password_hash <> old.password_hash then
    insert into account_changes (member_id, what) values (new.id, 'password');
  end if;
  if (new.bank_code, new.bank_account_no) <> (old.bank_code, old.bank_account_no) then
    insert into account_changes (member_id, what) values (new.id, 'bank');
  elsif new.bank_account_name <> old.bank_account_name then
    insert into account_changes (member_id, what, next_try_at) values (new.id, 'bank name', null);
  end if;
  return null;
end $$;

create or replace trigger sessions_ended after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function tell_ended_sign_in();

create or replace trigger members_blocked after update of blocked_at on members
  for each row when (new.blocked_at is not null) execute function tell_ended_sign_in();

create or replace trigger operator_sessions_ended after delete on operator_sessions
  for each row execute function tell_ended_sign_in();

create or replace trigger note_change after update of password_hash, bank_code, bank_account_no, bank_account_name on members
  for each row execute function note_account_change();
