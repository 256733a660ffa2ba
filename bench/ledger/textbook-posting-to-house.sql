select textbook.post('pgbench/' || gen_random_uuid(), 2 * :client_id + 1, 0, 1);
