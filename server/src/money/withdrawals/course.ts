import type { MovementStep } from '@krapao/contract/money/statement.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Course, readCourse, type UsualWithdrawals } from './course.queries.ts';
import type { WithdrawalKey } from './withdrawals.queries.ts';

const done = (step: MovementStep['step'], at: Date | null = null): MovementStep => ({
  step,
  state: 'done',
  ...(at && { at: at.toISOString() }),
});

type Told = { steps: MovementStep[]; account: { bank: string; number: string; name: string } };

/** What has happened to a withdrawal, what goes on, and what follows when it goes well. */
export async function courseOf(
  db: Queryable,
  key: WithdrawalKey,
  usual: () => Promise<UsualWithdrawals>,
): Promise<Told | null> {
  const course = await readCourse(db, key);
  if (!course) return null;
  const { bank_code: bank, bank_account_no: number, bank_account_name: name } = course;
  const steps = [done('ASKED', course.created_at), ...review(course), ...leaving(course), ...end(course)];
  const isOver = steps.every(({ state }) => state === 'done');
  return { steps: isOver ? steps : withUsual(steps, course, await usual()), account: { bank, number, name } };
}

function review({ state, is_reviewed, approved_at, has_left }: Course): MovementStep[] {
  if (!is_reviewed) return [];
  if (state === 'checking') return [{ step: 'CHECKED', state: 'now' }];
  // The member cancelled before staff had decided.
  if (state === 'cancelled' && !approved_at && !has_left) return [];
  return [done('CHECKED', approved_at)];
}

function leaving({ state, has_left, sent_at }: Course): MovementStep[] {
  if (has_left) return [done('SENT', sent_at)];
  if (state === 'checking') return [{ step: 'SENT', state: 'next' }];
  return state === 'held' || state === 'gathering' ? [{ step: 'SENT', state: 'now' }] : [];
}

function end({ state, returned_why, finished_at }: Course): MovementStep[] {
  if (state === 'paid') return [done('PAID', finished_at)];
  if (state === 'cancelled') return [done('CANCELLED', finished_at)];
  // An outcome that turned keeps the time of the first one.
  if (returned_why === 'BOUNCED') return [done('PAID', finished_at), done('RETURNED')];
  if (returned_why === 'PAID_TWICE') return [done('RETURNED', finished_at), done('PAID')];
  if (state === 'returned' || state === 'refused') return [done('RETURNED', finished_at)];
  return [{ step: 'PAID', state: state === 'called' ? 'now' : 'next' }];
}

function withUsual(steps: MovementStep[], { is_reviewed }: Course, usual: UsualWithdrawals): MovementStep[] {
  const { sent, paid } = is_reviewed ? usual.reviewed : usual.plain;
  const seconds: Partial<Record<MovementStep['step'], number | null>> = {
    CHECKED: usual.reviewed.decided,
    SENT: sent,
    PAID: paid,
  };
  return steps.map((one) => {
    const usualSeconds = one.state === 'done' ? null : (seconds[one.step] ?? null);
    return { ...one, ...(usualSeconds !== null && { usualSeconds }) };
  });
}
