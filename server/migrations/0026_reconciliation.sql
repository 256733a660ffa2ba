-- Whether the books tell the same story as the rows that caused them, and as the reports of outside parties.

-- The statement that writes a transfer's entries writes all of them: what was posted is never added to.
create or replace function ledger_require_balance() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from written join ledger_accounts on ledger_accounts.id = written.account_id
      group by transfer_id, currency having sum(amount) <> 0
        or count(*) <> (select count(*) from ledger_entries where ledger_entries.transfer_id = written.transfer_id)
  ) or exists (
    select from written join ledger_accounts on ledger_accounts.id = written.account_id
      join ledger_transfers on ledger_transfers.id = written.transfer_id
      where ledger_accounts.currency <> ledger_transfers.currency
        or ledger_accounts.member_id <> ledger_transfers.member_id
        or (ledger_accounts.member_id is not null and ledger_transfers.member_id is null)
  ) then
    -- Which of the laws it was.
    if exists (select from written group by transfer_id having sum(amount) <> 0) or not exists (
      select from written group by transfer_id
        having count(*) <> (select count(*) from ledger_entries where ledger_entries.transfer_id = written.transfer_id)
    ) then
      raise exception 'LEDGER_UNBALANCED' using errcode = 'KR002';
    end if;
    raise exception 'LEDGER_APPEND_ONLY' using errcode = 'KR003', detail = 'entries added to an old transfer';
  end if;
  return null;
end $$;

-- What the books hold and why -----------------------------------------------------------------------------
--
-- Each posting has a cause: a row of a slice, named by the posting's key. `booked_effects` is what the postings of a
-- cause have done to each account, `due_effects` what they should have done as the row stands now. A new kind of posting
-- needs its line in `ledger_cause`, and a view of what is due that is added to `due_effects`.

create function ledger_cause(key text) returns text language sql immutable as $$
  select case split_part(key, '/', 1)
    when 'transfer' then concat_ws('/', 'transfer', split_part(key, '/', 2), split_part(key, '/', 3), split_part(key, '/', 4))
    when 'withdrawal' then concat_ws('/', 'withdrawal', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'late' then concat_ws('/', 'late', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'late-move' then 'late-move/' || split_part(key, '/', 2)
    when 'payment' then 'payment/' || split_part(key, '/', 2)
    -- It is about a payment and is numbered by it.
    when 'dispute' then 'payment/' || split_part(key, '/', 2)
    when 'condition' then case when key like '%/grant' then left(key, -length('/grant')) else key end
    else key
  end
$$;

-- `offset 0` keeps a key and its cause from being worked out once per mention.
create view booked_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as booked
  from (
    select
      -- A late move whose money the member has spent is money that nobody has, like other late money.
      case when family = 'late-move' and account.name like 'house:late:%'
        then 'late/' || moved.member_id || '/' || split_part(account.name, ':', 3) else cause end as cause,
      moved.currency, coalesce(account.member_id, '') as member_id,
      -- Until 0016 all accounts at one bank shared one account of the house.
      case when account.name like 'house:payments:%' and account.name not like 'house:payments:%:%' then coalesce(
        (select 'house:payments:' || ledger_name from payments
          where id = substring(moved.key from '^payment/([0-9]{1,18})$')::bigint), account.name)
        else account.name end as account,
      entry.amount
    from ledger_entries as entry
    join (select id, name, member_id from ledger_accounts) as account on account.id = entry.account_id
    join (
      select *, ledger_cause(key) as cause, split_part(key, '/', 1) as family from (
        select id, member_id, currency,
          case when kind = 'reverse' then (select key from ledger_transfers as undone where undone.id = posted.closes)
            else key end as key
        from ledger_transfers as posted offset 0
      ) as keyed offset 0
    ) as moved on moved.id = entry.transfer_id
    where case
      -- How much was won or lost at an account that the member has, only the provider knows: its balances tell.
      when family in ('game-result', 'late', 'late-move') then account.name !~ '^(game|house:games):' or not exists (
        select from game_accounts where game_accounts.member_id = moved.member_id
          and code = split_part(account.name, ':', -1)
          and (family = 'late-move' or code = split_part(moved.key, '/', 3)))
      -- How much was taken back follows from what the member had at that moment.
      when family = 'condition' then moved.key not like '%/take-back' or not exists (
        select from conditions where conditions.member_id = moved.member_id and state = 'cleared'
          and moved.key = 'condition/' || conditions.member_id || '/' || conditions.id || '/take-back'
          and account.name in ('main', 'house:rewards:' || conditions.kind))
      when family = 'receiver' then moved.key not like 'receiver/%/carried'
      else true
    end
  ) as effects
  group by 1, 2, 3, 4 having sum(amount) <> 0;

create view due_effects_of_payments as
  select 'payment/' || payments.id as cause, currency, due.member_id, account, due.amount
  from payments
  left join disputes on disputes.payment_id = payments.id
  cross join lateral (
    -- What was sent back before 0016 was in no account.
    select same_as is null and (closed_at is null
      or exists (select from ledger_transfers where key = 'payment/' || payments.id || '/heard')) as is_in_the_books
  ) as known
  cross join lateral (values
    ('', 'house:payments:' || ledger_name, case when is_in_the_books then -payments.amount end),
    ('', 'house:suspense:' || ledger_name,
      case when payments.member_id is null and closed_at is null then payments.amount end),
    ('', 'house:sent-back:' || ledger_name, case when closed_at is not null and is_in_the_books then payments.amount end),
    (payments.member_id, 'main', payments.amount),
    -- The member who was credited first keeps what was not frozen in time; the service bears it.
    (disputes.member_id, 'main', case when ended_at is null then -frozen
      when given_to is not null then payments.amount - frozen end),
    (disputes.member_id, 'frozen', case when ended_at is null then frozen end),
    ('', 'house:disputes', case when given_to is not null then frozen - payments.amount end)
  ) as due (member_id, account, amount)
  where due.member_id is not null and due.amount <> 0;

create view due_effects_of_transfers as
  select 'transfer/' || member_id || '/' || transfer_id || '/' || position as cause, currency, member_id, account, due.amount
  from transfer_legs
  join (select member_id, id as transfer_id, currency from transfers) as transfers using (member_id, transfer_id)
  cross join lateral (values
    (case direction when 'in' then 'main' else 'game:' || code end, -amount),
    (case when state = 'called' then 'in_transit' when direction = 'in' then 'game:' || code else 'main' end, amount)
  ) as due (account, amount)
  where state in ('called', 'done')
  union all
  select 'late-move/' || member_id || '-' || replace(transfer_id::text, '-', '') || '-' || position, currency, member_id,
      'main', case direction when 'in' then -amount else amount end
  from transfer_legs
  join (select member_id, id as transfer_id, currency from transfers) as transfers using (member_id, transfer_id)
  where settled_late;

-- A withdrawal that is not finished has its money set aside, whatever it waits for, unless games are still being emptied.
create view due_effects_of_withdrawals as
  select 'withdrawal/' || withdrawals.member_id || '/' || id as cause, currency, due.member_id, account, due.amount
  from withdrawals
  cross join lateral (values
    (withdrawals.member_id, 'main', -withdrawals.amount),
    (case when finished_at is null then withdrawals.member_id else '' end,
      case when finished_at is null then 'held_for_bank' else 'house:payouts' end, withdrawals.amount)
  ) as due (member_id, account, amount)
  where state = 'paid' or (finished_at is null and state <> 'gathering');

create view due_effects_of_rewards as
  select 'condition/' || conditions.member_id || '/' || id as cause, currency, due.member_id, account, due.amount
  from conditions
  cross join lateral (values
    (conditions.member_id, 'main', credit),
    (case kind when 'refund' then conditions.member_id else '' end,
      case kind when 'refund' then 'refund_pot' else 'house:rewards:' || kind end, -credit)
  ) as due (member_id, account, amount)
  union all
  select 'refund/' || refunds.member_id || '/' || refunds.id, currency, due.member_id, account, due.amount
  from refunds join members on members.id = refunds.member_id
  cross join lateral (values
    (refunds.member_id, 'refund_pot', refunds.amount),
    ('', 'house:rewards:refund', -refunds.amount)
  ) as due (member_id, account, amount);

create view due_effects_of_games as
  select 'late/' || member_id || '/' || code as cause, currency, '' as member_id, 'house:late:' || code as account,
      late as amount
  from game_accounts join members on members.id = member_id where late <> 0;

create view due_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as due
  from (
    select * from due_effects_of_payments
    union all select * from due_effects_of_transfers
    union all select * from due_effects_of_withdrawals
    union all select * from due_effects_of_rewards
    union all select * from due_effects_of_games
  ) as effects
  group by 1, 2, 3, 4;

-- Empty as long as every posting has its cause and every cause its postings. One difference per cause, however many
-- accounts it touches: the figures are those of the member's account, where there is one. Read it by one statement: what
-- is under way meanwhile is then seen as a whole or not at all.
create view book_differences as
  select
    case split_part(cause, '/', 1)
      when 'payment' then 'payment'
      when 'transfer' then 'transfer'
      when 'late-move' then 'transfer'
      when 'withdrawal' then 'withdrawal'
      when 'condition' then 'reward'
      when 'refund' then 'reward'
      when 'late' then 'late money'
      else 'posting'
    end as kind,
    cause as subject, currency,
    (array_agg(coalesce(due, 0) order by member_id = '', account))[1] as expected,
    (array_agg(coalesce(booked, 0) order by member_id = '', account))[1] as found,
    string_agg(format('%s has %s instead of %s', concat_ws(' ', nullif(member_id, ''), account),
      to_char(coalesce(booked, 0) / 100.0, 'FM99999999999999990.00'), to_char(coalesce(due, 0) / 100.0, 'FM99999999999999990.00')),
      '; ' order by member_id = '', account) as detail
  from due_effects full join booked_effects using (cause, currency, member_id, account)
  where coalesce(due, 0) <> coalesce(booked, 0)
  group by cause, currency
  union all
  select 'books', problem, null, null, null, problem from ledger_entry_problems;

-- Findings ------------------------------------------------------------------------------------------------

-- The days that were compared, or are due to be. One worker has a day until `due_at`; null: it is done.
create table reconciliations (
  -- By the clock of Bangkok.
  day date primary key,
  due_at timestamptz,
  tries integer not null default 0,
  ran_at timestamptz
);
-- Nothing before today is compared by itself.
insert into reconciliations (day) values ((app_now() at time zone 'Asia/Bangkok')::date - 1);

-- Each difference that was ever found, once. One that is no longer there ends by itself; one that comes back, or changes,
-- opens again.
create table findings (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The party whose report says so; '' where the books alone do.
  party text not null default '',
  subject text not null,
  currency text not null default '',
  -- The day of the report.
  day date,
  -- Ours and theirs, or what is due and what is booked; null where it is not about an amount.
  expected bigint,
  found bigint,
  detail text not null,
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  -- Whether the last comparison still saw it.
  is_there boolean not null default true,
  owner text references operators,
  ended_at timestamptz,
  -- null: it ended by itself.
  ended_by text references operators,
  ended_how text,
  check ((ended_at is null) = (ended_how is null)),
  check (ended_at is not null or (ended_by is null and is_there))
);
create unique index findings_once on findings (kind, party, subject, currency, (coalesce(day, '-infinity')));
create index findings_open on findings (id) where ended_at is null;
create index findings_there on findings (party, day) where is_there;
