import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { ReportedPayment } from '../../providers/payments/reported-payment.ts';
import { OPEN_EVERY_SECONDS, type QrcodeDeps } from './make-qrcode.ts';
import { askAgain, type Qrcode, takeUnpaidQrcodes } from './qrcodes.queries.ts';

export type AskGatewayDeps = QrcodeDeps & {
  hear: (news: ReportedPayment & { channel: 'callback' | 'sweep'; noticeId: null }) => Promise<unknown>;
  /** How long asking may take; meanwhile no other worker asks about that code. */
  patienceMs: number;
};

/** Credits what the gateway says was paid by the code. Throws if the gateway cannot say. */
export async function askGateway(
  { db, gateways, hear }: AskGatewayDeps,
  code: Pick<Qrcode, 'id' | 'provider' | 'reference'>,
  channel: 'callback' | 'sweep',
): Promise<void> {
  const payment = await gateways.get(code.provider)?.inquire(code.reference);
  if (!payment) return askAgain(db, code.id, OPEN_EVERY_SECONDS);
  await hear({ ...payment, billReference: code.reference, channel, noticeId: null });
}

/**
 * Asks about codes whose callback may have been lost, and about codes that are over but may be paid late. One kind of
 * work per provider, so that a silent provider holds up no other.
 */
export function unpaidQrcodes(deps: AskGatewayDeps, provider: QrProvider): DueWork<Qrcode> {
  return {
    name: `unpaid QR codes of ${provider}`,
    idOf: ({ id }) => id,
    take: (limit) => takeUnpaidQrcodes(deps.db, provider, limit, deps.patienceMs),
    handle: (code) => askGateway(deps, code, 'sweep'),
  };
}
