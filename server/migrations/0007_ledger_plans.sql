-- The check of a posting is planned once per connection, maybe while the tables are still small; a plan that then reads
-- all of them would slow down every posting as they grow. Looking up the few rows by their keys is right at any size.
alter function ledger_require_balance() set enable_hashjoin = off;
alter function ledger_require_balance() set enable_mergejoin = off;
alter function ledger_require_balance() set enable_seqscan = off;
