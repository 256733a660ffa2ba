import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { QR_LIFE_SECONDS, TRUE_WALLET_MINIMUM } from './deposits/limits.ts';
import { UPLOAD_TIMEOUT_MS } from './limits.ts';
import { OTP_LENGTH, OTP_LIFE_SECONDS, OTP_RESEND_SECONDS, PHONE_LENGTH } from './members/limits.ts';
import { PAYOUT_UNIT, TRANSFER_MINIMUM } from './money/limits.ts';
import { type CallSchema, OwnToken, Uuid } from './schemas.ts';
import { ChatText, EntryId } from './support/chat.ts';

type Json = Record<string, unknown>;

const patternOf = (schema: object) => String((schema as Json).pattern);
const PATTERNS = new Map([
  [patternOf(Uuid), 'id'],
  [patternOf(EntryId), 'id of version 4'],
  [patternOf(OwnToken), 'token'],
  [patternOf(ChatText), 'words'],
]);

const range = (least: unknown, most: unknown) => `${least ?? ''}–${most ?? ''}`;

/** A schema in words: `text –40` has up to 40 characters, `name?` may be left out. */
function inWords(schema: Json): string {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(inWords).join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.join('|');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.format !== undefined) return String(schema.format);
  switch (schema.type) {
    case 'object':
      return `{ ${fieldsOf(schema).join(', ')} }`;
    case 'array':
      return `${range(schema.minItems, schema.maxItems)} of ${inWords(schema.items as Json)}`;
    case 'string':
      return `${PATTERNS.get(patternOf(schema)) ?? schema.pattern ?? 'text'} ${range(schema.minLength, schema.maxLength)}`;
    case 'integer':
    case 'number':
      return `${schema.type} ${range(schema.minimum, schema.maximum)}`;
    default:
      return String(schema.type);
  }
}

function fieldsOf({ properties, required }: Json): string[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) => `${name}${needed.includes(name) ? '' : '?'}: ${inWords(schema)}`,
  );
}

function takenBy({ params, query, body, upload, effect }: CallSchema): string[] {
  return [
    ...(effect ? ['a key'] : []),
    ...(upload ? [`a file of ${upload.maxMb} MB`] : []),
    ...[params, query, body].flatMap((schema) => {
      const known = schema as Json | undefined;
      return known === undefined ? [] : known.type === 'object' ? fieldsOf(known) : [inWords(known)];
    }),
  ];
}

const LOCALE = 'locale?: "th" or "la" or "en"';
const PAGE = ['page: integer 1–1000000', 'limit: integer 1–100'];
const TEXT = '{ message_type: "text", payload: { text: words –2000 } }';
const QUESTION = '{ message_type: "text", payload: { text: words –2000, movement?: id –36 } }';
const MEDIA =
  '{ message_type: "media", payload: { message?: text –2000, url?: text –2000, fileType: image|video|file, filePath: text –500, name: text –255 } }';
const POSTBACK = '{ message_type: "postback", payload: { title: text –200, payload: text –200 } }';

const TAKEN: Record<string, string[]> = {
  'GET /api/lookup/conditions': [LOCALE],
  'GET /api/lookup/agreements': [LOCALE],
  'GET /api/lookup/notice': [LOCALE],
  'GET /api/lookup/contact': [LOCALE],
  'GET /api/lookup/sources': [LOCALE],
  'POST /api/account/validate': [
    'name: text –200',
    'username: text –40',
    'password: text –256',
    'sourceCode?: text –40',
    'inviteCode?: text –40',
    'bankCode?: text –40',
    'bankAccountName?: text –200',
    'bankAccountNo?: text –40',
    'currency?: "BAHT" or "LAK" or ""',
    'otpProof?: token –100',
  ],
  'POST /api/account': [
    'name: text –200',
    'username: text –40',
    'password: text –256',
    'sourceCode?: text –40',
    'inviteCode?: text –40',
    'bankCode: text –40',
    'bankAccountName: text –200',
    'bankAccountNo: text –40',
    'currency?: "BAHT" or "LAK" or ""',
    'otpProof?: token –100',
  ],
  'PUT /api/account/profile': [
    'name: text –200',
    'bankCode: text –40',
    'bankAccountName: text –200',
    'bankAccountNo: text –40',
  ],
  'PUT /api/account/bankAccountName': ['bankCode: text –40', 'bankAccountName: text –200'],
  'PUT /api/account/changepwd': ['oldPassword: text –256', 'newPassword: text –256'],
  'POST /api/account/reset/otp': [LOCALE, 'phoneNumber: text –40'],
  'POST /api/account/reset': ['otpToken: text –100', 'otpCode: text –12', 'password: text –256'],
  'POST /api/login': ['username: text 1–40', 'password: text 1–256', 'remember?: boolean'],
  'POST /api/otp/send': [LOCALE, 'phoneNumber: text –40', 'proof?: token –100'],
  'POST /api/otp/verify': ['otpToken: text –100', 'otpCode: text –12'],
  'GET /api/wallet/activate/{slotCode}': ['a key', 'slotCode: text –40'],
  'GET /api/wallet/account/{slotCode}': ['slotCode: text –40'],
  'GET /api/wallet/resetpassword/{slotCode}': ['a key', 'slotCode: text –40'],
  'GET /api/autoLogin/pg/{username}': ['username: text –100'],
  'GET /api/autoLogin/betflix/{username}': ['username: text –100'],
  'GET /api/autoLogin/askmebet/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/imi/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/usun/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/areaslot/{username}': ['username: text –100'],
  'GET /api/autoLogin/circus/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/slotracha/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/pgslot/{username}/{password}': ['username: text –100', 'password: text –200'],
  'GET /api/autoLogin/joker2/{username}': ['username: text –100'],
  'GET /api/autoLogin/huayhd/{username}': ['username: text –100'],
  'POST /api/wallet/transfer': ['a key', 'from: text –40', 'to: text –40', 'amount: number 0–9999999999.99'],
  'GET /api/wallet/transfer/{id}': ['id: id –36'],
  'POST /api/wallet/transferAll': ['a key', 'to: text –40'],
  'POST /api/wallet/withdraw': ['a key', 'amount: number 0–9999999999.99'],
  'POST /api/wallet/withdrawAll': ['a key', 'amount: number 0–9999999999.99'],
  'DELETE /api/wallet/withdraw/{id}': ['id: id –36'],
  'POST /api/statement': [
    ...PAGE,
    'statementType?: deposit|bonus|finish_bonus|withdraw|transfer',
    'from?: date-time',
    'before?: date-time',
    'results?: boolean',
  ],
  'POST /api/statement/slip': [...PAGE],
  'GET /api/statement/movement/{id}': ['id: id –36'],
  'GET /api/statement/slip/reference/{reference}': ['reference: text –100'],
  'POST /api/wallet/add': ['a key', 'amount: number 0–9999999999.99'],
  'GET /api/qrcode/{provider}': ['provider: text –40'],
  'POST /api/qrcode/{provider}': ['a key', 'provider: text –40', 'amount: number 0–9999999999.99'],
  'DELETE /api/qrcode/{qrcodeId}': ['a key', 'qrcodeId: id –36'],
  'POST /api/wallet/slip': ['a key', 'a file of 10 MB'],
  'POST /api/wallet/truelink': ['a key', 'link: text –2000'],
  'GET /api/bonus': [LOCALE],
  'GET /api/bonus/activate/{code}': ['a key', 'code: text –40'],
  'GET /api/bonus/clear': ['a key'],
  'GET /api/promotion/current': [LOCALE],
  'GET /api/promotion/find/{code}': ['code: text –40', LOCALE],
  'GET /api/promotion/activate/{code}': ['a key', 'code: text –40', LOCALE],
  'POST /api/refund': [...PAGE],
  'GET /api/refund/check': [LOCALE],
  'GET /api/refund/receive': ['a key'],
  'GET /api/refund/addWallet': ['a key'],
  'GET /api/refund/banners': [LOCALE],
  'POST /api/invite': [...PAGE],
  'GET /api/invite/bonus': ['a key'],
  'GET /api/invite/banners': [LOCALE],
  'GET /api/spinwheel/setup': [LOCALE],
  'POST /api/spinwheel/spin': ['a key', LOCALE, '{ clientSeed?: text –64, serverSeedHash?: text –64 } or null'],
  'POST /api/spinwheel/history': [LOCALE, ...PAGE],
  'GET /api/spinwheel/coupon': [LOCALE],
  'POST /api/spinwheel/coupon/claim': ['a key', LOCALE, 'coupon: text –100'],
  'POST /api/chat/send-message': [
    LOCALE,
    'id: id of version 4 –36',
    'sender?: "customer"',
    `message: ${[QUESTION, MEDIA, POSTBACK].join(' or ')}`,
    'userId?: text –40',
    'guestId?: id –36',
    'username?: text –100',
    'name?: text –100',
    'deviceToken?: text –500',
    'createdAt?: date-time',
    'session_id?: text –100',
  ],
  'POST /api/chat/history': [
    'userId?: text –40',
    'guestId?: id –36',
    'limit: integer 1–100',
    'skip: integer 0–1000000',
  ],
  'POST /api/chat/upload-image': ['a file of 10 MB'],
  'POST /api/chat/upload-video': ['a file of 20 MB'],
  'PUT /api/chat/read-customer/': ['userId?: text –40', 'guestId?: id –36', 'until?: id –36'],
  'POST /api/desk/login': ['name: text –100', 'password: text –200'],
  'POST /api/desk/conversations': [...PAGE, 'state?: open|closed'],
  'POST /api/desk/history': ['conversationId: id –36', 'limit: integer 1–100', 'skip: integer 0–1000000'],
  'POST /api/desk/movement': ['conversationId: id –36', 'movement: id –36'],
  'POST /api/desk/reply': [
    'id: id of version 4 –36',
    'conversationId: id –36',
    `message: ${[TEXT, MEDIA].join(' or ')}`,
  ],
  'POST /api/desk/read': ['conversationId: id –36', 'until?: id –36'],
  'POST /api/desk/close': ['conversationId: id –36'],
  'POST /api/desk/close-many': ['conversationIds: 1–100 of id –36'],
};

test('each call takes what is written here: these fields, of these sizes and kinds, and an idempotency key', () => {
  const taken = Object.entries(calls).map(([name, call]) => [name, takenBy(call)] as const);
  const taking = taken.filter(([, fields]) => fields.length > 0);
  expect(Object.fromEntries(taking)).toEqual(TAKEN);
});

const ID = '7b0f4d1e-3c55-4a53-9d0e-1f0a6f6c2b11';

test('an id is a UUID of lower or upper letters and nothing around it', () => {
  const isTaken = (value: string) => Compile(Uuid).Check(value);
  expect([ID, ID.toUpperCase(), '7b0f4d1e-3c55-8a53-0d0e-1f0a6f6c2b11'].map(isTaken)).toEqual([true, true, true]);
  const wrong = [` ${ID}`, `${ID} `, `${ID}\n`, ID.replaceAll('-', ''), ID.replace('7', 'g'), `{${ID}}`, ''];
  expect(wrong.filter(isTaken)).toEqual([]);
});

test('a token of ours has letters, digits, dashes and lines, or is empty', () => {
  const isTaken = (value: string) => Compile(OwnToken).Check(value);
  expect(['', 'azAZ09_-', 'x'.repeat(100)].map(isTaken)).toEqual([true, true, true]);
  expect(['x'.repeat(101), 'a b', 'a.b', 'a/b', 'ก', 'a=', 'x\n'].filter(isTaken)).toEqual([]);
});

test('the limits that server and web share are these', () => {
  expect([TRANSFER_MINIMUM, TRUE_WALLET_MINIMUM, PAYOUT_UNIT]).toEqual([1, 2, { BAHT: 1n, LAK: 100n }]);
  expect([OTP_LENGTH, PHONE_LENGTH]).toEqual([6, 10]);
  const seconds = [OTP_RESEND_SECONDS, OTP_LIFE_SECONDS, QR_LIFE_SECONDS, UPLOAD_TIMEOUT_MS / 1000];
  expect(seconds).toEqual([60, 300, 600, 300]);
});
