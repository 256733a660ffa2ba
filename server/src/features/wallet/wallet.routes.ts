import type { Calls } from '@krapao/contract/calls.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import type { ReplyOf } from '@krapao/contract/schemas.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { SignedIn } from '../../platform/sessions.ts';

type Profile = ReplyOf<Calls['GET /api/account/profile']>;

const INVITE_SUCCESS_PERCENT = 200;
const INVITE_FAIL_PERCENT = 5;

export function walletRoutes(
  platform: Platform,
  readProfile: (db: Queryable, memberId: string) => Promise<Profile>,
): void {
  const { db } = platform;
  const readWallet = async ({ memberId }: SignedIn) => {
    const [profile, balances] = await Promise.all([readProfile(db, memberId), balancesOf(db, memberId)]);
    const { bankAccountName, bankAccountNo, bank } = profile;
    return {
      profile,
      bankAccount: { bankAccountName, bankAccountNo, bank },
      wallet: {
        amount: moneyToWire(balances.get('main') ?? 0n),
        inTransit: moneyToWire(balances.get('in_transit') ?? 0n),
      },
      invite: { amount: 0, success: INVITE_SUCCESS_PERCENT, fail: INVITE_FAIL_PERCENT },
      slots: [],
    };
  };
  route(platform, 'GET /api/wallet', ({ member }) => readWallet(member));
  // There are no game accounts yet whose balances would have to be read at their providers.
  route(platform, 'GET /api/wallet/refresh/slot', ({ member }) => readWallet(member));
}
