import { Amount, body } from '@krapao/contract/schemas.ts';
import { type Static, Type } from 'typebox';
import { type Books, inTransaction } from '../books.ts';
import type { FaultPoint } from '../faults.ts';
import type { Lie } from '../lies.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { bearerDoor, REJECTED, registerApi } from './api.ts';
import { cursorLies } from './cursor-lies.ts';
import { readPage } from './feeds.ts';
import { readAmount } from './payers.ts';
import { PersonName } from './people.ts';
import { TRUEMONEY, WALLET_MOBILES } from './receivers.ts';
import { type Transfer, transfer } from './transfers.ts';

const TARGET = 'truemoney';
const TRANSACTIONS: FaultPoint = { target: TARGET, call: 'transactions', hasEffect: false, refusal: REJECTED };
export const walletCalls = [TRANSACTIONS];
export const walletLies: Lie[] = cursorLies([TARGET]);

const WalletTransfer = body({
  /** As the wallet writes it, perhaps with the country's number in front. */
  fromMobile: Type.String({ pattern: '^[+\\d][\\dx -]{5,20}$' }),
  fromName: PersonName,
  toMobile: Type.Optional(Type.String({ pattern: '^\\d{10}$' })),
  amount: Amount,
  paidAt: Type.Optional(Type.String({ maxLength: 40 })),
});

/** Money that one True Wallet sends to another, and the list of what a wallet was sent. */
export function registerWalletTransfers(sandbox: Sandbox): void {
  const { http, books, key } = sandbox;
  registerApi(sandbox, bearerDoor(key), [
    {
      method: 'GET',
      url: '/truemoney/api/accounts/:bank/:number/transactions',
      point: TRANSACTIONS,
      perform: (fields) => readPage(books, TARGET, 'transactions', fields),
    },
  ]);

  http.post('/truemoney/transfers', { schema: { body: WalletTransfer } }, async (request) => {
    return { ref: (await send(books, request.body)).reference };
  });
}

function send(books: Books, order: Static<typeof WalletTransfer>): Promise<Transfer> {
  const paidAt = order.paidAt === undefined ? null : new Date(order.paidAt);
  if (paidAt && Number.isNaN(paidAt.getTime())) throw new Refusal(400, `"${order.paidAt}" is no time.`);
  return inTransaction(books, (client) =>
    transfer(client, {
      from: { bank: TRUEMONEY, number: order.fromMobile, name: order.fromName },
      to: { bank: TRUEMONEY, number: order.toMobile ?? WALLET_MOBILES[0] ?? '' },
      amount: readAmount(order.amount),
      currency: 'BAHT',
      paidAt: paidAt?.toISOString() ?? null,
      reference: null,
      billReference: null,
      isTold: true,
    }),
  );
}
