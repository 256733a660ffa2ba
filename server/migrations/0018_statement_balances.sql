-- The main wallet's balance right after the entry's money moved there. null: none has moved, or the entry is older than
-- this column.
alter table statement_entries add balance_after bigint;

-- What a member has won and lost within a stretch of time.
create index ledger_transfers_game_results on ledger_transfers (member_id, posted_at) where reason = 'game_result';
