import { Type } from 'typebox';
import { body, type CallSchema, CurrencyCode, Nullable, OwnToken, Text, Time } from '../schemas.ts';
import { NAME_MAX_LENGTH, OTP_LENGTH, OWN_EVENTS, PASSWORD_MAX_LENGTH } from './limits.ts';
import { Bank } from './lookups.ts';

/** Allows more than any valid name, so that the rule refuses a long name with its own code, not the schema. */
const Name = Text(NAME_MAX_LENGTH * 2);
const Password = Text(PASSWORD_MAX_LENGTH * 2);
const Phone = Text(40);
const Code = Text(40);
const AccountNo = Text(40);
/** Absent or empty where the edition has only one currency. */
const CurrencyChoice = Type.Union([CurrencyCode, Type.Literal('')]);

const Registration = body({
  name: Name,
  username: Phone,
  password: Password,
  sourceCode: Type.Optional(Code),
  inviteCode: Type.Optional(Code),
  bankCode: Code,
  bankAccountName: Name,
  bankAccountNo: AccountNo,
  currency: Type.Optional(CurrencyChoice),
  /** The `proof` of `POST /api/otp/verify`, where registering asks for an OTP. */
  otpProof: Type.Optional(OwnToken),
});

/** The profile step has no bank yet. */
const RegistrationSoFar = body({
  ...Registration.properties,
  bankCode: Type.Optional(Code),
  bankAccountName: Type.Optional(Name),
  bankAccountNo: Type.Optional(AccountNo),
});

export const Profile = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  username: Type.String(),
  createdAt: Time,
  coin: Type.Integer(),
  currency: CurrencyCode,
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  bank: Bank,
});

const OwnEventEntry = Type.Object({
  id: Type.String(),
  what: Type.Enum(OWN_EVENTS),
  at: Time,
  device: Nullable(Type.String({ description: 'The browser and its system, as far as they are known' })),
  place: Nullable(Type.String({ description: 'The address, shortened' })),
  isByService: Type.Boolean({ description: 'The service did it, not the member' }),
  isNewDevice: Type.Boolean({ description: 'A sign-in from a browser that had not signed in before' }),
});

export const accountCalls = {
  'POST /api/account/validate': {
    summary: 'Checks a registration so far and changes nothing',
    public: true,
    body: RegistrationSoFar,
    reply: Type.Object({ valid: Type.Literal(true) }),
  },
  'POST /api/account': {
    summary: 'Registers a member',
    public: true,
    body: Registration,
    reply: Type.Object({ _id: Type.String(), username: Type.String() }),
  },
  'GET /api/account/profile': { summary: 'The signed-in member', reply: Profile },
  'PUT /api/account/profile': {
    summary: 'Changes the name, and the bank before the first deposit or withdrawal',
    body: body({ name: Name, bankCode: Code, bankAccountName: Name, bankAccountNo: AccountNo }),
    reply: Profile,
  },
  'PUT /api/account/bankAccountName': {
    summary: 'Rewrites the account name in English where the bank asks for it',
    body: body({ bankCode: Code, bankAccountName: Name }),
    reply: Profile,
  },
  'PUT /api/account/changepwd': {
    summary: 'Changes the password, ends every sign-in and answers with a new one',
    body: body({ oldPassword: Password, newPassword: Password }),
    reply: Type.Object({ token: Type.String() }),
  },
  'POST /api/account/reset/otp': {
    summary: 'Sends a member a code for choosing a new password; answers the same for a phone of nobody',
    public: true,
    body: body({ phoneNumber: Phone }),
    reply: Type.Object({ otpToken: Type.String() }),
  },
  'POST /api/account/reset': {
    summary: 'Sets a new password by the code that the phone was sent, and ends every sign-in',
    public: true,
    body: body({ otpToken: Text(100), otpCode: Text(OTP_LENGTH * 2), password: Password }),
    reply: Type.Object({}),
  },
  'POST /api/login': {
    summary: 'Signs in',
    public: true,
    body: body({
      username: Type.String({ minLength: 1, maxLength: 40 }),
      password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH * 2 }),
      remember: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ token: Type.String() }),
  },
  'GET /api/account/security': {
    summary: 'How many sign-ins the member has, and what happened to the account, newest first',
    reply: Type.Object({ signIns: Type.Integer(), events: Type.Array(OwnEventEntry) }),
  },
  'POST /api/account/security/signOutElsewhere': {
    summary: 'Ends every sign-in of the member but this one, and says how many',
    reply: Type.Object({ ended: Type.Integer() }),
  },
  'POST /api/logout': { summary: 'Ends this sign-in', reply: Type.Object({}) },
} satisfies Record<string, CallSchema>;
