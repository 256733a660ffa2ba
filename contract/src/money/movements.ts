import type { STATEMENT_TYPES } from './limits.ts';

const SHORT = { deposit: 'DP', withdraw: 'WD', transfer: 'TF', bonus: 'BN', finish_bonus: 'BE' } as const;

type Named = { id: string; statementType: (typeof STATEMENT_TYPES)[number] };

/** What a member reads to support: WD-3F2B-8F0E. The eight figures are the first ones of the movement's id. */
export function movementReference({ id, statementType }: Named): string {
  const first = id.slice(0, 8).toUpperCase();
  return `${SHORT[statementType]}-${first.slice(0, 4)}-${first.slice(4)}`;
}
