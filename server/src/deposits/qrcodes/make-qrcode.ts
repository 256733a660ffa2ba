import { randomBytes } from 'node:crypto';
import { readPaymentPayload } from '@krapao/contract/deposits/emv.ts';
import { QR_LIFE_SECONDS, QR_PROVIDERS, type QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { ErrorCode } from '@krapao/contract/errors.ts';
import { type Minor, moneyFromWire, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { toString as qrMarkup } from 'qrcode';
import { requireMayDeposit } from '../../allowances/allowances.ts';
import type { Config } from '../../config.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database.ts';
import { type Attempt, claim, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { QrGateway } from '../../providers/payments/qr-gateway.ts';
import type { QrGateways } from '../../providers/payments/qr-gateways.ts';
import { failQrcode, insertQrcode, openQrcode, type Qrcode } from './qrcodes.queries.ts';

export type QrcodeDeps = {
  db: Database;
  gateways: QrGateways;
  minimums: Record<QrProvider, Minor>;
  /** How many codes a member may ask for in an hour: the gateway is asked about each for days. */
  triesAnHour: number;
  log: FastifyBaseLogger;
};

type NoQrcode = { hasQrcode: false; message: ErrorCode };

/** Whether and how members can pay at a bank or gateway by a QR code. */
export function qrTermsOf(gateways: QrGateways, { qrMinimums }: Pick<Config, 'qrMinimums'>, bankCode: string) {
  const gateway = [...gateways.values()].find(({ provider }) => provider === bankCode);
  return gateway ? { minimum: qrMinimums[gateway.provider], lifeMinutes: QR_LIFE_SECONDS / 60 } : null;
}

export function requireGateway({ gateways }: QrcodeDeps, provider: string, { currency }: Owner): QrGateway {
  const code = QR_PROVIDERS.find((name) => name === provider.toUpperCase());
  const gateway = code && gateways.get(code);
  if (gateway?.currency !== currency) throw new AppError('NO_BANK');
  return gateway;
}

/**
 * The row is written before the gateway makes the code, so that a code that is made and paid after this node died still
 * has an owner. A code whose node died before its text was known is never shown, and a new one takes its place.
 */
export async function makeQrcode(
  deps: QrcodeDeps,
  member: Owner,
  attempt: Attempt,
  { provider, amount: asked }: { provider: string; amount: number },
) {
  const gateway = requireGateway(deps, provider, member);
  const amount = moneyFromWire(asked);
  if (amount === null) throw new AppError('INVALID_REQUEST', { fields: { amount: 'INVALID' } });
  if (amount < deps.minimums[gateway.provider]) return refusal('QR_MINIMUM');

  const { memberId, currency } = member;
  const code = { member_id: memberId, provider: gateway.provider, reference: newReference(), amount, currency };
  const { id } = await inMemberTransaction(deps.db, memberId, async (tx) => {
    await claim(tx, attempt);
    await requireMayDeposit(tx, { memberId, way: 'qrcode', triesAnHour: deps.triesAnHour });
    return insertQrcode(tx, code, QR_LIFE_SECONDS);
  });
  const answer = await askFor(deps, gateway, { ...code, id });
  await recordAnswer(deps.db, attempt, { status: 200, body: answer });
  return answer;
}

async function askFor(
  { db, log }: QrcodeDeps,
  gateway: QrGateway,
  { id, reference, amount, currency }: Pick<Qrcode, 'id' | 'reference' | 'amount' | 'currency'>,
) {
  try {
    const request = { reference, orderId: id, amount, currency, lifeSeconds: QR_LIFE_SECONDS };
    const payload = await gateway.create(request);
    requireRightPayload(payload, amount, currency);
    const opened = await openQrcode(db, id, payload);
    return opened ? await showQrcode(opened) : refusal('QR_FAIL');
  } catch (error) {
    log.warn({ err: error, provider: gateway.provider }, 'no QR code was made');
    await failQrcode(db, id);
    return refusal('QR_FAIL');
  }
}

/** A code that is damaged or asks for another amount is not shown to the member. */
function requireRightPayload(payload: string, amount: Minor, currency: string): void {
  const read = readPaymentPayload(payload);
  if (read?.currency !== currency || parseMoney(read.amount ?? '') !== amount)
    throw new Error('a QR code that is wrong');
}

export async function showQrcode({ id, payload, amount, expires_at }: Qrcode) {
  return {
    hasQrcode: true as const,
    qrcodeId: id,
    qrcode: await qrMarkup(payload ?? '', { type: 'svg', margin: 2 }),
    amount: moneyToWire(amount),
    expireIn: expires_at.toISOString(),
  };
}

function refusal(message: ErrorCode): NoQrcode {
  return { hasQrcode: false, message };
}

/** Twenty letters and digits that cannot be guessed. The payer's bank names the bill by them too. */
function newReference(): string {
  return `K${BigInt(`0x${randomBytes(12).toString('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(19, '0')}`;
}
