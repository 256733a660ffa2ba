-- What a provider told beside the balance at the last reading: a fraction of a minor unit, which is in no account.
alter table game_accounts add remainder numeric not null default 0 check (remainder >= 0);

-- When the budget that was set aside for the prize of an expired coupon was given back to the wheel's programme.
alter table spins add returned_at timestamptz check (claimed_at is null or returned_at is null);
alter table campaigns add constraint campaigns_spent check (spent >= 0);
create index spins_unclaimed on spins (expires_at) where claimed_at is null and returned_at is null;

-- How many coins a member's deposits have earned on the day of the last deposit, Bangkok time.
alter table coin_counts add day date, add earned integer not null default 0 check (earned >= 0);

-- Friends who were once seen to be their inviter: the same browser, the same bank account, or a payment from it. What was
-- seen is kept, whatever is changed or forgotten later.
create table inviters_themselves (
  friend_id text primary key references members,
  seen_at timestamptz not null default app_now()
);
alter table member_devices add first_seen_at timestamptz not null default app_now();
update member_devices set first_seen_at = seen_at;
create index member_devices_by_device on member_devices (device);
