import { Type } from 'typebox';
import { Profile } from './account.ts';
import { SLIP_MAX_MB } from './constants.ts';
import { Bank } from './lookups.ts';
import { Amount, body, type CallSchema, Done, Money, Nullable, Text, Time, Uuid } from './schemas.ts';

export const GAME_CATEGORIES = ['slot', 'sport', 'lotto'] as const;

const SlotCode = Type.Object({ slotCode: Text(40) });
const WalletName = Text(40);

const GameAccount = Type.Object({
  code: Type.String(),
  category: Type.Enum(GAME_CATEGORIES),
  name: Type.String(),
  logo: Type.String(),
  background: Type.String(),
  isActive: Type.Boolean(),
  amount: Money,
  ftWalletSlot: Type.Number(),
  web: Nullable(Type.String()),
  android: Nullable(Type.String()),
  ios: Nullable(Type.String()),
  staleSince: Type.Optional(Nullable(Time)),
});

const Wallet = Type.Object({
  profile: Profile,
  bankAccount: Type.Object({ bankAccountName: Type.String(), bankAccountNo: Type.String(), bank: Bank }),
  wallet: Type.Object({ amount: Money, inTransit: Money, withdrawing: Money }),
  invite: Type.Object({ amount: Money, success: Type.Number(), fail: Type.Number() }),
  slots: Type.Array(GameAccount),
});

const GameCredentials = Type.Object({
  username: Type.String(),
  password: Type.String(),
  /** Form-state fields of the one provider whose sign-in form needs them. */
  event: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const Movement = Type.Object({
  id: Uuid,
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING')]),
});

const TransferState = Type.Object({
  id: Uuid,
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING'), Type.Literal('FAILED')]),
  from: Type.String(),
  to: Type.String(),
  amount: Money,
  createdAt: Time,
});

export const walletCalls = {
  'GET /api/wallet': { summary: 'Profile, balances and game accounts', reply: Wallet },
  'GET /api/wallet/refresh/slot': { summary: 'Reads every game balance anew', reply: Wallet },
  'GET /api/wallet/activate/{slotCode}': {
    summary: 'Opens a game account',
    params: SlotCode,
    effect: true,
    reply: GameCredentials,
  },
  'GET /api/wallet/account/{slotCode}': {
    summary: 'Username and password of a game account',
    params: SlotCode,
    reply: GameCredentials,
  },
  'GET /api/wallet/resetpassword/{slotCode}': {
    summary: 'Gives a game account a new password',
    params: SlotCode,
    effect: true,
    reply: GameCredentials,
  },
  'POST /api/wallet/add': {
    summary: 'Announces a manual deposit to an operator; credits nothing',
    body: body({ amount: Amount }),
    effect: true,
    reply: Type.Object({ id: Uuid, status: Type.Literal('PROCESSING') }),
  },
  'POST /api/wallet/transfer': {
    summary: 'Moves money between the main wallet (`wallet`) and game accounts',
    body: body({ from: WalletName, to: WalletName, amount: Amount }),
    effect: true,
    reply: Movement,
  },
  'GET /api/wallet/transfer/{id}': {
    summary: 'State of a transfer',
    params: Type.Object({ id: Uuid }),
    reply: TransferState,
  },
  'POST /api/wallet/transferAll': {
    summary: 'Brings everything to one place',
    body: body({ to: WalletName }),
    effect: true,
    reply: Movement,
  },
  'POST /api/wallet/withdraw': {
    summary: 'Pays out of the main wallet to the registered account',
    body: body({ amount: Amount }),
    effect: true,
    reply: Movement,
  },
  'POST /api/wallet/withdrawAll': {
    summary: 'Brings home what is missing, then pays out',
    body: body({ amount: Amount }),
    effect: true,
    reply: Movement,
  },
  'POST /api/wallet/slip': {
    summary: 'Uploads a transfer slip',
    upload: { maxMb: SLIP_MAX_MB },
    effect: true,
    reply: Done,
  },
  'POST /api/wallet/truelink': {
    summary: 'Redeems a TrueMoney gift link; the body is encrypted with the client secret',
    body: body({ link: Text(2_000) }),
    effect: true,
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
