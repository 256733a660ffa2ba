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

-- What operators put right, to the satang ------------------------------------------------------------------
--
-- Each posting is explained by a row that keeps its figures. Those of before are taken from the books, once.

-- What was taken from a member whose credit was moved to another, and what that member owes for it.
create table payment_moves (
  payment_id bigint not null references payments,
  number integer not null,
  member_id text not null references members,
  taken bigint not null check (taken >= 0),
  owed bigint not null check (owed >= 0),
  moved_at timestamptz not null default app_now(),
  primary key (payment_id, number)
);
insert into payment_moves (payment_id, number, member_id, taken, owed, moved_at)
  select split_part(key, '/', 2)::bigint, split_part(key, '/', 4)::integer, ledger_transfers.member_id,
      coalesce(sum(amount) filter (where key like '%/taken'), 0), coalesce(sum(amount) filter (where key like '%/owed'), 0),
      min(posted_at)
  from ledger_transfers join ledger_entries on transfer_id = ledger_transfers.id and amount > 0
  where key ~ '^payment/[0-9]+/moved/[0-9]+/(taken|owed)$'
  group by 1, 2, 3;
alter table payments drop moves;

-- The part of a credit by which a debt became smaller: it did not reach the main wallet.
alter table corrections add forgiven bigint not null default 0,
  add constraint corrections_forgive check (forgiven between 0 and amount and (kind = 'credit' or forgiven = 0));
update corrections set forgiven = amount_forgiven
  from (
    select split_part(key, '/', 2)::uuid as correction_id, amount as amount_forgiven
    from ledger_transfers join ledger_entries on transfer_id = ledger_transfers.id and amount > 0
    where key ~ '^correction/[^/]+/forgiven$'
  ) as booked
  where correction_id = id;

-- What members had at games that gave it back no more.
create table write_offs (
  id uuid primary key,
  member_id text not null references members,
  code text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Whether the house gave it to the member instead.
  borne_by text not null check (borne_by in ('house', 'member')),
  created_at timestamptz not null default app_now()
);
insert into write_offs (id, member_id, code, amount, currency, borne_by, created_at)
  select split_part(key, '/', 2)::uuid, posted.member_id, split_part(name, ':', 2), -amount, posted.currency,
      case when exists (select from ledger_transfers as given where given.key = posted.key || '/given')
        then 'house' else 'member' end, posted_at
  from ledger_transfers as posted
  join ledger_entries on transfer_id = posted.id and amount < 0
  join ledger_accounts on ledger_accounts.id = account_id
  where key ~ '^write-off/[^/]+$';

-- What operators took from a main wallet towards a debt. `after_entry` is the newest entry of the debt until then.
create table debts_collected (
  member_id text not null references members,
  after_entry bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  collected_at timestamptz not null default app_now(),
  primary key (member_id, after_entry)
);
insert into debts_collected (member_id, after_entry, amount, currency, collected_at)
  select ledger_transfers.member_id, split_part(key, '/', 3)::bigint, amount, currency, posted_at
  from ledger_transfers join ledger_entries on transfer_id = ledger_transfers.id and amount > 0
  where key ~ '^debt/[^/]+/[0-9]+/collect$';

-- What was taken back when a reward was cancelled, and what the member owes of it.
alter table conditions add taken_back bigint not null default 0 check (taken_back >= 0),
  add owed bigint not null default 0 check (owed >= 0),
  add constraint conditions_take_back check (state = 'cleared' or (taken_back = 0 and owed = 0));
update conditions set taken_back = booked.taken_back, owed = booked.owed
  from (
    select split_part(key, '/', 2) as member_id, split_part(key, '/', 3) as condition_id,
      coalesce(sum(amount) filter (where key like '%/take-back'), 0) as taken_back,
      coalesce(sum(amount) filter (where key like '%/owed'), 0) as owed
    from ledger_transfers join ledger_entries on transfer_id = ledger_transfers.id and amount > 0
    where key ~ '^condition/[^/]+/[^/]+/(take-back|owed)$'
    group by 1, 2
  ) as booked
  where booked.member_id = conditions.member_id and condition_id = id::text;

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
    when 'condition' then concat_ws('/', 'condition', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'debt' then concat_ws('/', 'debt', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'late-move' then 'late-move/' || split_part(key, '/', 2)
    when 'correction' then 'correction/' || split_part(key, '/', 2)
    when 'write-off' then 'write-off/' || split_part(key, '/', 2)
    when 'payment' then 'payment/' || split_part(key, '/', 2)
    -- It is about a payment and is numbered by it.
    when 'dispute' then 'payment/' || split_part(key, '/', 2)
    else key
  end
$$;

-- `offset 0` keeps a key and its cause from being worked out once per mention.
create view booked_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as booked
  from (
    select
      -- Money at a game that the member has spent, or that was given up there, is nobody's, like other late money.
      case when family in ('late-move', 'write-off') and account.name like 'house:late:%'
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
      or exists (select from ledger_transfers where key = 'payment/' || payments.id || '/heard')) as is_in_the_books,
    -- Until 0024 the member who was credited first kept what was not frozen in time, and the service bore it.
      given_to is not null
        and exists (select from ledger_transfers where key = 'dispute/' || payments.id || '/give') as is_borne
  ) as known
  cross join lateral (values
    ('', 'house:payments:' || ledger_name, case when is_in_the_books then -payments.amount end),
    ('', 'house:suspense:' || ledger_name,
      case when payments.member_id is null and closed_at is null then payments.amount end),
    ('', 'house:sent-back:' || ledger_name, case when closed_at is not null and is_in_the_books then payments.amount end),
    (payments.member_id, 'main', payments.amount),
    (disputes.member_id, 'main', case when ended_at is null then -frozen when is_borne then payments.amount - frozen end),
    (disputes.member_id, 'frozen', case when ended_at is null then frozen end),
    ('', 'house:disputes', case when is_borne then frozen - payments.amount end)
  ) as due (member_id, account, amount)
  where due.member_id is not null and due.amount <> 0
  union all
  -- What a member from whom the credit was moved had spent of it is theirs, and owed.
  select 'payment/' || payment_id, currency, payment_moves.member_id, account, due.amount
  from payment_moves join (select id as payment_id, currency from payments) as payments using (payment_id)
  cross join lateral (values ('main', owed), ('owed', -owed)) as due (account, amount)
  where owed <> 0;

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
-- One that was returned and paid after all is owed.
create view due_effects_of_withdrawals as
  select 'withdrawal/' || withdrawals.member_id || '/' || id as cause, currency, due.member_id, account, due.amount
  from withdrawals
  cross join lateral (select finished_at is null as is_open, state = 'paid' as is_paid,
    state = 'returned' and returned_why is not distinct from 'PAID_TWICE' as is_owed) as known
  cross join lateral (values
    (withdrawals.member_id, 'main', case when is_open or is_paid then -withdrawals.amount end),
    (withdrawals.member_id, 'held_for_bank', case when is_open then withdrawals.amount end),
    (withdrawals.member_id, 'owed', case when is_owed then -withdrawals.amount end),
    ('', 'house:payouts', case when is_paid or is_owed then withdrawals.amount end)
  ) as due (member_id, account, amount)
  where state not in ('gathering', 'refused', 'cancelled') and due.amount <> 0
  union all
  select 'debt/' || member_id || '/' || after_entry, currency, member_id, account, due.amount
  from debts_collected
  cross join lateral (values ('main', -debts_collected.amount), ('owed', debts_collected.amount)) as due (account, amount);

create view due_effects_of_rewards as
  select 'condition/' || conditions.member_id || '/' || id as cause, currency, due.member_id, account, due.amount
  from conditions
  cross join lateral (values
    (conditions.member_id, 'main', credit - taken_back),
    (conditions.member_id, 'owed', -owed),
    (case kind when 'refund' then conditions.member_id else '' end,
      case kind when 'refund' then 'refund_pot' else 'house:rewards:' || kind end, -credit),
    ('', 'house:rewards:' || kind, taken_back + owed)
  ) as due (member_id, account, amount)
  where due.amount <> 0
  union all
  select 'refund/' || refunds.member_id || '/' || refunds.id, currency, due.member_id, account, due.amount
  from refunds join members on members.id = refunds.member_id
  cross join lateral (values
    (refunds.member_id, 'refund_pot', refunds.amount),
    ('', 'house:rewards:refund', -refunds.amount)
  ) as due (member_id, account, amount);

create view due_effects_of_corrections as
  select 'correction/' || id as cause, currency, due.member_id, account, due.amount
  from corrections
  cross join lateral (values
    (corrections.member_id, 'main', case kind when 'credit' then corrections.amount - forgiven else -taken end),
    (corrections.member_id, 'owed', forgiven - owed),
    ('', 'house:corrections', case kind when 'credit' then -corrections.amount else corrections.amount end)
  ) as due (member_id, account, amount)
  where due.amount <> 0
  union all
  select 'write-off/' || id, currency, due.member_id, account, due.amount
  from write_offs
  cross join lateral (values
    (write_offs.member_id, 'game:' || code, -write_offs.amount),
    (write_offs.member_id, 'main', case borne_by when 'house' then write_offs.amount end),
    ('', 'house:corrections', case borne_by when 'house' then -write_offs.amount end)
  ) as due (member_id, account, amount)
  where due.amount <> 0;

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
    union all select * from due_effects_of_corrections
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
      when 'correction' then 'correction'
      when 'write-off' then 'correction'
      when 'debt' then 'debt'
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
