-- The main wallet's balance right after the entry's money moved there. null: none has moved, or the entry is older than
-- this column.
alter table statement_entries add balance_after bigint;

-- What a member has won and lost within a stretch of time.
create index ledger_transfers_game_results on ledger_transfers (member_id, posted_at) where reason = 'game_result';

-- What invited friends won and lost, by the days of Bangkok: an inviter earns by days that are over. What was one sum
-- until now counts as of today.
create table invite_days (
  friend_id text not null references members,
  day date not null,
  result bigint not null,
  primary key (friend_id, day)
);
insert into invite_days (friend_id, day, result)
  select friend_id, (app_now() at time zone 'Asia/Bangkok')::date, game_result from invites where game_result is not null;
alter table invites drop column game_result;
