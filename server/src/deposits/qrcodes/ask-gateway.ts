import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { ReportedPayment, Unreadable } from '../../providers/payments/reported-payment.ts';
import type { QrcodeDeps } from './make-qrcode.ts';
import { askAgain, type Qrcode, takeUnpaidQrcodes } from './qrcodes.queries.ts';

export type AskGatewayDeps = QrcodeDeps & {
  ingest: (report: ReportedPayment & { channel: 'callback' | 'sweep'; noticeId: null }) => Promise<unknown>;
  /** Keeps what a gateway told of a member's code and nobody could read: it may be money. */
  keepUnread: (about: UnreadCode & Unreadable) => Promise<void>;
  /** Everything that the gateway tells of the code can be read now. */
  finishUnread: (code: Omit<UnreadCode, 'memberId'>) => Promise<void>;
  /** For how many days after its end a code may still be paid. */
  askDays: number;
  /** How long asking may take; meanwhile no other worker asks about that code. */
  patienceMs: number;
};

type UnreadCode = { bank: string; accountNo: string; memberId: string };

/**
 * Takes in every payment that the gateway says was made by the code. Throws if the gateway cannot say. A code that was
 * paid is asked about like any that is over: it may be paid once more.
 */
export async function askGateway(
  deps: AskGatewayDeps,
  { id, provider, reference, member_id: memberId }: Pick<Qrcode, 'id' | 'provider' | 'reference' | 'member_id'>,
  channel: 'callback' | 'sweep',
): Promise<void> {
  const told = (await deps.gateways.get(provider)?.inquire(reference)) ?? [];
  let isRead = told.length > 0;
  for (const item of told) {
    if ('payment' in item) {
      await deps.ingest({ ...item.payment, billReference: reference, channel, noticeId: null });
      continue;
    }
    isRead = false;
    await deps.keepUnread({ bank: provider, accountNo: reference, memberId, ...item });
    deps.log.error({ provider, code: id, why: item.why }, 'a gateway told something that cannot be read');
  }
  if (isRead) await deps.finishUnread({ bank: provider, accountNo: reference });
  await askAgain(deps.db, id, deps.askDays);
}

/**
 * Asks about codes whose callback may have been lost, and about codes that are over but may be paid late or again. One
 * kind of work per provider, so that a silent provider holds up no other.
 */
export function unpaidQrcodes(deps: AskGatewayDeps, provider: QrProvider): DueWork<Qrcode> {
  return {
    name: `unpaid QR codes of ${provider}`,
    idOf: ({ id }) => id,
    take: (limit) => takeUnpaidQrcodes(deps.db, provider, limit, deps.patienceMs),
    handle: (code) => askGateway(deps, code, 'sweep'),
  };
}
