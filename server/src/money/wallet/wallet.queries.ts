import type { Minor } from '@krapao/contract/money.ts';
import type pg from 'pg';
import { WITHHELD } from '../../allowances/allowances.ts';
import type { KnownAccount } from '../../ledger/game-balance.ts';
import { one, type Queryable } from '../../platform/database.ts';

/** In SQL, of a row of `members`: what other slices know. The values follow the member's id. */
export type WalletParts = {
  invite: string;
  accounts: { sql: string; values: unknown[] };
};

export type KnownWallet = {
  /** Of `members`, with the invite. */
  member: pg.QueryResultRow;
  balances: Map<string, Minor>;
  /** What cannot be withdrawn until an operator has decided whether it was lost before. */
  withheld: Minor;
  accounts: KnownAccount[];
};

type Row = pg.QueryResultRow & { balances: Record<string, string> | null; accounts: KnownAccount[]; withheld: Minor };

/** All that is known of a member's wallet, in one statement: what is read together belongs together. */
export async function readKnown(
  db: Queryable,
  memberId: string,
  { invite, accounts }: WalletParts,
): Promise<KnownWallet> {
  const {
    balances,
    accounts: known,
    withheld,
    ...member
  } = await one<Row>(
    db,
    `select members.*, ${invite} as invite, ${accounts.sql} as accounts, ${WITHHELD} as withheld,
        (select json_object_agg(name, balance::text) from ledger_accounts where member_id = members.id) as balances
      from members where id = $1`,
    [memberId, ...accounts.values],
  );
  const amounts = Object.entries(balances ?? {}).map(([name, amount]) => [name, BigInt(amount)] as const);
  return { member, balances: new Map(amounts), withheld, accounts: known };
}
