-- How much an attempt takes of its budget: one, or the bytes of an upload.
alter table attempts add amount bigint not null default 1 check (amount > 0);

-- The browsers that operators signed in from, by the hash of an id that only the browser knows.
create table operator_devices (
  operator text not null references operators,
  device bytea not null,
  seen_at timestamptz not null default app_now(),
  primary key (operator, device)
);

-- Members who wait for a person stand before visitors: visitors cost nothing.
drop index chat_rooms_open;
create index chat_rooms_open on chat_rooms (
    (case when state <> 'waiting' then 2 when member_id is null then 1 else 0 end), last_at desc)
  where (state <> 'closed' or unread_by_desk > 0) and customer_id is not null;
