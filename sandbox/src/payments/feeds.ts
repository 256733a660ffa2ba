import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Books } from '../books.ts';
import type { Answer, FaultPoint } from '../faults.ts';
import { decimals, type Fields } from '../games/dialect.ts';
import type { Sandbox } from '../sandbox.ts';
import { BAD_REQUEST, bearerDoor, REJECTED, registerApi } from './api.ts';
import { cursorLies, tellNext } from './cursor-lies.ts';
import { cutName } from './names.ts';
import { type Account, hearsBySms } from './receivers.ts';
import { payment, TRANSFER_COLUMNS, type Transfer } from './transfers.ts';

const BANKS = ['SCB', 'KBANK', 'GSB', 'BCEL'];
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
  const news = isAsked ? await readNews(books, fields, fields.after) : [];
  const items = news.map((row) => ({
    cursor: row.cursor,
    ...(call === 'notices' ? { id: `notice-${row.id}`, text: noticeText(row) } : { payment: payment(row) }),
  }));
  const next = await tellNext(books, target, items.at(-1)?.cursor ?? fields.after);
  return { status: 200, body: { items, next } };
}

async function readNews(books: Books, { bank, number }: Account, after: string) {
  const { rows } = await books.query<Transfer & { cursor: string }>(
    `select cursor, ${TRANSFER_COLUMNS} from transfers
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

function noticeText(row: Transfer): string {
  const when = BANGKOK_MINUTE.format(row.paid_at).replace(',', '');
  const [own, sender] = [row.receiver_account.slice(-4), row.sender_account.slice(-4)];
  const amount = decimals(BigInt(row.amount));
  return `${when} บช X-${own} รับโอนจาก X-${sender} ${cutName(row.sender_name)} ${amount} บ.`;
}
