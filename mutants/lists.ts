import { conditions } from './list/conditions.ts';
import { contract } from './list/contract.ts';
import { deposits } from './list/deposits.ts';
import { falls } from './list/falls.ts';
import { fence } from './list/fence.ts';
import { fetches } from './list/fetches.ts';
import { gamePasswords } from './list/game-passwords.ts';
import { games } from './list/games.ts';
import { ledger } from './list/ledger.ts';
import { members } from './list/members.ts';
import { operators } from './list/operators.ts';
import { paymentRules } from './list/payment-rules.ts';
import { payments } from './list/payments.ts';
import { platform } from './list/platform.ts';
import { questions } from './list/questions.ts';
import { reconciliation } from './list/reconciliation.ts';
import { rewards } from './list/rewards.ts';
import { statement } from './list/statement.ts';
import { support } from './list/support.ts';
import { transfers } from './list/transfers.ts';
import { web } from './list/web.ts';
import { withdrawals } from './list/withdrawals.ts';
import type { Mutant } from './mutant.ts';

/** Each list holds the mutants of one part of the product. `npm run mutants -- <name>` runs one list. */
export const LISTS: Record<string, Mutant[]> = {
  ledger,
  fence,
  statement,
  transfers,
  games,
  falls,
  fetches,
  withdrawals,
  conditions,
  rewards,
  payments,
  'payment-rules': paymentRules,
  deposits,
  members,
  operators,
  support,
  questions,
  'game-passwords': gamePasswords,
  reconciliation,
  platform,
  contract,
  web,
};
