import { SERVICE, type STATEMENT_TYPES, type WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import type { MovementStep } from '@krapao/contract/money/statement.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Movement } from './asked-movements.ts';

/** The movement that a member attached to a message, and which sentences of the script are about it. */
export type Attached = { kind: 'deposit' | 'withdraw' | 'transfer' | 'reward' | 'correction'; movement: Movement };
export type AttachedMovement = (memberId: string, id: string) => Promise<Attached | null>;

type Type = (typeof STATEMENT_TYPES)[number];
type Entry = {
  id: string;
  statementType: Type;
  status: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  from: string;
  to: string;
  amount: number;
  createdAt: string;
  balanceAfter: number | null;
  step?: (typeof WITHDRAWAL_STEPS)[number];
};
type Found = {
  row: { amount: Minor; created_at: Date };
  movement: Entry;
  steps: MovementStep[];
  reference: string;
};

export type AttachedDeps = {
  currencyOf: (memberId: string) => Promise<Currency>;
  findMovement: (memberId: string, id: string) => Promise<Found | null>;
};

export function attachedMovement({ currencyOf, findMovement }: AttachedDeps): AttachedMovement {
  return async (memberId, id) => {
    const found = await findMovement(memberId, id);
    if (!found) return null;
    const { row, movement } = found;
    const state = movement.step ?? movement.status;
    const amount = row.amount < 0n ? (-row.amount as Minor) : row.amount;
    return {
      kind: kindOf(movement),
      movement: { state, amount, currency: await currencyOf(memberId), at: row.created_at },
    };
  };
}

function kindOf({ statementType, from, to, step }: Entry): Attached['kind'] {
  if (from === SERVICE || to === SERVICE || (statementType === 'withdraw' && !step)) return 'correction';
  return statementType === 'bonus' || statementType === 'finish_bonus' ? 'reward' : statementType;
}
