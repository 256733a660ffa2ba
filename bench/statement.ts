import pg from 'pg';
import { tell } from './figures.ts';
import { type Call, median, summary, timed } from './load.ts';
import { type Member, startWorld } from './world.ts';

const FEW = 1_000;
const MANY = 10_000_000;
const PAGE = 10;
const ROUNDS = 300;
const CLIENTS = 2;
/** The types of the entries, in turn: one entry a minute, the newest a while ago. Sums of a day read that whole day. */
const TYPES = ['deposit', 'transfer', 'bonus', 'transfer', 'withdraw'];
const NEWEST = Date.parse('2026-01-01T00:00:00Z');

type Question = { page: number; statementType?: string; from?: string; before?: string; total: number; rows: number };

/** How much longer do the same questions take about a long history than about a short one? */
await using parts = new AsyncDisposableStack();
const { url, ownerUrl, members } = await startWorld(parts, 2);
const [short, long] = members as [Member, Member];
const filledIn = await fill([
  { member: short, count: FEW },
  { member: long, count: MANY },
]);
console.log(`${FEW} and ${MANY} entries, written in ${(filledIn / 1_000).toFixed(0)} s\n`);
console.log('page of 10           1k median   p99 ms   10M median   p99 ms   10M / 1k median   p99');

const ratios: number[] = [];
for (const [name, of] of Object.entries(questions())) {
  const [ofShort, ofLong] = [of(FEW), of(MANY)];
  await check(short, ofShort);
  await check(long, ofLong);
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(await timed(url, short, callOf(ofShort)));
    times.many.push(await timed(url, long, callOf(ofLong)));
  }
  const [few, most] = [summary(times.few, 1), summary(times.many, 1)];
  ratios.push(most.medianMs / few.medianMs);
  const cells = [few.medianMs, few.p99Ms, most.medianMs, most.p99Ms].map((ms) => ms.toFixed(1));
  const shares = [most.medianMs / few.medianMs, most.p99Ms / few.p99Ms].map((share) => share.toFixed(2));
  const widths = [9, 9, 13, 9, 18, 6];
  console.log(name.padEnd(21) + [...cells, ...shares].map((cell, at) => cell.padStart(widths[at] ?? 0)).join(''));
}
console.log('');
tell({ name: 'statement of 10 M entries ÷ of 1 k, median', value: median(ratios), most: 1.2 });

/** The questions about a history of `count` entries, and the totals that their answers must have. */
function questions(): Record<string, (count: number) => Question> {
  const transfers = TYPES.filter((type) => type === 'transfer').length / TYPES.length;
  const at = (count: number, share: number) => new Date(NEWEST - (1 - share) * count * 60_000).toISOString();
  const half = (count: number) => ({ from: at(count, 0.25), before: at(count, 0.75) });
  return {
    first: (count) => ({ page: 1, total: count, rows: PAGE }),
    'in the middle': (count) => ({ page: count / PAGE / 2, total: count, rows: PAGE }),
    last: (count) => ({ page: count / PAGE, total: count, rows: PAGE }),
    'transfers, first': (count) => ({ page: 1, statementType: 'transfer', total: count * transfers, rows: PAGE }),
    'transfers, last': (count) => ({
      page: (count * transfers) / PAGE,
      statementType: 'transfer',
      total: count * transfers,
      rows: PAGE,
    }),
    'half the time': (count) => ({ page: 1, ...half(count), total: count / 2, rows: PAGE }),
    'half, middle page': (count) => ({ page: count / PAGE / 4, ...half(count), total: count / 2, rows: PAGE }),
    'half, transfers': (count) => ({
      page: 2,
      statementType: 'transfer',
      ...half(count),
      total: (count * transfers) / 2,
      rows: PAGE,
    }),
  };
}

function callOf({ total: _, rows: __, ...asked }: Question): Call {
  return { method: 'POST', path: '/api/statement', body: { ...asked, limit: PAGE } };
}

async function check({ token }: Member, question: Question): Promise<void> {
  const { path, body } = callOf(question);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': 'member-web', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { total, statements } = (await response.json()) as { total: number; statements: unknown[] };
  if (total !== question.total || statements.length !== question.rows)
    throw new Error(`${JSON.stringify(body)} answered ${statements.length} of ${total}`);
}

/** Writes the entries without triggers, log and indexes, then builds the indexes. Returns the time it took. */
async function fill(histories: { member: Member; count: number }[]): Promise<number> {
  const start = performance.now();
  const clients = await Promise.all(Array.from({ length: CLIENTS }, openClient));
  const [client] = clients as [pg.Client];
  const inTurns = <T>(list: T[], work: (own: pg.Client, item: T) => Promise<unknown>) => {
    const left = [...list];
    return Promise.all(
      clients.map(async (own) => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await work(own, item);
      }),
    );
  };
  const { rows: indexes } = await client.query<{ name: string; constraint: string | null; definition: string }>(
    `select index_class.relname as name, pg_get_indexdef(indexrelid) as definition,
        case contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
      from pg_index join pg_class index_class on index_class.oid = indexrelid
        left join pg_constraint on conindid = indexrelid
      where indrelid = 'statement_entries'::regclass`,
  );
  for (const { name, constraint } of indexes)
    await client.query(constraint ? `alter table statement_entries drop constraint ${name}` : `drop index ${name}`);
  await client.query('alter table statement_entries set unlogged, disable trigger user');
  for (const { member, count } of histories) {
    const size = count / CLIENTS;
    const parts = Array.from({ length: CLIENTS }, (_, part) => [part * size + 1, (part + 1) * size] as const);
    await inTurns(parts, (own, [first, last]) =>
      own.query(
        `insert into statement_entries
            (member_id, position, type_position, id, statement_type, status, from_place, to_place, amount, created_at)
          select $1, n, (n - 1) / cardinality($3::text[]) * times + place, gen_random_uuid(), type, 'SUCCESS', 'wallet',
            'pg', n % 100000, to_timestamp($4::float8 / 1000) - ($2 - n) * interval '1 minute' - interval '1 millisecond'
          from generate_series($5::bigint, $6::bigint) n join (
            select nth, type, row_number() over (partition by type order by nth) as place,
                count(*) over (partition by type) as times
              from unnest($3::text[]) with ordinality as one (type, nth)) types
            on nth = (n - 1) % cardinality($3::text[]) + 1`,
        [member.id, count, TYPES, NEWEST, first, last],
      ),
    );
    await client.query(
      `insert into statement_totals (member_id, statement_type, total, newest_at)
        select $1, coalesce(type, ''), count(*) * ($2::bigint / cardinality($3::text[])), to_timestamp($4::float8 / 1000)
          from unnest($3::text[]) as type group by grouping sets ((), (type))`,
      [member.id, count, TYPES, NEWEST],
    );
  }
  await inTurns(indexes, (own, { definition }) => own.query(definition));
  for (const { name, constraint } of indexes)
    if (constraint)
      await client.query(`alter table statement_entries add constraint ${name} ${constraint} using index ${name}`);
  await client.query('alter table statement_entries enable trigger user');
  await client.query('vacuum analyze statement_entries');
  await Promise.all(clients.map((own) => own.end()));
  return performance.now() - start;
}

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`set maintenance_work_mem = '512MB';
    set max_parallel_maintenance_workers = 0`);
  return client;
}
