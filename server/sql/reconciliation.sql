-- What the books hold, and why.
--
-- Each posting has a cause: a row of a slice, named by the posting's key. `booked_effects` is what the postings of a
-- cause have done to each account, `due_effects` what they should have done as the row stands now. A new kind of posting
-- needs its line in `ledger_cause`, and a view of what is due that is added to `due_effects`.
create or replace function ledger_cause(key text) returns text language sql immutable as $$
  select case split_part(key, '/', 1)
    when 'transfer' then concat_ws('/', 'transfer', split_part(key, '/', 2), split_part(key, '/', 3), split_part(key, '/', 4))
    when 'withdrawal' then concat_ws('/', 'withdrawal', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'late' then concat_ws('/', 'late', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'condition' then concat_ws('/', 'condition', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'debt' then concat_ws('/', 'debt', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'fetched' then concat_ws('/', 'fetched', split_part(key, '/', 2), split_part(key, '/', 3))
    when 'late-move' then 'late-move/' || split_part(key, '/', 2)
    when 'correction' then 'correction/' || split_part(key, '/', 2)
    when 'write-off' then 'write-off/' || split_part(key, '/', 2)
    when 'payment' then 'payment/' || split_part(key, '/', 2)
    -- A dispute is about a payment, and its key has the payment's number.
    when 'dispute' then 'payment/' || split_part(key, '/', 2)
    else key
  end
$$;

-- `offset 0` keeps a key and its cause from being worked out once per mention.
create or replace view booked_effects as
  select cause, currency, member_id, account, sum(amount)::bigint as booked
  from (
    select
      -- A write-off, and what is fetched back, are booked to the game's late money.
      case when first_word in ('late-move', 'write-off', 'transfer') and account like 'house:late:%'
        then 'late/' || moved.owner || '/' || split_part(account, ':', 3) else cause end as cause,
      moved.currency, coalesce(member_id, '') as member_id,
      account, moved.amount
    from (
      select *, ledger_cause(key) as cause, split_part(key, '/', 1) as first_word from (
        select owner, currency, account, member_id, amount,
          case when kind = 'reverse' then (select key from ledger_postings as undone
            where undone.owner = posted.owner and undone.id = posted.closes) else key end as key
        from ledger_entries as posted offset 0
      ) as keyed offset 0
    ) as moved
    where case
      -- How much was won or lost at an account that the member has, only the provider knows: its balances tell.
      when first_word in ('game-result', 'late', 'late-move') then account !~ '^(game|house:games):' or not exists (
        select from game_accounts where game_accounts.member_id = moved.owner
          and code = split_part(account, ':', -1)
          and (first_word = 'late-move' or code = split_part(moved.key, '/', 3)))
      else true
    end
  ) as effects
  group by 1, 2, 3, 4 having sum(amount) <> 0;

create or replace view due_effects_of_payments as
  select 'payment/' || payments.id as cause, currency, due.member_id, account, due.amount
  from payments
  left join disputes on disputes.payment_id = payments.id
  cross join lateral (values
    ('', 'house:payments:' || ledger_name, case when duplicate_of is null then -payments.amount end),
    ('', 'house:suspense:' || ledger_name,
      case when payments.member_id is null and closed_at is null then payments.amount end),
    ('', 'house:sent-back:' || ledger_name, case when closed_at is not null and duplicate_of is null then payments.amount end),
    (payments.member_id, 'main', payments.amount),
    (disputes.member_id, 'main', case when ended_at is null then -frozen end),
    (disputes.member_id, 'frozen', case when ended_at is null then frozen end)
  ) as due (member_id, account, amount)
  where due.member_id is not null and due.amount <> 0
  union all
  -- What a member from whom the credit was moved had spent of it is theirs, and owed.
  select 'payment/' || payment_id, currency, payment_moves.member_id, account, due.amount
  from payment_moves join (select id as payment_id, currency from payments) as payments using (payment_id)
  cross join lateral (values ('main', owed), ('owed', -owed)) as due (account, amount)
  where owed <> 0;

create or replace view due_effects_of_transfers as
  select 'transfer/' || member_id || '/' || transfer_id || '/' || position as cause, currency, member_id, account, due.amount
  from transfer_legs
  join (select member_id, id as transfer_id, currency, fetches from transfers) as transfers using (member_id, transfer_id)
  cross join lateral (values
    (case direction when 'in' then 'main' else 'game:' || code end, -amount),
    (case when state = 'called' then 'in_transit' when direction = 'in' then 'game:' || code else 'main' end, amount)
  ) as due (account, amount)
  where state in ('called', 'done') and fetches is null
  union all
  select 'transfer/' || member_id || '/' || transfer_id || '/' || position, currency, '',
      case state when 'called' then 'house:fetching:' || code else 'house:fetched' end, amount
  from transfer_legs
  join (select member_id, id as transfer_id, currency, fetches from transfers) as transfers using (member_id, transfer_id)
  where state in ('called', 'done') and fetches = 'unowned'
  union all
  select 'late-move/' || transfer_legs.member_id || '-' || replace(transfer_id::text, '-', '') || '-' || position, currency,
      due.member_id, account, due.amount
  from transfer_legs
  join (select member_id, id as transfer_id, currency, fetches from transfers) as transfers using (member_id, transfer_id)
  cross join lateral (values
    (transfer_legs.member_id, 'main', case when settled_late and fetches is distinct from 'unowned'
      then case direction when 'in' then -amount else amount end end),
    ('', 'house:fetched', case when settled_late and fetches = 'unowned' then amount end),
    -- What could not be fetched back is at the game and owed, until the main wallet pays.
    (transfer_legs.member_id, 'owed', -late_debt),
    (transfer_legs.member_id, 'main', late_debt - late_owed)
  ) as due (member_id, account, amount)
  where arrived_late_at is not null and due.amount <> 0;

-- A withdrawal that is not finished has its money set aside, whatever it waits for, unless games are still being emptied.
-- One that was returned and paid after all is owed.
create or replace view due_effects_of_withdrawals as
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

create or replace view due_effects_of_rewards as
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

create or replace view due_effects_of_corrections as
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

create or replace view due_effects_of_games as
  select 'late/' || member_id || '/' || code as cause, currency, '' as member_id, 'house:late:' || code as account,
      unowned_amount as amount
  from game_accounts join members on members.id = member_id where unowned_amount <> 0
  union all
  select 'fetched/' || fetched_money.member_id || '/' || transfer_id, currency, due.member_id, account, due.amount
  from fetched_money
  cross join lateral (values
    ('', 'house:fetched', -fetched_money.amount),
    (case decision when 'given' then fetched_money.member_id else '' end,
      case decision when 'given' then 'main' else 'house:games:' || code end, fetched_money.amount)
  ) as due (member_id, account, amount)
  where decision is not null;

create or replace view due_effects as
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
create or replace view book_differences as
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
      when 'fetched' then 'late money'
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
