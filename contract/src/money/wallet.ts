import { Type } from 'typebox';
import { Profile } from '../members/account.ts';
import { Bank } from '../members/lookups.ts';
import { type CallSchema, Money, Time } from '../schemas.ts';
import { askingRefusals, GameAccount } from './games.ts';
import { BackBy } from './transfers.ts';
import { OpenWithdrawal } from './withdrawals.ts';

/** A deposit of which `frozen` cannot be used until an operator has looked at it, as the statement tells it. */
const FrozenDeposit = Type.Object({ from: Type.String(), amount: Money, frozen: Money, creditedAt: Time });

const Wallet = Type.Object({
  profile: Profile,
  bankAccount: Type.Object({ bankAccountName: Type.String(), bankAccountNo: Type.String(), bank: Bank }),
  /** `frozen`: money that an operator is looking at, since its payment is disputed; absent where there is none. */
  wallet: Type.Object({
    amount: Money,
    inTransit: Money,
    backBy: BackBy,
    withdrawing: Money,
    /** The withdrawals that `withdrawing` is the sum of; absent where there is none. */
    withdrawals: Type.Optional(Type.Array(OpenWithdrawal)),
    frozen: Type.Optional(Money),
    /** What the member owes: in no total; absent where nothing is owed. */
    owed: Type.Optional(Money),
    /** What cannot be withdrawn until an operator has looked at money that rose again at a game; absent where nothing is. */
    withheld: Type.Optional(Money),
    frozenDeposits: Type.Optional(Type.Array(FrozenDeposit)),
  }),
  invite: Type.Object({ amount: Money, success: Type.Number(), fail: Type.Number() }),
  slots: Type.Array(GameAccount),
});

export const walletCalls = {
  'GET /api/wallet': { summary: 'Profile, balances and game accounts', reply: Wallet },
  'GET /api/wallet/refresh/slot': {
    summary: 'Reads every game balance anew',
    refuses: askingRefusals,
    reply: Wallet,
  },
} satisfies Record<string, CallSchema>;
