import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { type CallSchema, Money, Nullable, Text, Time } from '../schemas.ts';

export const GAME_CATEGORIES = ['slot', 'sport', 'lotto'] as const;

export const GAME_NOTES = ['UPDATING', 'LOOKED_AT'] as const;

export const GameAccount = Type.Object({
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
  asOf: Type.Optional({
    ...Time,
    description: 'When the provider told the amount; absent where nothing can have changed it since',
  }),
  staleSince: Type.Optional(Nullable(Time)),
  playedAt: Type.Optional({
    ...Time,
    description: 'When the member last entered the game, or the game last told a result, whichever is later',
  }),
  note: Type.Optional(
    Type.Enum(GAME_NOTES, {
      description:
        'UPDATING: the provider tells another amount, read again by itself. LOOKED_AT: an operator looks at it',
    }),
  ),
});

const SlotCode = Type.Object({ slotCode: Text(40) });

const GameCredentials = Type.Object({
  username: Type.String(),
  password: Type.String(),
  /** Form-state fields of the one provider whose sign-in form needs them. */
  event: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** Of every call that asks games something for the member. */
export const askingRefusals = {
  REQUEST_LIMIT_1MIN: 'The member’s calls have asked a game as often as they may within a minute; nothing was done',
} satisfies Refusals;

export const gameRefusals = {
  NO_GAME: 'The service has no game with this code',
  SLOT_NO_ACCOUNT: 'The member has no such account at the game',
  ...askingRefusals,
} satisfies Refusals;

export const gameCalls = {
  'GET /api/wallet/activate/{slotCode}': {
    summary: 'Opens a game account',
    params: SlotCode,
    effect: true,
    refuses: {
      NO_GAME: gameRefusals.NO_GAME,
      ...askingRefusals,
      GAME_CLOSED: 'An operator has closed the game',
      SLOT_ALREADY_ACTIVE: 'The member has an account at the game',
      GAME_ACTIVATION_FAIL: 'The game refused to open an account',
      SLOT_ACTIVATE_FAIL: 'The game did not answer; it is asked for the same account when called again',
    },
    reply: GameCredentials,
  },
  'GET /api/wallet/account/{slotCode}': {
    summary: 'Username and password of a game account',
    params: SlotCode,
    refuses: gameRefusals,
    reply: GameCredentials,
  },
  'GET /api/wallet/resetpassword/{slotCode}': {
    summary: 'Gives a game account a new password',
    params: SlotCode,
    effect: true,
    refuses: {
      ...gameRefusals,
      REQUEST_LIMIT: 'Too many new passwords of this account within the hour',
      SLOT_RESET_PASSWORD_FAIL: 'The game refused the new password, or did not answer',
    },
    reply: GameCredentials,
  },
} satisfies Record<string, CallSchema>;
