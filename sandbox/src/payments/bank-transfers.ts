import { Amount, body, CurrencyCode } from '@krapao/contract/schemas.ts';
import { type Static, Type } from 'typebox';
import { type Books, inTransaction } from '../books.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { readAmount } from './payers.ts';
import { AccountNumber, BANK_CODES, BankCode, isLaoBank, PersonName } from './people.ts';
import { RECEIVERS } from './receivers.ts';
import { slipAddress } from './slips.ts';
import { type Transfer, transfer } from './transfers.ts';

const BankTransferOrder = body({
  fromBank: BankCode,
  fromAccount: AccountNumber,
  fromName: PersonName,
  toBank: BankCode,
  toAccount: AccountNumber,
  amount: Amount,
  currency: Type.Optional(CurrencyCode),
  feed: Type.Optional(Type.Boolean()),
  paidAt: Type.Optional(Type.String({ maxLength: 40 })),
  reference: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,25}$' })),
});
type BankTransferOrder = Static<typeof BankTransferOrder>;

/** A bank's app: `POST /bank/transfers` makes a transfer, `GET /bank` lists banks and receivers to choose from. */
export function registerBankTransfers({ http, books }: Sandbox): void {
  http.get('/bank', async () => ({
    banks: BANK_CODES,
    receivers: RECEIVERS.filter(({ bank }) => BANK_CODES.includes(bank)),
  }));

  http.post('/bank/transfers', { schema: { body: BankTransferOrder } }, async (request) => {
    const made = await send(books, request.body);
    return { ref: made.reference, slip: slipAddress(request, made) };
  });
}

function send(books: Books, order: BankTransferOrder): Promise<Transfer> {
  const { fromBank, fromAccount, fromName, toBank, toAccount } = order;
  const amount = readAmount(order.amount);
  const paidAt = order.paidAt === undefined ? null : readTime(order.paidAt);
  return inTransaction(books, (client) =>
    transfer(client, {
      from: { bank: fromBank, number: fromAccount, name: fromName },
      to: { bank: toBank, number: toAccount },
      amount,
      currency: order.currency ?? (isLaoBank(toBank) ? 'LAK' : 'BAHT'),
      paidAt,
      reference: order.reference ?? null,
      billReference: null,
      isTold: order.feed !== false,
    }),
  );
}

function readTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Refusal(400, `"${text}" is no time; write it like 2026-11-15T08:00:00Z.`);
  return time.toISOString();
}
