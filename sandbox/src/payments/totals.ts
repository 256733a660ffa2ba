import { CURRENCIES, type Currency, moneyToWire } from '@krapao/contract/money.ts';
import { PAYMENT_PROVIDERS } from '@krapao/contract/providers.ts';
import type { Books } from '../books.ts';
import { STATE } from './payouts.ts';
import { RECEIVERS, TRUEMONEY, WALLET_MOBILES } from './receivers.ts';

type PerCurrency<T> = Record<Currency, T>;

/** Per party and currency, the sum that reached the product's receivers, whether it was reported or not. */
export async function totalsOfPayments(books: Books): Promise<Record<string, PerCurrency<{ received: number }>>> {
  // One statement, so that all sums are of the same moment.
  const { rows } = await books.query<{ party: string; currency: Currency; received: string }>(
    `select receiver_bank as party, currency, sum(amount) as received from transfers
     join unnest($1::text[], $2::text[]) as ours (bank, number)
       on ours.bank = receiver_bank and ours.number = receiver_account
     group by receiver_bank, currency
     union all select '${TRUEMONEY}', 'BAHT', sum(amount) from (
       select amount from voucher_tickets
       union all select amount from transfers where receiver_bank = '${TRUEMONEY}' and receiver_account = any($3)
     ) received having count(*) > 0`,
    [RECEIVERS.map(({ bank }) => bank), RECEIVERS.map(({ number }) => number), WALLET_MOBILES],
  );
  const parties = [...PAYMENT_PROVIDERS, TRUEMONEY].map((party) => [
    party,
    perCurrency((currency) => {
      const row = rows.find((one) => one.party === party && one.currency === currency);
      return { received: moneyToWire(BigInt(row?.received ?? 0)) };
    }),
  ]);
  return Object.fromEntries(parties);
}

export async function totalsOfPayouts(books: Books): Promise<PerCurrency<{ paid: number; pending: number }>> {
  const { rows } = await books.query<{ currency: Currency; state: string; sum: string }>(
    `select currency, ${STATE} as state, sum(amount) from payouts group by 1, 2`,
  );
  const sum = (currency: Currency, state: string) =>
    moneyToWire(BigInt(rows.find((row) => row.currency === currency && row.state === state)?.sum ?? 0));
  return perCurrency((currency) => ({ paid: sum(currency, 'paid'), pending: sum(currency, 'pending') }));
}

function perCurrency<T>(of: (currency: Currency) => T): PerCurrency<T> {
  return Object.fromEntries(CURRENCIES.map((currency) => [currency, of(currency)])) as PerCurrency<T>;
}
