import type { Transaction } from '../platform/database.ts';
import { CannotDo, type Operator } from './act.ts';
import { allOperators } from './operators.queries.ts';
import { mayMove, type Permission, permissionsForTwo, reachOf } from './roles.ts';

/** Over every limit: only roles that move any amount may agree to it. */
const ANY_AMOUNT = { amount: 10n ** 18n, currency: 'LAK' } as const;

/**
 * Changes who the operators are, and refuses where that would leave fewer than two for something that two could do
 * before: one who may agree, and another who may ask. One such change at a time: of two that together leave too few, the
 * second sees the first.
 */
export async function keepingTwo<Changed>(tx: Transaction, change: () => Promise<Changed>): Promise<Changed> {
  await tx.query('lock table operators in share row exclusive mode');
  const before = doneByTwo(await allOperators(tx));
  const changed = await change();
  const after = doneByTwo(await allOperators(tx));
  const lost = before.filter((what) => !after.includes(what));
  if (lost.length > 0) throw new CannotDo(`Fewer than two would be left for ${lost.join(', ')}.`);
  return changed;
}

/** What two of these operators can do together, up to the limits of their roles and beyond every limit. */
function doneByTwo(operators: Operator[]): string[] {
  return permissionsForTwo().flatMap((permission) => {
    const checkers = operators.filter(({ roles }) => reachOf(roles, permission) === 'checks');
    const isPair = (agreeing: Operator[]) => agreeing.some((checker) => hasAsker(operators, checker, permission));
    const unlimited = checkers.filter(({ roles }) => mayMove(roles, permission, ANY_AMOUNT));
    return [...(isPair(checkers) ? [permission] : []), ...(isPair(unlimited) ? [`any amount of ${permission}`] : [])];
  });
}

const hasAsker = (operators: Operator[], { name }: Operator, permission: Permission) =>
  operators.some((other) => other.name !== name && reachOf(other.roles, permission) !== null);
