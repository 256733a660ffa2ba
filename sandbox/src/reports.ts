import { CURRENCIES, type Currency } from '@krapao/contract/money.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Books } from './books.ts';
import type { Answer, FaultPoint } from './faults.ts';
import { GAMES } from './games/catalogue.ts';
import { decimals, type Fields } from './games/dialect.ts';
import { type Lie, takeLies } from './lies.ts';
import { type ApiCall, BAD_REQUEST, bearerDoor, REJECTED, registerApi, signedDoor } from './payments/api.ts';
import { BANKS_WITH_FEEDS } from './payments/lies.ts';
import { GATEWAYS } from './payments/parties.ts';
import { STATE } from './payments/payouts.ts';
import { TRUEMONEY } from './payments/receivers.ts';
import type { Sandbox } from './sandbox.ts';

/** When the money moved, by the product's clock. */
export const reportTables = `
  alter table payouts add column if not exists at timestamptz not null default product_now();
  alter table voucher_tickets add column if not exists at timestamptz not null default product_now();
  alter table game_moves add column if not exists at timestamptz not null default product_now()`;

const MEANINGS = {
  'report leaves out': 'Leaves the last line out of its report of a day.',
  'report adds': 'Adds a line of 77.00 to its report of a day.',
  'report of another amount': 'Writes one baht or kip too much into the last line of its report.',
  'report of another total': 'Writes five baht or kip too much into the totals of its report.',
};
type ReportLie = keyof typeof MEANINGS;
const NAMES = Object.keys(MEANINGS) as ReportLie[];

const bankTarget = (bank: string) => `banks/${bank.toLowerCase()}`;
const gatewayTarget = (code: string) => `payments/${code.toLowerCase()}`;
const gameTarget = (code: string) => `games/${code}`;
const TARGETS = [
  ...BANKS_WITH_FEEDS.map(bankTarget),
  ...GATEWAYS.map(({ code }) => gatewayTarget(code)),
  'truemoney',
  'payouts',
  ...GAMES.map(({ code }) => gameTarget(code)),
];

export const reportLies: Lie[] = TARGETS.flatMap((target) =>
  NAMES.map((lie) => ({ target, lie, meaning: MEANINGS[lie] })),
);
export const reportCalls: FaultPoint[] = TARGETS.map(faultPoint);

function faultPoint(target: string): FaultPoint {
  return { target, call: 'report', hasEffect: false, refusal: REJECTED };
}

/** The party's movements, as a select of reference, amount, currency, direction and at. */
type Movements = { sql: string; values: unknown[] };

const transfersOf = (bank: unknown, number: unknown): Movements => ({
  sql: `select reference, amount, currency, 'in' as direction, paid_at as at from transfers
      where receiver_bank = $2 and receiver_account = $3
    union all select reference, amount, currency, 'out', paid_at from transfers
      where sending_bank = $2 and sender_account = $3`,
  values: [bank, number],
});
const walletOf = (number: unknown): Movements => ({
  sql: `select reference, amount, currency, 'in' as direction, paid_at as at from transfers
      where receiver_bank = '${TRUEMONEY}' and receiver_account = $2
    union all select hash, amount, 'BAHT', 'in', at from voucher_tickets where mobile = $2`,
  values: [number],
});
const movesOf = (code: string): Movements => ({
  sql: `select reference, abs(amount) as amount, currency, case when amount > 0 then 'in' else 'out' end as direction, at
    from game_moves join game_players on game_players.id = player_id and game_players.code = $2
    where game_moves.code = $2 and balance_after is not null`,
  values: [code],
});
const paidOut = (): Movements => ({
  sql: `select reference, amount, currency, 'out' as direction, at from payouts where (${STATE}) = 'paid'`,
  values: [],
});

/** `GET <party>/report?day=…`: what each party moved on a day of Bangkok, and in all until then. */
export function registerReports(sandbox: Sandbox): void {
  const { key } = sandbox;
  const report = (url: string, target: string, movements: (fields: Fields) => Movements): ApiCall => ({
    method: 'GET',
    url: `${url}/report`,
    point: faultPoint(target),
    perform: (fields) => tellReport(sandbox.books, target, fields, movements(fields)),
  });
  registerApi(sandbox, bearerDoor(key), [
    ...BANKS_WITH_FEEDS.map((bank) =>
      report(`/banks/api/accounts/${bank}/:number`, bankTarget(bank), ({ number }) => transfersOf(bank, number)),
    ),
    report(`/truemoney/api/accounts/${TRUEMONEY}/:number`, 'truemoney', ({ number }) => walletOf(number)),
  ]);
  registerApi(sandbox, signedDoor(key), [
    ...GATEWAYS.map(({ code, receiver }) =>
      report(`/payments/${code.toLowerCase()}/api`, gatewayTarget(code), () =>
        transfersOf(receiver.bank, receiver.number),
      ),
    ),
    ...GAMES.map(({ code }) => report(`/games/${code}/api`, gameTarget(code), () => movesOf(code))),
    report('/payouts/api', 'payouts', paidOut),
  ]);
}

const Asked = Type.Object({ day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }) });
type Line = { reference: string; amount: string; currency: Currency; direction: 'in' | 'out'; at: Date };
type Sum = { currency: Currency; direction: 'in' | 'out'; sum: string };

async function tellReport(books: Books, target: string, fields: Fields, { sql, values }: Movements): Promise<Answer> {
  if (!Value.Check(Asked, fields)) return BAD_REQUEST;
  const { day } = fields;
  const from = `$1::date::timestamp at time zone 'Asia/Bangkok'`;
  const to = `($1::date + 1)::timestamp at time zone 'Asia/Bangkok'`;
  const { rows } = await books.query<Line>(
    `select * from (${sql}) as movements where at >= ${from} and at < ${to} order by at, reference`,
    [day, ...values],
  );
  const sums = await books.query<Sum>(
    `select currency, direction, sum(amount) from (${sql}) as movements where at < ${to} group by 1, 2`,
    [day, ...values],
  );
  // A lie is told of a day that has something to tell.
  const lies = rows.length > 0 ? await takeLies(books, target, NAMES) : new Set<ReportLie>();
  return { status: 200, body: { day, items: linesOf(rows, lies), totals: totalsOf(sums.rows, rows, lies) } };
}

function linesOf(rows: Line[], lies: Set<ReportLie>) {
  const told = lies.has('report leaves out') ? rows.slice(0, -1) : [...rows];
  const [last] = rows.slice(-1);
  if (last && lies.has('report adds')) told.push({ ...last, reference: 'ADDED0001', amount: '7700' });
  return told.map(({ amount, at, ...line }, index) => {
    const isMore = lies.has('report of another amount') && index === rows.length - 1;
    return { ...line, amount: decimals(BigInt(amount) + (isMore ? 100n : 0n)), at: at.toISOString() };
  });
}

/** Where its lines are wrong, the party's totals are wrong in the same way. */
function totalsOf(sums: Sum[], rows: Line[], lies: Set<ReportLie>) {
  const [last] = rows.slice(-1);
  const wrong = (currency: Currency, direction: 'in' | 'out'): bigint => {
    if (last?.currency !== currency || last.direction !== direction) return 0n;
    const left = lies.has('report leaves out') ? -BigInt(last.amount) : 0n;
    const added = lies.has('report adds') ? 7700n : 0n;
    const more = lies.has('report of another amount') ? 100n : 0n;
    return left + added + more + (lies.has('report of another total') ? 500n : 0n);
  };
  const total = (currency: Currency, direction: 'in' | 'out') => {
    const found = sums.find((sum) => sum.currency === currency && sum.direction === direction);
    return decimals(BigInt(found?.sum ?? 0) + wrong(currency, direction));
  };
  return Object.fromEntries(
    CURRENCIES.map((currency) => [currency, { in: total(currency, 'in'), out: total(currency, 'out') }]),
  );
}
