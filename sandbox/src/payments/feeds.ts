import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Books } from '../books.ts';
import type { Answer, FaultPoint } from '../faults.ts';
import { decimals, type Fields } from '../games/dialect.ts';
import type { Sandbox } from '../sandbox.ts';
import { BAD_REQUEST, bearerDoor, REJECTED, registerApi } from './api.ts';
import { cursorLies, tellNext } from './cursor-lies.ts';
import { BANKS_WITH_FEEDS as BANKS, LATE_LINES, lieAbout, takeFeedLies } from './lies.ts';
import { cutName } from './names.ts';
import { type Account, hearsBySms } from './receivers.ts';
import { listLate, payment, TRANSFER_COLUMNS, type Transfer } from './transfers.ts';

const CALLS = ['transactions', 'notices'] as const;
type Call = (typeof CALLS)[number];

const PAGE_LENGTH = 100;
const Page = Type.Object({
  bank: Type.String(),
  number: Type.String({ pattern: '^\\d{6,20}$' }),
  after: Type.String({ pattern: '^\\d{1,18}$' }),
});

export const feedCalls: FaultPoint[] = BANKS.flatMap((bank) => CALLS.map((call) => faultPoint(bank, call)));

export const feedLies = cursorLies(BANKS.map(targetOf));

function targetOf(bank: string): string {
  return `banks/${bank.toLowerCase()}`;
}

function faultPoint(bank: string, call: Call): FaultPoint {
  return { target: targetOf(bank), call, hasEffect: false, refusal: REJECTED };
}

/** How banks report money that arrives at an account: by a feed of transactions or by SMS. */
export function registerFeeds(sandbox: Sandbox): void {
  registerApi(
    sandbox,
    bearerDoor(sandbox.key),
    CALLS.map((call) => ({
      method: 'GET',
      url: `/banks/api/accounts/:bank/:number/${call}`,
      point: ({ bank }: Fields) => (BANKS.includes(String(bank)) ? faultPoint(String(bank), call) : undefined),
      perform: (fields: Fields) => readPage(sandbox.books, targetOf(String(fields.bank)), call, fields),
    })),
  );
}

/** `target`: the party whose lies are told. */
export async function readPage(books: Books, target: string, call: Call, fields: Fields): Promise<Answer> {
  if (!Value.Check(Page, fields)) return BAD_REQUEST;
  const isAsked = hearsBySms(fields) === (call === 'notices');
  await listLate(books, fields, LATE_LINES);
  const news = isAsked ? await readNews(books, fields, fields.after) : [];
  // A lie is told of a page that has something to tell.
  const lies = news.length > 0 ? await takeFeedLies(books, fields.bank) : new Set<never>();
  const items = news
    .map((row) => lieAbout(row, lies))
    .flatMap<{ cursor: string }>((row) =>
      call === 'notices' ? notices(row, lies) : [{ cursor: row.cursor, payment: tell(row, lies) }],
    );
  const next = await tellNext(books, target, items.at(-1)?.cursor ?? fields.after);
  return { status: 200, body: { items, next } };
}

type Lies = Awaited<ReturnType<typeof takeFeedLies>>;
type News = Transfer & { cursor: string; balance: string };

function tell(row: News, lies: Lies) {
  if (lies.has('whole senders')) return payment(row, true);
  return lies.has('cut senders') ? payment(row, false) : payment(row);
}

function notices(row: News, lies: Lies) {
  const notice = { cursor: row.cursor, id: `notice-${row.id}`, text: noticeText(row, lies) };
  return lies.has('SMS twice') ? [notice, { ...notice, id: `${notice.id}-again` }] : [notice];
}

async function readNews(books: Books, { bank, number }: Account, after: string) {
  const { rows } = await books.query<News>(
    `select cursor, ${TRANSFER_COLUMNS}, (select sum(amount) from transfers as before
       where receiver_bank = $1 and receiver_account = $2 and before.cursor <= transfers.cursor) as balance
     from transfers
     where receiver_bank = $1 and receiver_account = $2 and cursor > $3 order by cursor limit ${PAGE_LENGTH}`,
    [bank, number, after],
  );
  return rows;
}

/** Without seconds: an SMS gives the time to the minute. */
const BANGKOK_MINUTE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const BUDDHIST_ERA = 543;

function noticeText(row: News, lies: Lies): string {
  const minute = BANGKOK_MINUTE.format(row.paid_at).replace(',', '');
  const when = lies.has('SMS of Buddhist years')
    ? minute.replace(/\d\d(?= )/, (year) => String((Number(year) + BUDDHIST_ERA) % 100))
    : minute;
  const [own, sender] = [row.receiver_account.slice(-4), row.sender_account.slice(-4)];
  const amount = decimals(BigInt(row.amount));
  const balance = lies.has('SMS without balance') ? '' : ` คงเหลือ ${decimals(BigInt(row.balance))} บ.`;
  return `${when} บช X-${own} รับโอนจาก X-${sender} ${cutName(row.sender_name)} ${amount} บ.${balance}`;
}
