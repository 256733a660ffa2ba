import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import { movementReference } from '@krapao/contract/money/movements.ts';
import type { MovementStep } from '@krapao/contract/money/statement.ts';
import type { Queryable } from '../../platform/database.ts';
import { findEntry, type StatementRow } from './statement.queries.ts';
import type { ShowEntries, ShownEntry } from './statement.routes.ts';

type Account = { bank: string; number: string; name: string };

export type FindMovementDeps = {
  db: Queryable;
  showEntries: ShowEntries;
  courseOfWithdrawal: (memberId: string, id: string) => Promise<{ steps: MovementStep[]; account: Account } | null>;
  courseOfTransfer: (memberId: string, id: string, status: StatementRow['status']) => Promise<MovementStep[] | null>;
  /** The payment that a deposit tells of; null where it is not known. */
  paymentOf: (memberId: string, id: string) => Promise<{ paid_at: Date; credited_at: Date | null } | null>;
};

type FoundMovement = {
  row: StatementRow;
  movement: ShownEntry;
  steps: MovementStep[];
  reference: string;
  account?: Account;
};

/** One movement of the member, with its steps; null if the member has none of that id. */
export type FindMovement = (memberId: string, id: string) => Promise<FoundMovement | null>;

export function findMovement(deps: FindMovementDeps): FindMovement {
  return async (memberId, id) => {
    const row = await findEntry(deps.db, memberId, id);
    if (!row) return null;
    const [movement] = await deps.showEntries(memberId, [row]);
    if (!movement) return null;
    return { row, movement, reference: movementReference(movement), ...(await stepsOf(deps, memberId, row)) };
  };
}

async function stepsOf(
  { courseOfWithdrawal, courseOfTransfer, paymentOf }: FindMovementDeps,
  memberId: string,
  row: StatementRow,
): Promise<Pick<FoundMovement, 'steps' | 'account'>> {
  const { id, statement_type, status } = row;
  if (statement_type === 'withdraw') return (await courseOfWithdrawal(memberId, id)) ?? { steps: oneStep(row) };
  if (statement_type === 'transfer') return { steps: (await courseOfTransfer(memberId, id, status)) ?? oneStep(row) };
  const isPaidIn = statement_type === 'deposit' && row.from_place !== SERVICE && row.to_place === MAIN_WALLET;
  return { steps: isPaidIn ? depositSteps(row, await paymentOf(memberId, id)) : oneStep(row) };
}

function oneStep({ status, created_at }: StatementRow): MovementStep[] {
  return [{ step: 'DONE', state: status === 'PROCESSING' ? 'now' : 'done', at: created_at.toISOString() }];
}

/** A deposit stands in the statement once it is credited, unless the member has announced it. */
function depositSteps(
  { status, from_place, created_at }: StatementRow,
  payment: { paid_at: Date; credited_at: Date | null } | null,
): MovementStep[] {
  const written = created_at.toISOString();
  const isAnnounced = from_place === 'MANUAL';
  const asked: MovementStep[] = isAnnounced ? [{ step: 'ASKED', state: 'done', at: written }] : [];
  if (status === 'PROCESSING') return [...asked, { step: 'CREDITED', state: 'now' }];
  if (status === 'FAILED') return [...asked, { step: 'REFUSED', state: 'done' }];
  const credited = isAnnounced ? payment?.credited_at?.toISOString() : written;
  const paid = payment?.paid_at.toISOString();
  return [
    ...asked,
    // By the payer's bank, whose clock is its own: a time after the crediting is none.
    { step: 'PAID_IN', state: 'done', ...(paid && credited && paid <= credited && { at: paid }) },
    { step: 'CREDITED', state: 'done', ...(credited && { at: credited }) },
  ];
}
