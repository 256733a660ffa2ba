import { type Static, Type } from 'typebox';
import { SLIP_REASONS } from '../errors.ts';
import { body, type CallSchema, Money, Nullable, Page, Text, Time, Uuid } from '../schemas.ts';
import { MOVEMENT_STEPS, STATEMENT_STATUSES, STATEMENT_TYPES } from './limits.ts';
import { BackBy } from './transfers.ts';
import { withdrawalStep } from './withdrawals.ts';

const LinkedItem = Type.Optional(Type.Object({ description: Type.String() }));

const StatementEntry = Type.Object({
  id: Uuid,
  statementType: Type.Enum(STATEMENT_TYPES),
  status: Type.Enum(STATEMENT_STATUSES),
  from: Type.String(),
  to: Type.String(),
  /** Negative where a condition's end took credit back. */
  amount: Money,
  createdAt: Time,
  /** Of the main wallet, right after the entry's money moved; null if none has moved, or where it was not noted. */
  balanceAfter: Nullable(Money),
  backBy: BackBy,
  /** Of a withdrawal to the bank. */
  ...Type.Partial(Type.Object(withdrawalStep)).properties,
  bonus: LinkedItem,
  promotion: LinkedItem,
  invite: LinkedItem,
  refund: LinkedItem,
  luckydraw: LinkedItem,
});

const MovementStep = Type.Object({
  step: Type.Enum(MOVEMENT_STEPS),
  /** It has happened, goes on, or is still to come. */
  state: Type.Enum(['done', 'now', 'next']),
  /** When it happened; left out where that is not kept. */
  at: Type.Optional(Time),
  usualSeconds: Type.Optional(
    Type.Integer({
      description:
        'The median time, in seconds, from the first step to this one, of like movements of the last seven days',
    }),
  ),
});
export type MovementStep = Static<typeof MovementStep>;

/** A movement with all that is known of it. */
export const ToldMovement = Type.Object({
  movement: StatementEntry,
  steps: Type.Array(MovementStep),
  /** What the member reads to support. */
  reference: Type.String(),
});

const UsualSeconds = Type.Optional(Type.Integer());
const UsualWithdrawal = Type.Object({ sent: UsualSeconds, paid: UsualSeconds });

/** What was won or, below nought, lost at a game on a day in Bangkok, as far as it was read. */
const DayResult = Type.Object({ day: Type.String({ format: 'date' }), game: Type.String(), amount: Money });

/** What came to the member from outside on a day in Bangkok and what left, of the kind of entries that was asked for. */
const DaySums = Type.Object({ day: Type.String({ format: 'date' }), in: Money, out: Money });

const Slip = Type.Object({
  createdAt: Time,
  /** Null until the slip has been read. */
  amount: Nullable(Money),
  status: Type.Enum(STATEMENT_STATUSES),
  note: Nullable(Type.Enum(SLIP_REASONS)),
  link: Type.String({ description: 'Address of the image, for a while' }),
  reference: Type.String(),
});

export const statementCalls = {
  'POST /api/statement': {
    summary: 'Movements of this member’s money',
    body: body({
      ...Page.properties,
      statementType: Type.Optional(Type.Enum(STATEMENT_TYPES)),
      /** Entries at `from` are included, entries at `before` are not. */
      from: Type.Optional(Time),
      before: Type.Optional(Time),
      /** Also asks for what was won and lost. */
      results: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({
      total: Type.Integer(),
      statements: Type.Array(StatementEntry),
      /** Each day of these entries, whole, also where the page shows a part of it. */
      days: Type.Array(DaySums),
      results: Type.Optional(Type.Array(DayResult)),
    }),
  },
  'GET /api/statement/movement/{id}': {
    summary: 'One movement of this member’s money, with its steps',
    params: Type.Object({ id: Uuid }),
    refuses: {
      NO_DATA: 'The member has no such movement',
    },
    reply: Type.Object({
      ...ToldMovement.properties,
      /** Of a withdrawal: the bank account that it goes to. */
      account: Type.Optional(Type.Object({ bank: Type.String(), number: Type.String(), name: Type.String() })),
    }),
  },
  'GET /api/statement/usual': {
    summary: 'How many seconds movements of the last seven days usually took; left out where too few have ended',
    reply: Type.Object({
      withdrawal: UsualWithdrawal,
      /** Of withdrawals that staff had to check. `decided`: until they had. */
      reviewed: Type.Object({ ...UsualWithdrawal.properties, decided: UsualSeconds }),
      /** From the upload of a slip, or the making of a QR code, until the money was credited. */
      deposit: Type.Object({ slip: UsualSeconds, qrcode: UsualSeconds }),
    }),
  },
  'POST /api/statement/slip': {
    summary: 'Slips this member uploaded',
    body: Page,
    reply: Type.Object({ total: Type.Integer(), slips: Type.Array(Slip) }),
  },
  'GET /api/statement/slip/reference/{reference}': {
    summary: 'A fresh address of a slip’s image',
    params: Type.Object({ reference: Text(100) }),
    refuses: {
      NO_DATA: 'The member has no such slip',
    },
    reply: Type.Object({ url: Type.String() }),
  },
} satisfies Record<string, CallSchema>;
