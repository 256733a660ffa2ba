import { setTimeout as delay } from 'node:timers/promises';
import { atRate } from '../load.ts';
import { type Member, statementOf } from './members.ts';
import type { Service } from './service.ts';

/** Workers look every half second: withdrawals shall fall anywhere between two looks. */
const PER_SECOND = 1.7;
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 120_000;
/** Longer than a withdrawal waits without an approval, so that the approval alone is what it waits for. */
const BEFORE_APPROVAL_MS = 40_000;
/** What is withdrawn: above 20,000 baht an operator looks at it first. Members have paid in more, no two of them as much. */
export const PLAIN = { amount: 200, paidIn: 3_000 };
export const REVIEWED = { amount: 20_500, paidIn: 21_000 };

/** Seconds from hold or approval to the channel, from there to paid; null where it did not come to that. */
export type Left = { seconds: number | null; paidAfter: number | null; reasons: string };

/** Each member withdraws, and the time runs from the call that holds the money. */
export function withdrawPlain(service: Service, members: Member[]): Promise<Left[]> {
  const channel = watchChannel(service);
  return atRate(members.length, PER_SECOND, async (n) => {
    const member = members[n] as Member;
    const since = performance.now();
    return follow(service, channel, {
      member,
      id: await withdraw(service, member, PLAIN.amount),
      since: async () => since,
    });
  }).finally(channel.stop);
}

/** Each member's withdrawal goes to review; an operator approves one after the other. */
export async function withdrawReviewed(service: Service, members: Member[]): Promise<Left[]> {
  const asked = await atRate(members.length, PER_SECOND, async (n) => {
    const member = members[n] as Member;
    return { member, id: await withdraw(service, member, REVIEWED.amount) };
  });
  await delay(BEFORE_APPROVAL_MS);
  const channel = watchChannel(service);
  const following: Promise<Left>[] = [];
  for (const { member, id } of asked) {
    const since = lastSeenInReview(service, { member, id });
    following.push(follow(service, channel, { member, id, since: () => since }));
    await service.operator('withdrawals', 'approve', member.id, id);
  }
  return Promise.all(following).finally(channel.stop);
}

async function withdraw({ call }: Service, { token }: Member, amount: number): Promise<string> {
  return (await call<{ id: string }>('POST /api/wallet/withdraw', { token, body: { amount } })).id;
}

type Withdrawal = { member: Member; id: string };

async function toldOf(service: Service, { member, id }: Withdrawal) {
  return (await statementOf(service, member, 'withdraw')).find((entry) => entry.id === id);
}

/** The last moment at which the member saw that an operator looks at the withdrawal: once approved, it tells when it leaves. */
async function lastSeenInReview(service: Service, withdrawal: Withdrawal): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  for (let seen = performance.now(); ; ) {
    const asked = performance.now();
    const told = await toldOf(service, withdrawal);
    if (told?.step !== 'CHECKING' || told.leavesAt) return seen;
    seen = asked;
    if (seen > end) throw new Error(`withdrawal ${withdrawal.id} was not approved`);
    await delay(LOOK_EVERY_MS / 2);
  }
}

type Channel = ReturnType<typeof watchChannel>;

/** When the payout channel was first seen to have each reference. */
function watchChannel({ sandbox }: Service) {
  const seen = new Map<string, number>();
  let isWatched = true;
  const watch = async () => {
    while (isWatched) {
      for (const { reference } of await sandbox.payouts())
        if (!seen.has(reference)) seen.set(reference, performance.now());
      await delay(LOOK_EVERY_MS);
    }
  };
  const watching = watch();
  return {
    seen,
    stop: async () => {
      isWatched = false;
      await watching;
    },
  };
}

async function follow(
  service: Service,
  { seen }: Channel,
  { since, ...withdrawal }: Withdrawal & { since: () => Promise<number> },
): Promise<Left> {
  const began = await since();
  const reference = `${withdrawal.member.id}-${withdrawal.id.replaceAll('-', '')}`;
  while (performance.now() - began < PATIENCE_MS) {
    const left = seen.get(reference);
    if (left !== undefined && (await toldOf(service, withdrawal))?.step === 'PAID')
      return { seconds: (left - began) / 1_000, paidAfter: (performance.now() - left) / 1_000, reasons: '' };
    await delay(LOOK_EVERY_MS);
  }
  const left = seen.get(reference);
  const waiting = (await service.operator('withdrawals', 'list')).split('\n');
  const reasons =
    waiting
      .find((line) => line.startsWith(withdrawal.id))
      ?.split(': ')
      .at(-1) ?? 'is in no list';
  return { seconds: left === undefined ? null : (left - began) / 1_000, paidAfter: null, reasons };
}
