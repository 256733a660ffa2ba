import type { Currency } from '@krapao/contract/money.ts';
import { newMember } from '../../world/people.ts';
import { type Posted, post } from '../src/ledger/ledger.ts';
import { sealDays } from '../src/ledger/sealed-days.ts';
import { type Database, one, type Queryable } from '../src/platform/database.ts';

/** Two members, payments to them under the keys `in/1`, `in/2`, …, and days that end when the test says so. */
export async function ledgerDays(db: Database) {
  const member = await newMember(db, 'th');
  const other = await newMember(db, 'th');
  let keys = 0;
  const lastKey = () => `in/${keys}`;

  function payIn(
    amount: bigint,
    { id: memberId } = member,
    on: Queryable = db,
    { currency = 'BAHT', from = 'house:demo' }: { currency?: Currency; from?: `house:${string}` } = {},
  ): Promise<Posted> {
    keys += 1;
    return post(on, { key: lastKey(), reason: 'test', memberId, currency, from, to: 'main', amount });
  }

  async function nextDay(): Promise<void> {
    await db.query(`update clock set ahead = ahead + interval '1 day'`);
  }

  /** Ends the day and seals it. Returns the day that has the posting with this key. */
  async function sealedDayOf(key: string): Promise<string> {
    await nextDay();
    await sealDays(db, 'infinity');
    const { day } = await one<{ day: string }>(
      db,
      `select day::text from ledger_days, ledger_postings where key = $1 and posted_at >= starts_at and posted_at < ends_at`,
      [key],
    );
    return day;
  }

  return { member, other, payIn, lastKey, nextDay, sealedDayOf };
}
