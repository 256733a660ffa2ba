import { setTimeout as delay } from 'node:timers/promises';
import { atRate } from '../load.ts';
import type { Planned } from './draw-payments.ts';
import { type Member, statementOf } from './members.ts';
import type { Service } from './service.ts';

/** Not a whole number: feeds are read once a second, and payments shall fall anywhere between two readings. */
const PER_SECOND = 3.9;
export const IN_TIME_MS = 10_000;
export const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;
const LOOK_LATER_EVERY_MS = 1_000;

/**
 * `ms`: from the payment, or the upload of its slip, to the member's statement; null: not within `PATIENCE_MS`. `why`: the
 * channels that told the payment, the rule by which it waited, and the remark, as operators read them.
 */
export type Paid = Planned & { reference: string; ms: number | null; why: string | null };

/** Our accounts in the sandbox that members make transfers to. */
const ACCOUNTS: Record<string, string> = { KBANK: '0000000012', GSB: '000000000014', SCB: '0000000011' };

/** Makes the payments, so many a second, and waits for each until the member's statement has it. */
export function payAll(service: Service, members: Member[], payments: Planned[]): Promise<Paid[]> {
  const credits = new Set<string>();
  const whyWaits = waitingOf(service);
  return atRate(payments.length, PER_SECOND, async (n) => {
    const planned = payments[n] as Planned;
    const member = members[planned.payer] as Member;
    const { reference, since } = await pay(service, member, planned);
    let why: string | null = null;
    for (;;) {
      const statement = await statementOf(service, member, 'deposit');
      const ms = performance.now() - since;
      // Of a member's equal payments each takes another entry of the statement.
      const credit = statement.find(
        ({ id, status, amount }) => status === 'SUCCESS' && amount === planned.amount && !credits.has(id),
      );
      if (credit) credits.add(credit.id);
      if (credit || ms > PATIENCE_MS) return { ...planned, reference, ms: credit ? Math.max(ms, 0) : null, why };
      if (ms > IN_TIME_MS) why ??= await whyWaits(reference);
      await delay(ms > IN_TIME_MS ? LOOK_LATER_EVERY_MS : LOOK_EVERY_MS);
    }
  });
}

async function pay(service: Service, member: Member, { kind, to, amount }: Planned) {
  const { sandbox, call } = service;
  const from = { fromBank: member.bank, fromAccount: member.account, fromName: member.name };
  if (kind.by === 'wallet') {
    const since = performance.now();
    const reference = await sandbox.walletTransfer({ fromMobile: member.phone, fromName: member.name, amount });
    return { reference, since };
  }
  if (kind.by === 'code') {
    const asked = { token: member.token, body: { amount } };
    const { qrcodeId } = await call<{ qrcodeId: string }>(`POST /api/qrcode/${to.toLowerCase()}`, asked);
    const since = performance.now();
    const { payment } = await sandbox.pay(qrcodeId, kind.isNamed ? from : {});
    return { reference: payment.reference, since };
  }
  const paidAt = performance.now();
  const receiver = { toBank: to, toAccount: ACCOUNTS[to] ?? '' };
  const { ref, slip } = await sandbox.bankTransfer({ ...from, ...receiver, amount, feed: !kind.isUntold });
  if (!kind.hasSlip) return { reference: ref, since: paidAt };
  const form = new FormData();
  form.append('file', await (await fetch(slip)).blob(), 'slip.png');
  const since = performance.now();
  await call('POST /api/wallet/slip', { token: member.token, form });
  return { reference: ref, since };
}

/**
 * Answers what the operators' list says of a waiting payment; null: the payment is not in the list. One reading of the list serves all who asked before it
 * began.
 */
function waitingOf({ operator }: Service): (reference: string) => Promise<string | null> {
  let reading: Promise<string> = Promise.resolve('');
  let next: Promise<string> | undefined;
  return async (reference) => {
    next ??= reading.then(() => {
      next = undefined;
      reading = operator('payments', 'waiting');
      return reading;
    });
    const line = (await next).split('\n').find((one) => one.includes(`(${reference})`));
    return line?.split('  by ').at(-1) ?? null;
  };
}
