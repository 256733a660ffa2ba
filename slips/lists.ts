import { callers } from './list/callers.ts';
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
import { secondReaderContract } from './list/second-reader-contract.ts';
import { secondReaderDeposits } from './list/second-reader-deposits.ts';
import { secondReaderMoney } from './list/second-reader-money.ts';
import { secondReaderPeople } from './list/second-reader-people.ts';
import { secondReaderRewards } from './list/second-reader-rewards.ts';
import { secondReaderWeb } from './list/second-reader-web.ts';
import { support } from './list/support.ts';
import type { Slip } from './slip.ts';

/** By the name of the list, which can be asked for like a file. */
export const LISTS: Record<string, Slip[]> = {
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
  'second-reader-contract': secondReaderContract,
  'second-reader-web': secondReaderWeb,
  'second-reader-money': secondReaderMoney,
  'second-reader-deposits': secondReaderDeposits,
  'second-reader-rewards': secondReaderRewards,
  'second-reader-people': secondReaderPeople,
};
