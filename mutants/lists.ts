import { callers } from './list/callers.ts';
import { contract } from './list/contract.ts';
import { deposits } from './list/deposits.ts';
import { doubtedGames } from './list/doubted-games.ts';
import { doubtedPayments } from './list/doubted-payments.ts';
import { ledger } from './list/ledger.ts';
import { load } from './list/load.ts';
import { members } from './list/members.ts';
import { money } from './list/money.ts';
import { operators } from './list/operators.ts';
import { platform } from './list/platform.ts';
import { reconciliation } from './list/reconciliation.ts';
import { rewards } from './list/rewards.ts';
import { support } from './list/support.ts';
import { web } from './list/web.ts';
import type { Mutant } from './mutant.ts';

/** By the name of the list, which can be asked for like a file. */
export const LISTS: Record<string, Mutant[]> = {
  ledger,
  reconciliation,
  money,
  deposits,
  rewards,
  'doubted-games': doubtedGames,
  'doubted-payments': doubtedPayments,
  support,
  members,
  operators,
  platform,
  callers,
  load,
  contract,
  web,
};
