-- A ledger as textbooks have it: every account keeps a balance, and a posting locks the accounts it changes.
create schema textbook;
create table textbook.accounts (id bigint primary key, name text not null, balance bigint not null, may_overdraw boolean not null);
create table textbook.transfers (
  id bigint generated always as identity primary key,
  key text not null unique,
  posted_at timestamptz not null default now()
);
create table textbook.entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references textbook.transfers,
  account_id bigint not null references textbook.accounts,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null
);
create index on textbook.entries (account_id, id);
create index on textbook.entries (transfer_id);
-- Two accounts of each of a thousand members, and one of the house that is number 0.
insert into textbook.accounts select n, 'account ' || n, 1000000000, n = 0 from generate_series(0, 2000) n;

create function textbook.post(p_key text, p_from bigint, p_to bigint, p_amount bigint) returns bigint language plpgsql as $$
declare
  v_transfer bigint;
  v_balance bigint;
begin
  insert into textbook.transfers (key) values (p_key) on conflict do nothing returning id into v_transfer;
  if v_transfer is null then return (select id from textbook.transfers where key = p_key); end if;
  -- In the order of their ids, so that two postings never wait for each other in a circle.
  perform from textbook.accounts where id in (p_from, p_to) order by id for update;
  select balance into v_balance from textbook.accounts where id = p_from;
  if v_balance < p_amount and not (select may_overdraw from textbook.accounts where id = p_from) then
    raise exception 'not enough money';
  end if;
  update textbook.accounts set balance = balance - p_amount where id = p_from returning balance into v_balance;
  insert into textbook.entries (transfer_id, account_id, amount, balance_after) values (v_transfer, p_from, -p_amount, v_balance);
  update textbook.accounts set balance = balance + p_amount where id = p_to returning balance into v_balance;
  insert into textbook.entries (transfer_id, account_id, amount, balance_after) values (v_transfer, p_to, p_amount, v_balance);
  return v_transfer;
end $$;
