-- What operators put right.

-- `owed` is the one account of a member that is never above zero: what the member owes the house.
alter table ledger_accounts drop constraint ledger_not_below_zero;
alter table ledger_accounts add constraint ledger_not_below_zero
  check (case when name = 'owed' then balance <= 0 else balance >= 0 end);

-- Money that operators gave a member or took from one. `taken` and `owed` are the parts of a debit that the main wallet
-- had, and that it had not.
create table corrections (
  id uuid primary key,
  member_id text not null references members,
  kind text not null check (kind in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  currency text not null,
  taken bigint not null default 0,
  owed bigint not null default 0,
  created_at timestamptz not null default app_now(),
  -- The correction that put this one right.
  reversed_by uuid unique references corrections,
  check ((kind = 'debit') = (taken + owed = amount))
);
create index corrections_by_member on corrections (member_id, created_at desc);

-- How often an operator has moved the payment's credit from one member to another.
alter table payments add moves integer not null default 0;
