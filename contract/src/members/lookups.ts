import { Type } from 'typebox';
import { type CallSchema, CurrencyCode, InLanguage, Money, Nullable, Time } from '../schemas.ts';

const Texts = Type.Array(Type.String());
const Enabled = Type.Object({ enabled: Type.Boolean() });

const BankNames = Type.Object({ nameTH: Type.String(), nameLA: Type.String(), nameEN: Type.String() });
export const Bank = Type.Object({ code: Type.String(), ...BankNames.properties });

const DepositBank = Type.Object({
  bank: BankNames,
  bankCode: Type.String(),
  bankType: Type.String(),
  mode: Type.Union([Type.Literal('AUTO'), Type.Literal('SMS')]),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  currency: CurrencyCode,
  /** Null where there is no QR code to pay by. */
  qrcode: Nullable(Type.Object({ minimum: Money, lifeMinutes: Type.Number() })),
});

const DepositWallet = Type.Object({
  walletAccountName: Type.String(),
  /** The number to send to; null where money comes by gift links. */
  walletAccountNo: Nullable(Type.String()),
  mode: Type.Union([Type.Literal('AUTO'), Type.Literal('GIFT')]),
});

export const lookupCalls = {
  'GET /api/lookup/banks': { summary: 'Banks a member can register', public: true, reply: Type.Array(Bank) },
  'GET /api/lookup/deposit': {
    summary: 'Where this member can deposit',
    reply: Type.Object({
      banks: Type.Array(DepositBank),
      wallets: Type.Array(DepositWallet),
      isManual: Type.Boolean(),
    }),
  },
  'GET /api/lookup/conditions': { summary: 'Conditions of use', public: true, query: InLanguage, reply: Texts },
  'GET /api/lookup/agreements': { summary: 'What a member agrees to', public: true, query: InLanguage, reply: Texts },
  'GET /api/lookup/info': {
    summary: 'Name and address of the service, for the page and its share card',
    public: true,
    reply: Type.Object({ name: Type.String(), website: Type.String() }),
  },
  'GET /api/lookup/notice': {
    summary: 'A notice for the home screen, if there is one',
    public: true,
    query: InLanguage,
    reply: Type.Object({ html: Type.Optional(Type.String()) }),
  },
  'GET /api/lookup/contact': {
    summary: 'How to reach support',
    public: true,
    query: InLanguage,
    reply: Type.Object({
      contactText: Type.String(),
      lineLink: Type.String(),
      lineName: Type.String(),
      lineQR: Type.String({ description: 'SVG markup of a QR code' }),
    }),
  },
  'GET /api/lookup/withdraw': {
    summary: 'Bounds of a withdrawal, inclusive',
    public: true,
    reply: Type.Object({ withdrawMin: Money, withdrawMax: Money }),
  },
  'GET /api/lookup/slip': {
    summary: 'Whether slips are taken now',
    public: true,
    reply: Type.Object({ open: Type.Boolean(), closesAt: Time, opensAt: Time }),
  },
  'GET /api/lookup/sources': {
    summary: 'Where members heard of the service',
    public: true,
    query: InLanguage,
    reply: Type.Array(Type.Object({ code: Type.String(), description: Type.String() })),
  },
  'GET /api/lookup/active': {
    summary: 'Whether the service is still there, which is answered even when it is gone, and whether money moves',
    public: true,
    reply: Type.Object({
      terminated: Nullable(Type.Literal('gone')),
      /** No money moves, and no game is read, until the service has compared its books; absent otherwise. */
      standsStill: Type.Optional(Type.Literal(true)),
    }),
  },
  'GET /api/lookup/registerOTP': { summary: 'Whether registering asks for an OTP', public: true, reply: Enabled },
  'GET /api/lookup/enableChatWidget': { summary: 'Whether the chat widget is shown', public: true, reply: Enabled },
} satisfies Record<string, CallSchema>;
