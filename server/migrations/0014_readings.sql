-- What a provider told beside the balance at the last reading: a fraction of a minor unit, which is in no account.
alter table game_accounts add remainder numeric not null default 0 check (remainder >= 0);
