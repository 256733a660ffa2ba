import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { body, type CallSchema, CurrencyCode, InLanguage, Nullable, OwnToken, Text, Time } from '../schemas.ts';
import { NAME_MAX_LENGTH, OTP_LENGTH, OWN_EVENTS, PASSWORD_MAX_LENGTH } from './limits.ts';
import { Bank } from './lookups.ts';
import { codeLimits, codeRefusals } from './otp.ts';

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

const bankRefusals = {
  INVALID_BANK: 'No bank of this edition has the code',
  BANK_ACCOUNT_NAME_ENG: 'The bank takes account names in English letters only',
  EXISTING_BANK: 'Another member has the bank account',
} satisfies Refusals;

const registrationRefusals = {
  ...bankRefusals,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'The phone is none of this edition',
  INVALID_USER_INFO: 'A field breaks its rule; `fields` says which',
  NO_USER: 'The invite code is nobody’s',
  EXISTING_USER: 'A member has the phone',
  UNVERIFIED_OTP: 'Registering asks for an OTP, and `otpProof` does not prove the phone',
} satisfies Refusals;

export const accountCalls = {
  'POST /api/account/validate': {
    summary: 'Checks a registration so far and changes nothing',
    public: true,
    body: RegistrationSoFar,
    refuses: {
      ...registrationRefusals,
      REQUEST_LIMIT: 'Too many checks from this address within the hour',
    },
    reply: Type.Object({ valid: Type.Literal(true) }),
  },
  'POST /api/account': {
    summary: 'Registers a member',
    public: true,
    device: true,
    body: Registration,
    refuses: {
      ...registrationRefusals,
      REQUEST_LIMIT: 'Too many registrations within the hour, from this address or in all',
      REGISTER_FAIL: 'The registration failed on our side',
    },
    reply: Type.Object({ _id: Type.String(), username: Type.String() }),
  },
  'GET /api/account/profile': { summary: 'The signed-in member', reply: Profile },
  'PUT /api/account/profile': {
    summary: 'Changes the name, and the bank before the first deposit or withdrawal',
    body: body({ name: Name, bankCode: Code, bankAccountName: Name, bankAccountNo: AccountNo }),
    refuses: {
      ...bankRefusals,
      INVALID_USER_INFO: 'A field breaks its rule, or the bank can no longer be changed; `fields` names it',
      REQUEST_LIMIT: 'Too many other banks from this address within the hour, or of this member within the day',
    },
    reply: Profile,
  },
  'PUT /api/account/bankAccountName': {
    summary: 'Rewrites the account name in English where the bank asks for it',
    body: body({ bankCode: Code, bankAccountName: Name }),
    refuses: {
      INVALID_BANK: 'The bank is not the registered one',
      BANK_ACCOUNT_NAME_ENG: bankRefusals.BANK_ACCOUNT_NAME_ENG,
      INVALID_USER_INFO: 'The name breaks its rule, or this account needs no other name',
    },
    reply: Profile,
  },
  'PUT /api/account/changepwd': {
    summary: 'Changes the password, ends every sign-in and answers with a new one',
    body: body({ oldPassword: Password, newPassword: Password }),
    refuses: {
      INVALID_USER_INFO: 'The new password breaks its rule; `fields` says which',
      WRONG_PASSWORD: 'The old password is wrong',
      REQUEST_LIMIT: 'Too many wrong passwords lately, or too many changes within the hour',
    },
    reply: Type.Object({ token: Type.String() }),
  },
  'POST /api/account/reset/otp': {
    summary: 'Sends a member a code for choosing a new password; answers the same for a phone of nobody',
    public: true,
    query: InLanguage,
    body: body({ phoneNumber: Phone }),
    refuses: {
      ...codeLimits,
      REQUEST_LIMIT: 'Too many codes within the hour, or for this phone within the day',
    },
    reply: Type.Object({ otpToken: Type.String() }),
  },
  'POST /api/account/reset': {
    summary: 'Sets a new password by the code that the phone was sent, and ends every sign-in',
    public: true,
    body: body({ otpToken: Text(100), otpCode: Text(OTP_LENGTH * 2), password: Password }),
    refuses: {
      ...codeRefusals,
      INVALID_USER_INFO: 'The password breaks its rule; `fields` says which. The code is not used up',
      REQUEST_LIMIT: 'Too many passwords are being set at this moment',
    },
    reply: Type.Object({}),
  },
  'POST /api/login': {
    summary: 'Signs in',
    public: true,
    device: true,
    body: body({
      username: Type.String({ minLength: 1, maxLength: 40 }),
      password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH * 2 }),
      remember: Type.Optional(Type.Boolean()),
    }),
    refuses: {
      WRONG_CREDENTIAL: 'No member has this phone and password',
      INACTIVE_USER: 'The member is blocked',
      REQUEST_LIMIT: 'Too many wrong passwords lately, for this phone or from this address',
      LOGIN_FAIL: 'The sign-in failed on our side',
    },
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
