import { Type } from 'typebox';
import { Profile } from '../members/account.ts';
import { Bank } from '../members/lookups.ts';
import { type CallSchema, Money } from '../schemas.ts';
import { GameAccount } from './games.ts';
import { BackBy } from './transfers.ts';

const Wallet = Type.Object({
  profile: Profile,
  bankAccount: Type.Object({ bankAccountName: Type.String(), bankAccountNo: Type.String(), bank: Bank }),
  /** `frozen`: money that an operator is looking at, since its payment is disputed; absent where there is none. */
  wallet: Type.Object({
    amount: Money,
    inTransit: Money,
    backBy: BackBy,
    withdrawing: Money,
    frozen: Type.Optional(Money),
  }),
  invite: Type.Object({ amount: Money, success: Type.Number(), fail: Type.Number() }),
  slots: Type.Array(GameAccount),
});

export const walletCalls = {
  'GET /api/wallet': { summary: 'Profile, balances and game accounts', reply: Wallet },
  'GET /api/wallet/refresh/slot': { summary: 'Reads every game balance anew', reply: Wallet },
} satisfies Record<string, CallSchema>;
