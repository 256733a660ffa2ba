import pg from 'pg';

type Share = { first: number; last: number };

export type Population = { members: number; transfersEach: number };

const LATEST = `((now() at time zone 'Asia/Bangkok')::date - 1)`;
/** A member moves money every so many days. */
const DAYS_APART = 10;
const STATEMENTS_EACH = 5;
/** Half of the members are made by each. */
const CLIENTS = 2;

const laws = (turn: 'enable' | 'disable') =>
  ['ledger_transfers', 'ledger_accounts', 'statement_entries']
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
export async function populate(ownerUrl: string, { members, transfersEach }: Population): Promise<number> {
  const start = performance.now();
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => open(ownerUrl)));
  const [client] = clients as [pg.Client, ...pg.Client[]];
  const shares = Array.from({ length: CLIENTS }, (_, at) => {
    const share = Math.ceil(members / CLIENTS);
    return { first: at * share + 1, last: Math.min((at + 1) * share, members) };
  });
  const byAll = (work: (own: pg.Client, share: Share, at: number) => Promise<unknown>) =>
    Promise.all(clients.map((own, at) => work(own, shares[at] as Share, at)));

  await byAll((own, { first, last }) =>
    own.query(
      `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
        select ${idOf('n')}, 'th', '+668' || lpad(n::text, 8, '0'), 'member ' || n, 'none', 'BAHT', 'KBANK', 'MEMBER ' || n,
            lpad(n::text, 10, '0')
          from generate_series($1::bigint, $2::bigint) as n`,
      [first, last],
    ),
  );
  await client.query(laws('disable'));
  for (let round = 0; round < transfersEach; round++)
    await byAll((own, share, at) => playRound(own, share, at, round, transfersEach));
  await byAll(async (own, _, at) => {
    const last = `round_${at}_${transfersEach - 1}`;
    for (const [name, balance, newest] of [
      ['main', 'main', 'main_last'],
      ['game:pg', 'game', 'game_last'],
    ])
      await own.query(
        `insert into ledger_accounts (member_id, name, currency, balance, last_transfer)
          select owner, $1, 'BAHT', ${balance}, ${newest} from ${last} where ${newest} is not null`,
        [name],
      );
  });
  await sealHistory(client);
  await byAll((own, share) => writeStatements(own, share));
  await client.query(laws('enable'));
  for (const table of await tablesOf(client)) await client.query(`drop table ${table}`);
  await client.query('vacuum analyze');
  await Promise.all(clients.map((own) => own.end()));
  return (performance.now() - start) / 1_000;
}

/** One transfer of each member: paid in, to the game, won there, back again, paid out; and again. */
async function playRound(
  own: pg.Client,
  { first, last }: Share,
  at: number,
  round: number,
  rounds: number,
): Promise<void> {
  const [reason, from, to, amount] = [
    ['deposit', 'house:payments:kbank:1', 'main', 1_000_00],
    ['transfer', 'main', 'game:pg', 500_00],
    ['game_result', 'house:games:pg', 'game:pg', 50_00],
    ['transfer', 'game:pg', 'main', 520_00],
    ['withdraw', 'main', 'house:payouts', 300_00],
  ][round % 5] as [string, string, string, number];
  const moved = (account: string) => (from === account ? -amount : to === account ? amount : 0);
  const before =
    round === 0
      ? `select ${idOf('n')} as owner, n, null::bytea as chain, 0::bigint as main, 0::bigint as game,
          null::bigint as main_last, null::bigint as game_last from generate_series(${first}, ${last}) as n`
      : `select owner, n, chain, main, game, main_last, game_last from round_${at}_${round - 1}`;
  const after = (account: string) => (account === 'main' ? 'main' : account === 'game:pg' ? 'game' : 'null::bigint');
  // In the order of their times, as they would have come.
  await own.query(
    `create unlogged table round_${at}_${round} as
      select owner, n, id, main, game, posted_at, case when ${moved('main')} <> 0 then id else main_last end as main_last,
          case when ${moved('game:pg')} <> 0 then id else game_last end as game_last,
          ledger_chain(chain, row(owner, id, 'made/${round}', 'post', '${reason}', 'BAHT', '${from}', '${to}', ${amount},
            ${after(from)}, ${after(to)}, null, '{}', posted_at, null)::ledger_transfers) as chain
        from (
          select owner, n, chain, main_last, game_last, main + ${moved('main')} as main, game + ${moved('game:pg')} as game,
              nextval('ledger_transfer_ids') as id,
              (${LATEST} - ${(rounds - 1 - round) * DAYS_APART} - (n % ${DAYS_APART})::integer)::timestamp at time zone 'Asia/Bangkok'
                + interval '12 hours' as posted_at
            from (${before}) as before order by n % ${DAYS_APART} desc, n
        ) as now`,
  );
  await own.query(
    `insert into ledger_transfers (owner, id, key, kind, reason, currency, from_account, to_account, amount, from_after,
        to_after, posted_at, chain)
      select owner, id, 'made/${round}', 'post', '${reason}', 'BAHT', '${from}', '${to}', ${amount}, ${after(from)}, ${after(to)},
          posted_at, chain
        from round_${at}_${round}`,
  );
  if (round > 0) await own.query(`drop table round_${at}_${round - 1}`);
}

/** All days before yesterday as one: yesterday is left to the product. */
async function sealHistory(client: pg.Client): Promise<void> {
  const border = `(${LATEST}::timestamp at time zone 'Asia/Bangkok')`;
  await client.query(
    `insert into ledger_days (day, starts_at, ends_at, sealed_at, transfers, hash)
      select ${LATEST} - 1, '-infinity', ${border}, now(), count(*), sha256('made') from ledger_transfers where posted_at < ${border}`,
  );
  const sides = `select case when account like 'house:%' then 'house' else owner end as owner, account, currency, change
    from ledger_transfers cross join lateral (values (from_account, -amount), (to_account, amount)) as side (account, change)
    where posted_at < ${border}`;
  await client.query(
    `insert into ledger_day_accounts (owner, account, currency, day, moved, transfers, balance)
      select owner, account, currency, ${LATEST} - 1, sum(change), count(*), sum(change) from (${sides}) as sides group by 1, 2, 3`,
  );
}

async function writeStatements(own: pg.Client, { first, last }: Share): Promise<void> {
  await own.query(
    `insert into statement_entries (member_id, position, type_position, id, statement_type, status, from_place, to_place, amount, created_at)
      select ${idOf('n')}, nth, nth, gen_random_uuid(), 'deposit', 'SUCCESS', 'KBANK', 'wallet', 100000, now() - interval '1 day'
        from generate_series($1::bigint, $2::bigint) as n, generate_series(1, ${STATEMENTS_EACH}) as nth`,
    [first, last],
  );
  await own.query(
    `insert into statement_totals (member_id, statement_type, total, newest_at)
      select ${idOf('n')}, type, ${STATEMENTS_EACH}, now() - interval '1 day'
        from generate_series($1::bigint, $2::bigint) as n, (values (''), ('deposit')) as types (type)`,
    [first, last],
  );
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^round_[0-9]+_[0-9]+$'`,
  );
  return rows.map(({ name }) => name);
}

async function open(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `set synchronous_commit = off; set work_mem = '256MB'; set statement_timeout = 0; set lock_timeout = 0`,
  );
  return client;
}
