import type { DepositBank } from '../deposits.queries.ts';

type Account = Pick<DepositBank, 'bankCode' | 'mode'>;

/** The member's own bank, then what is credited by itself, then accounts for what the others do not take. */
export function ownBankFirst<One extends Account>(accounts: readonly One[], ownBank: string): One[] {
  const rank = ({ bankCode, mode }: Account) => (mode === 'SMS' ? 2 : bankCode === ownBank ? 0 : 1);
  return accounts.toSorted((one, other) => rank(one) - rank(other));
}
