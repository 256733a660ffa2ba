import pg from 'pg';
import { withoutKeys } from './without-keys.ts';

export type Population = { members: number; postingsEach: number };

/** Of the ledger's postings: `owns` says in SQL whether the partition is the one for an owner. */
type Partition = { name: string; owns: string };

const LATEST = `((now() at time zone 'Asia/Bangkok')::date - 1)`;
/** The moment at which the last day begins: what was before it is sealed. */
const BORDER = `(${LATEST}::timestamp at time zone 'Asia/Bangkok')`;
/** A member moves money every so many days. */
const DAYS_APART = 10;
const STATEMENTS_EACH = 5;
/** Each fills partitions of its own. */
const CLIENTS = 2;
const FILLED = [
  'members',
  'ledger_postings',
  'ledger_accounts',
  'ledger_day_accounts',
  'statement_entries',
  'statement_totals',
];

const laws = (turn: 'enable' | 'disable') =>
  ['ledger_postings', 'ledger_accounts', 'statement_entries']
    .map((table) => `alter table ${table} ${turn} trigger user`)
    .join(';');

/** The n-th member's id; what else is the member's own is made of the same number. */
export const idOf = (n: number | string) =>
  typeof n === 'number' ? String(n).padStart(8, '0') : `lpad(${n}::text, 8, '0')`;

/**
 * Members with histories, the last day of which was yesterday, past the laws that would judge row by row and as these
 * would have left them: balances, chains and ids agree, which `ledger check` can say. All days but yesterday are sealed as
 * one. Returns the seconds that it took.
 */
export async function populate(ownerUrl: string, { members, postingsEach }: Population): Promise<number> {
  const start = performance.now();
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => open(ownerUrl)));
  const [client] = clients as [pg.Client, ...pg.Client[]];
  const partitions = await partitionsOf(client);
  const byAll = (work: (own: pg.Client, partition: Partition) => Promise<unknown>) =>
    Promise.all(
      clients.map(async (own, at) => {
        for (const [nth, partition] of partitions.entries()) if (nth % CLIENTS === at) await work(own, partition);
      }),
    );

  await client.query(laws('disable'));
  await client.query(
    `create unlogged table made_sums
      (owner text, from_account text, to_account text, currency text, amount bigint, postings integer)`,
  );
  await withoutKeys(client, FILLED, async () => {
    await byAll(async (own, partition) => {
      // One transaction: a commit that drops a table waits for the disk.
      await own.query('begin');
      await makeMembers(own, partition, members);
      for (let round = 0; round < postingsEach; round++) await playRound(own, partition, round, postingsEach);
      await sumHistory(own, partition);
      await keepBalances(own, partition);
      await writeStatements(own, partition);
      await own.query(`drop table made_${partition.name}`);
      await own.query('commit');
    });
    await sealHistory(client);
  });
  await client.query(laws('enable'));
  await client.query('drop table made_sums');
  await byAll((own, { name }) => own.query(`vacuum analyze ${name}`));
  await client.query('vacuum analyze');
  await Promise.all(clients.map((own) => own.end()));
  return (performance.now() - start) / 1_000;
}

/** The members whose postings come into a partition, with what the ledger knows of each before the first posting. */
async function makeMembers(own: pg.Client, { name, owns }: Partition, members: number): Promise<void> {
  await own.query(
    `create unlogged table made_${name} as
      select owner, n, null::bytea as chain, null::timestamptz as posted_at, null::bigint as id, 0::bigint as main, 0::bigint as game,
          null::bigint as main_last, null::bigint as game_last
        from (select ${idOf('n')} as owner, n from generate_series(1, ${members}) as n) as numbered
        where ${owns} order by n % ${DAYS_APART} desc, n`,
  );
  await own.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      select owner, 'th', '+668' || owner, 'member ' || n, 'none', 'BAHT', 'KBANK', 'MEMBER ' || n, lpad(n::text, 10, '0')
        from made_${name}`,
  );
}

/** One posting of each member: paid in, to the game, won there, back again, paid out; and again. */
async function playRound(own: pg.Client, { name }: Partition, round: number, rounds: number): Promise<void> {
  const [reason, from, to, amount] = [
    ['deposit', 'house:payments:kbank:1', 'main', 1_000_00],
    ['transfer', 'main', 'game:pg', 500_00],
    ['game_result', 'house:games:pg', 'game:pg', 50_00],
    ['transfer', 'game:pg', 'main', 520_00],
    ['withdraw', 'main', 'house:payouts', 300_00],
  ][round % 5] as [string, string, string, number];
  const moved = (account: string) => (from === account ? -amount : to === account ? amount : 0);
  const after = (account: string) => (account === 'main' ? 'main' : account === 'game:pg' ? 'game' : 'null::bigint');
  const last = (account: string, known: string) => (moved(account) === 0 ? known : 'id');
  // In the order of their times, as they would have come.
  await own.query(
    `create unlogged table next_${name} as
      select owner, n, ledger_chain(chain, row(owner, id, 'made/${round}', 'post', '${reason}', 'BAHT', '${from}', '${to}', ${amount},
            ${after(from)}, ${after(to)}, null, '{}', posted_at, null)::ledger_postings) as chain,
          posted_at, id, main, game, ${last('main', 'main_last')} as main_last, ${last('game:pg', 'game_last')} as game_last
        from (
          select owner, n, chain, main_last, game_last, main + ${moved('main')} as main, game + ${moved('game:pg')} as game,
              nextval('ledger_posting_ids') as id,
              (${LATEST} - ${(rounds - 1 - round) * DAYS_APART} - (n % ${DAYS_APART})::integer)::timestamp at time zone 'Asia/Bangkok'
                + interval '12 hours' as posted_at
            from made_${name}
        ) as now`,
  );
  await own.query(
    `insert into ${name} (owner, id, key, kind, reason, currency, from_account, to_account, amount, from_after, to_after,
        posted_at, chain)
      select owner, id, 'made/${round}', 'post', '${reason}', 'BAHT', '${from}', '${to}', ${amount}, ${after(from)}, ${after(to)},
          posted_at, chain
        from next_${name}`,
  );
  await own.query(`drop table made_${name}; alter table next_${name} rename to made_${name}`);
}

async function keepBalances(own: pg.Client, { name }: Partition): Promise<void> {
  await own.query(
    `insert into ledger_accounts (member_id, name, currency, balance, last_posting_id)
      select owner, account, 'BAHT', balance, last_posting_id
        from made_${name} cross join lateral (values ('main', main, main_last), ('game:pg', game, game_last))
          as kept (account, balance, last_posting_id)
        where last_posting_id is not null`,
  );
}

/** What the members of a partition moved between each two accounts on the days before yesterday. */
async function sumHistory(own: pg.Client, { name }: Partition): Promise<void> {
  await own.query(
    `insert into made_sums (owner, from_account, to_account, currency, amount, postings)
      select owner, from_account, to_account, currency, sum(amount), count(*) from ${name} where posted_at < ${BORDER}
        group by 1, 2, 3, 4`,
  );
}

/** All days before yesterday as one: yesterday is left to the product. */
async function sealHistory(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ledger_days (day, starts_at, ends_at, sealed_at, postings, hash)
      select ${LATEST} - 1, '-infinity', ${BORDER}, now(), coalesce(sum(postings), 0), sha256('made') from made_sums`,
  );
  await client.query(
    `insert into ledger_day_accounts (owner, account, currency, day, moved, postings, balance)
      select case when account like 'house:%' then 'house' else owner end, account, currency, ${LATEST} - 1, sum(change),
          sum(postings), sum(change)
        from made_sums cross join lateral (values (from_account, -amount), (to_account, amount)) as side (account, change)
        group by 1, 2, 3`,
  );
}

async function writeStatements(own: pg.Client, { name }: Partition): Promise<void> {
  await own.query(
    `insert into statement_entries (member_id, position, type_position, id, statement_type, status, from_place, to_place, amount, created_at)
      select owner, nth, nth, gen_random_uuid(), 'deposit', 'SUCCESS', 'KBANK', 'wallet', 100000, now() - interval '1 day'
        from made_${name}, generate_series(1, ${STATEMENTS_EACH}) as nth`,
  );
  await own.query(
    `insert into statement_totals (member_id, statement_type, total, newest_at)
      select owner, type, ${STATEMENTS_EACH}, now() - interval '1 day'
        from made_${name}, (values (''), ('deposit')) as types (type)`,
  );
}

async function partitionsOf(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select inhrelid::regclass::text as name, pg_get_partition_constraintdef(inhrelid) as owns
      from pg_inherits where inhparent = 'ledger_postings'::regclass order by 1`,
  );
  return rows;
}

async function open(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // Rows are read in the order in which they were written.
  await client.query(
    `set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      set synchronize_seqscans = off; set max_parallel_workers_per_gather = 0; set statement_timeout = 0; set lock_timeout = 0`,
  );
  return client;
}
