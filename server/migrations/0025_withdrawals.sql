-- Withdrawals that people can stop. `checking`: the money is held, and an operator decides. `cancelled`: by the member,
-- before the channel was called. `returned`: by the channel or by an operator.
alter table withdrawals
  drop constraint withdrawals_state_check,
  drop constraint withdrawals_check,
  drop constraint withdrawals_check1,
  add constraint withdrawals_states check
    (state in ('gathering', 'held', 'checking', 'called', 'paid', 'returned', 'refused', 'cancelled')),
  add constraint withdrawals_go_on check ((state in ('gathering', 'held', 'called')) = (next_try_at is not null)),
  -- Why an operator has to look at it.
  add reasons text[] not null default '{}',
  add approved_at timestamptz,
  -- When an operator stopped it; null again once it is released.
  add stopped_at timestamptz,
  -- What keeps it from the channel for now.
  add waits_for text check (waits_for in ('blocked', 'paused', 'ceiling')),
  -- Why an operator returned it, as the member is told.
  add returned_why text,
  add constraint withdrawals_called check
    (state in ('gathering', 'held', 'checking', 'refused', 'cancelled') or called_at is not null
      or (state = 'returned' and returned_why is not null)),
  add constraint withdrawals_wait_held check (waits_for is null or state = 'held');
create index withdrawals_open on withdrawals (member_id) where state in ('gathering', 'held', 'checking', 'called');
create index withdrawals_to_check on withdrawals (created_at) where state = 'checking';
create index withdrawals_by_time on withdrawals (member_id, created_at);
-- What was called by itself within an hour.
create index withdrawals_called_lately on withdrawals (called_at) where called_at is not null and approved_at is null;

-- What a member has paid in.
create index ledger_transfers_deposits on ledger_transfers (member_id, posted_at) where reason = 'deposit';

-- When a member got a new password or another bank account, whoever changed it.
create table account_changes (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  what text not null check (what in ('password', 'bank')),
  changed_at timestamptz not null default app_now()
);
create index account_changes_by_member on account_changes (member_id, what, changed_at);
create function note_account_change() returns trigger language plpgsql as $$
begin
  if new.password_hash <> old.password_hash then
    insert into account_changes (member_id, what) values (new.id, 'password');
  end if;
  if (new.bank_code, new.bank_account_no) <> (old.bank_code, old.bank_account_no) then
    insert into account_changes (member_id, what) values (new.id, 'bank');
  end if;
  return null;
end $$;
create trigger note_change after update of password_hash, bank_code, bank_account_no on members
  for each row execute function note_account_change();

-- An outcome is not final at once: the channel is asked again for a while. All times are real ones.
alter table withdrawals
  add ask_again_at timestamptz,
  add ask_until timestamptz,
  -- Since when the channel tells another outcome than the one that is booked.
  add told_otherwise_at timestamptz,
  add constraint withdrawals_asked_again check (ask_again_at is null or (state in ('paid', 'returned') and ask_until is not null));
create index withdrawals_to_ask_again on withdrawals (ask_again_at) where ask_again_at is not null;
update withdrawals set tries = 0, ask_again_at = clock_timestamp(), ask_until = finished_at + interval '3 days'
  where state in ('paid', 'returned') and finished_at > app_now() - interval '3 days';

create index ledger_accounts_owed on ledger_accounts (member_id) where name = 'owed' and balance < 0;
