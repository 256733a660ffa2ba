import { Type } from 'typebox';
import { Amount, body, type CallSchema, Money, Movement, Text, Time, Uuid } from '../schemas.ts';

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

export const transferCalls = {
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
} satisfies Record<string, CallSchema>;
