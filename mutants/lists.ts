import { conditions } from './list/conditions.ts';
import { contract } from './list/contract.ts';
import { deposits } from './list/deposits.ts';
import { games } from './list/games.ts';
import { ledger } from './list/ledger.ts';
import { members } from './list/members.ts';
import { operators } from './list/operators.ts';
import { payments } from './list/payments.ts';
import { platform } from './list/platform.ts';
import { reconciliation } from './list/reconciliation.ts';
import { rewards } from './list/rewards.ts';
import { statement } from './list/statement.ts';
import { support } from './list/support.ts';
import { transfers } from './list/transfers.ts';
import { web } from './list/web.ts';
import { withdrawals } from './list/withdrawals.ts';
import type { Mutant } from './mutant.ts';

/** By the part of the product whose code they change; a list can be asked for by its name, like a file. */
export const LISTS: Record<string, Mutant[]> = {
  ledger,
  statement,
  transfers,
  games,
  withdrawals,
  conditions,
  rewards,
  payments,
  deposits,
  members,
  operators,
  support,
  reconciliation,
  platform,
  contract,
  web,
};
