-- Every satang that reached us is in an account from the moment we hear of it. `house:payments:<bank>:<account>` is the
-- party that holds the money; what no member has been given yet is in `house:suspense:<bank>:<account>`, and what was
-- sent back in `house:sent-back:<bank>:<account>`.

-- The receiving account as the ledger's names spell it: banks write theirs as they like.
alter table payments add ledger_name text not null generated always as (
  regexp_replace(lower(receiver_bank collate "C"), '[^a-z0-9_-]', '-', 'g') || ':' ||
  regexp_replace(lower(receiver_account collate "C"), '[^a-z0-9_-]', '-', 'g')) stored;
-- Another telling of this payment, which has the money: the row stands for none.
alter table payments add same_as bigint references payments;
alter table payments add constraint payments_same_is_closed check (same_as is null or closed_at is not null);
create index payments_by_qrcode on payments (qrcode_id) where qrcode_id is not null;

-- Until now all accounts at one bank shared one house account. What was credited from it is carried over to the account
-- that the money reached; a remainder that no payment explains stays where it is and can be seen.
select ledger_post('receiver/' || ledger_name || '/' || currency || '/carried', 'post', 'payment', null, currency,
    array['house:payments:' || ledger_name, name], array[-credited, credited], '{}')
  from (
    select payments.ledger_name, ledger_accounts.name, payments.currency, -sum(ledger_entries.amount)::bigint as credited
      from payments
      join ledger_transfers on key = 'payment/' || payments.id
      join ledger_entries on transfer_id = ledger_transfers.id
      join ledger_accounts on ledger_accounts.id = account_id and ledger_accounts.member_id is null
      group by 1, 2, 3 order by 1, 2, 3
  ) per_account;

-- What waits is in suspense from now on. A closed payment was sent back or never was one of its own; nobody wrote down
-- which, and either way nothing of it is left.
select ledger_post('payment/' || id || '/heard', 'post', 'payment', null, currency,
    array['house:payments:' || ledger_name, 'house:suspense:' || ledger_name], array[-amount, amount], '{}')
  from (select * from payments where member_id is null and closed_at is null order by id) waiting;

alter view ledger_problems rename to ledger_entry_problems;
create view ledger_problems as
  select problem from ledger_entry_problems
  union all
  select format('%s has %s %s but its waiting payments sum to %s', name, coalesce(held, 0), currency, coalesce(waiting, 0))
    from (
      select name, currency, sum(amount) as held
        from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
        where name like 'house:suspense:%' group by 1, 2
    ) suspense
    full join (
      select 'house:suspense:' || ledger_name as name, currency, sum(amount) as waiting
        from payments where member_id is null and closed_at is null group by 1, 2
    ) payments using (name, currency)
    where coalesce(held, 0) <> coalesce(waiting, 0);

-- The member by whose QR code a gateway told what could not be read.
alter table unread_news add member_id text references members;

-- A True Wallet of mode AUTO is heard of by its incoming list, which is read like the feed of a bank account.
alter table deposit_wallets
  add feed_cursor bigint not null default 0,
  add added_at timestamptz not null default app_now(),
  add read_at timestamptz not null default clock_timestamp();

-- Whether the member proved by an OTP to have the phone: of earlier members it is not known.
alter table members add is_phone_verified boolean not null default false;
