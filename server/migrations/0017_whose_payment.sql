-- References are compared as capitals and digits only: banks spell one reference in several ways. Gift links keep theirs,
-- in which small letters count.
create temporary table spellings on commit drop as
  select id, reference <> plain as differs, row_number() over same as place, first_value(id) over same as first_id, plain
  from (select *, upper(regexp_replace(reference, '[^0-9A-Za-z]', '', 'g')) as plain from payments
    where reference is not null and sending_bank <> 'TRUEMONEY') as spelled
  where plain <> ''
  window same as (partition by receiver_bank, receiver_account, sending_bank, plain order by reference <> plain, id);
update payments set reference = spellings.plain from spellings
  where spellings.id = payments.id and spellings.place = 1 and spellings.differs;
-- A second row of one payment keeps its spelling, by which no news finds it any more, and says what it is.
update payments set
    perhaps_same_as = case when member_id is null and closed_at is null then spellings.first_id else perhaps_same_as end,
    remark = concat_ws('; ', remark, 'told before with another spelling of its reference, as payment ' || spellings.first_id)
  from spellings where spellings.id = payments.id and spellings.place > 1;

-- Whether the account's feed, its QR inquiries and the slips of what is paid to it tell one payment by one reference. An
-- account that is new is doubted until an operator has compared them.
alter table deposit_banks add column shares_references boolean not null default true;
alter table deposit_banks alter column shares_references set default false;

-- When the SMS of the account were last read, by the product's clock: one that comes later may be as old as that.
alter table deposit_banks add column notices_read_at timestamptz;

-- Further references of a payment, where each channel tells its own.
create table payment_references (
  receiver_bank text not null,
  receiver_account text not null,
  sending_bank text not null,
  reference text not null,
  payment_id bigint not null references payments,
  primary key (receiver_bank, receiver_account, sending_bank, reference)
);

-- The words of the SMS that told of a payment, without the balance, by which a repetition is known.
create table payment_notices (
  payment_id bigint primary key references payments,
  content text not null,
  balance bigint
);
create index payment_notices_by_content on payment_notices (md5(content));

drop index payments_to_pair;
create index payments_to_pair on payments (receiver_bank, receiver_account, amount, paid_at);

-- A slip shows the four digits before the last one.
create index members_by_middle_digits on members (left(right(bank_account_no, 5), 4));

-- Accounts that were seen to be a member's: a payment from there matched the registered account in full, or an operator
-- decided so. The account and the name are as they were shown.
create table confirmed_senders (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  bank_code text,
  account text not null,
  name text not null,
  confirmed_by text not null check (confirmed_by in ('payment', 'operator')),
  payment_id bigint not null references payments,
  confirmed_at timestamptz not null default app_now()
);
create unique index confirmed_senders_once on confirmed_senders (member_id, coalesce(bank_code, ''), account, name);
create index confirmed_senders_by_last_digits on confirmed_senders (right(account, 4));
create index confirmed_senders_by_middle_digits on confirmed_senders (left(right(account, 5), 4));
-- What was credited from the registered account, wholly shown, has matched in full.
insert into confirmed_senders (member_id, bank_code, account, name, confirmed_by, payment_id, confirmed_at)
  select distinct on (members.id, payments.sender_name) members.id, members.bank_code, members.bank_account_no,
      payments.sender_name, 'payment', payments.id, payments.credited_at
    from payments join members on members.id = payments.member_id and members.bank_code = payments.sending_bank
      and members.bank_account_no = payments.sender_account
    where payments.sender_account ~ '^[0-9]{6,}$'
    order by members.id, payments.sender_name, payments.id;

-- Why a member's withdrawals are to be looked at by an operator, until `cleared_at`.
create table member_flags (
  id bigint generated always as identity primary key,
  member_id text not null references members,
  reason text not null,
  payment_id bigint references payments,
  since timestamptz not null default app_now(),
  cleared_at timestamptz
);
create unique index member_flags_once on member_flags (member_id, reason) where cleared_at is null;

-- When the verifier first proved the transfer (real time): from then on the slip waits for our bank to tell of it too.
alter table slips add column proved_at timestamptz;

-- News that contradicts a credit. What is left of the amount lies in the member's account `frozen` until an operator ends
-- the dispute.
create table disputes (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payments,
  member_id text not null references members,
  why text not null,
  frozen bigint not null check (frozen >= 0),
  opened_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- The member who got the payment in the end.
  given_to text references members,
  check (given_to is null or ended_at is not null)
);
create index disputes_open on disputes (id) where ended_at is null;
create index disputes_by_member on disputes (member_id);
-- What was credited twice for two spellings of one reference is for an operator to look at; nothing is frozen by itself.
insert into disputes (payment_id, member_id, why, frozen)
  select payments.id, payments.member_id, 'told before with another spelling of its reference, as payment ' || first_id, 0
  from spellings join payments on payments.id = spellings.id and payments.member_id is not null where place > 1;
