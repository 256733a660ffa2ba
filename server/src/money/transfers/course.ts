import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import type { MovementStep } from '@krapao/contract/money/statement.ts';
import type { Queryable } from '../../platform/database.ts';
import { readCourse, type TransferKey } from './transfers.queries.ts';

type State = MovementStep['state'];

/** What has happened to a transfer; null if the entry belongs to no transfer. `status`: the entry's. */
export async function courseOf(
  db: Queryable,
  key: TransferKey,
  status: 'PROCESSING' | 'SUCCESS' | 'FAILED',
): Promise<MovementStep[] | null> {
  const course = await readCourse(db, key);
  if (!course) return null;
  const { from_wallet, created_at, finished_at, has_come } = course;
  const isFromMain = from_wallet === MAIN_WALLET;
  const told = (step: MovementStep['step'], state: State, at: Date | null = null): MovementStep => ({
    ...{ step, state },
    ...(at && { at: at.toISOString() }),
  });
  const asked = told('ASKED', 'done', created_at);
  // Money leaves the main wallet with the asking; when a game let it go is not kept.
  const left = told('LEFT', 'done', isFromMain ? created_at : null);
  if (status === 'SUCCESS') return [asked, left, told('ARRIVED', 'done', finished_at)];
  if (status === 'FAILED')
    return isFromMain
      ? [asked, left, told('BACK', 'done', finished_at)]
      : [asked, told('REFUSED', 'done', finished_at)];
  const hasLeft = isFromMain || has_come;
  return [asked, hasLeft ? left : told('LEFT', 'now'), told('ARRIVED', hasLeft ? 'now' : 'next')];
}
