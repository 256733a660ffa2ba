select * from ledger_post('BENCH' || lpad((:client_id)::text, 3, '0'), 'pgbench/' || gen_random_uuid(), 'post', 'bench', 'BAHT', 'main', 'house' || chr(58) || 'bench', 1, '{}');
