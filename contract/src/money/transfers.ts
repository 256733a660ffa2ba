import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { Amount, body, type CallSchema, Money, Movement, Text, Time, Uuid } from '../schemas.ts';
import { gameRefusals } from './games.ts';
import { TRANSFER_MINIMUM } from './limits.ts';

/** Of money on its way. Left out until the provider was asked about it. */
export const BackBy = Type.Optional(
  Type.Union([Time, Type.Null()], {
    description:
      'When the money is back at the latest, unless it arrives; null while the provider does not say what became of it',
  }),
);

const WalletName = Text(40);

const TransferState = Type.Object({
  id: Uuid,
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING'), Type.Literal('FAILED')]),
  from: Type.String(),
  to: Type.String(),
  amount: Money,
  createdAt: Time,
  backBy: BackBy,
});

const transferRefusals = {
  ...gameRefusals,
  REQUEST_LIMIT_1MIN:
    'The member’s calls have asked a game, or begun transfers, as often as they may within a minute; nothing was done',
  GAME_CLOSED: 'An operator has closed the game that the money would go to',
  MONEY_NOT_ENOUGH: 'There is less to move; what is staked in open bets cannot be',
  MONEY_OWED: 'What the member owes has to stay in the main wallet',
  BONUS_CONDITION: 'The member has cancelled a condition, and its money is on its way home',
  TRANSFER_FAIL: 'A game refused; what it did not take is back',
} satisfies Refusals;

export const transferCalls = {
  'POST /api/wallet/transfer': {
    summary: 'Moves money between the main wallet (`wallet`) and game accounts',
    body: body({ from: WalletName, to: WalletName, amount: Amount }),
    effect: true,
    refuses: {
      ...transferRefusals,
      TRANSFER_MINIMUM: `The amount is below ${TRANSFER_MINIMUM}`,
    },
    reply: Movement,
  },
  'GET /api/wallet/transfer/{id}': {
    summary: 'State of a transfer',
    params: Type.Object({ id: Uuid }),
    refuses: {
      NO_DATA: 'The member has no such transfer',
    },
    reply: TransferState,
  },
  'POST /api/wallet/transferAll': {
    summary: 'Brings everything to one place',
    body: body({ to: WalletName }),
    effect: true,
    refuses: transferRefusals,
    reply: Movement,
  },
} satisfies Record<string, CallSchema>;
