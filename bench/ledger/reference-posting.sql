select * from ledger_post('pgbench/' || gen_random_uuid(), 'post', 'bench', 'BENCH' || lpad((:client_id)::text, 3, '0'), 'BAHT', array['main', 'refund_pot'], array[-1, 1]::bigint[], '{}');
