import { Type } from 'typebox';
import { Amount, body, type CallSchema, Money, Movement, Text, Time, Uuid } from '../schemas.ts';

const WalletName = Text(40);

const TransferState = Type.Object({
  id: Uuid,
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING'), Type.Literal('FAILED')]),
  from: Type.String(),
  to: Type.String(),
  amount: Money,
  createdAt: Time,
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
