import { type Minor, moneyFromWire, moneyToWire } from '@krapao/contract/money.ts';
import { Amount, body } from '@krapao/contract/schemas.ts';
import { type Static, Type } from 'typebox';
import { type Books, inTransaction } from '../books.ts';
import { Refusal, type Sandbox } from '../sandbox.ts';
import { planCallbacks, startCallbacks } from './callbacks.ts';
import { losesCallback } from './gateway-lies.ts';
import { listsLater } from './lies.ts';
import { PARTIES } from './parties.ts';
import { AccountNumber, BankCode, PersonName } from './people.ts';
import { findOrder, listOrders, lockOrder, type Qrcode } from './qrcodes.ts';
import { slipAddress } from './slips.ts';
import { payment, type Transfer, transfer } from './transfers.ts';

const OfOrder = Type.Object({ qrcodeId: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }) });
const LONGEST_DELAY_MS = 24 * 60 * 60_000;
const Pay = body({
  times: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_DELAY_MS })),
  amount: Type.Optional(Amount),
  callbackAmount: Type.Optional(Amount),
  fromBank: Type.Optional(BankCode),
  fromAccount: Type.Optional(AccountNumber),
  fromName: Type.Optional(PersonName),
  feed: Type.Optional(Type.Boolean()),
  /** The payer pays once more what was paid before. */
  again: Type.Optional(Type.Boolean()),
});
type Pay = Static<typeof Pay>;

/** A payer who is not named shows nothing but a bank. */
const BANK_OF_PAYER = { BAHT: 'KBANK', LAK: 'BCEL' };

/** The calls of the payer who scans a QR code. */
export function registerPayers(sandbox: Sandbox): void {
  const { http, books } = sandbox;
  const sendCallbacks = startCallbacks(sandbox);

  http.get('/pay', async () => (await listOrders(books)).map(onWire));

  http.get('/pay/:qrcodeId', { schema: { params: OfOrder } }, async ({ params }) => {
    const found = await findOrder(books, params.qrcodeId);
    if (!found) throw nothingToPay(params.qrcodeId);
    return onWire(found);
  });

  http.post(
    '/pay/:qrcodeId',
    {
      schema: { params: OfOrder, body: Pay },
      // Most calls that pay have no body.
      preValidation: async (request) => {
        request.body ??= {};
      },
      onResponse: async () => sendCallbacks(),
    },
    async (request) => {
      const paid = await pay(books, request.params.qrcodeId, request.body);
      return { payment: payment(paid), slip: slipAddress(request, paid) };
    },
  );
}

/** A QR code can be paid once unless `again` is said, even after it was cancelled or expired: the payer's bank does not know that. */
function pay(books: Books, qrcodeId: string, how: Pay): Promise<Transfer> {
  return inTransaction(books, async (client) => {
    const qrcode = await lockOrder(client, qrcodeId);
    const party = PARTIES.find(({ code }) => code === qrcode?.code);
    if (!qrcode || !party) throw nothingToPay(qrcodeId);
    if (qrcode.state === 'paid' && !how.again) throw new Refusal(409, `${qrcodeId} is paid already.`);
    const paid = await transfer(client, {
      from: {
        bank: how.fromBank ?? BANK_OF_PAYER[qrcode.currency],
        number: how.fromAccount ?? '',
        name: how.fromName ?? '',
      },
      to: party.receiver,
      amount: how.amount === undefined ? BigInt(qrcode.amount) : readAmount(how.amount),
      currency: qrcode.currency,
      paidAt: null,
      reference: null,
      billReference: qrcode.reference,
      isTold: party.hasFeed && how.feed !== false,
      isLate: party.hasFeed && how.feed !== false && (await listsLater(client, party.receiver.bank)),
    });
    await client.query('update qrcodes set transfer_id = coalesce(transfer_id, $2) where id = $1', [
      qrcode.id,
      paid.id,
    ]);
    const callbackAmount = how.callbackAmount === undefined ? BigInt(paid.amount) : readAmount(how.callbackAmount);
    const times = (await losesCallback(client, party)) ? 0 : (how.times ?? 1);
    await planCallbacks(
      client,
      { code: qrcode.code, reference: qrcode.reference, transferId: paid.id, amount: callbackAmount },
      { times, delayMs: how.delayMs ?? 0 },
    );
    return paid;
  });
}

export function readAmount(amount: number): Minor {
  const minor = moneyFromWire(amount);
  if (!minor) throw new Refusal(400, `${amount} is no amount of at least 0.01 with at most two decimals.`);
  return minor;
}

function onWire({ order_id, code, amount, currency, state }: Qrcode) {
  return { qrcodeId: order_id, provider: code, amount: moneyToWire(BigInt(amount)), currency, state };
}

function nothingToPay(qrcodeId: string): Refusal {
  return new Refusal(404, `No QR code ${qrcodeId} was ever made here.`);
}
