import { type CallName, calls } from '@krapao/contract/calls.ts';
import type { CallSchema } from '@krapao/contract/schemas.ts';
import { expect, test } from 'vitest';
import { TALKATIVE } from '../test/chat.ts';
import { type Answer, newMember, startPayingWorld } from '../test/harness.ts';
import { newOwner, rowsOf } from '../test/owner.ts';
import { startOperatorSession } from './platform/operator-sessions.ts';
import { hashOf, startSession } from './platform/sessions.ts';

const world = await startPayingWorld(TALKATIVE);
const { product } = world;
const { db } = world.database;
const owner = await newOwner(world);
const { ids } = owner;
const another = await newMember(product);
const NAMES = Object.keys(calls) as CallName[];
const schemaOf = (name: CallName): CallSchema => calls[name];
const isMembers = (name: CallName) => !schemaOf(name).public && !schemaOf(name).operator;

type Input = { params?: Record<string, string>; body?: object };
const ofRoom = { userId: owner.id, limit: 10, skip: 0 };
const message = { message_type: 'text', payload: { text: 'hello' } };
/** Calls that name something of the owner. The owner gets an answer; another member must not. */
const TOUCHING: Partial<Record<CallName, Input>> = {
  'GET /api/wallet/transfer/{id}': { params: { id: ids.moved } },
  'GET /api/statement/slip/reference/{reference}': { params: { reference: ids.slip } },
  'GET /api/autoLogin/pg/{username}': { params: { username: ids.gameUsername } },
  'GET /api/statement/movement/{id}': { params: { id: ids.withdrawn } },
  'DELETE /api/wallet/withdraw/{id}': { params: { id: ids.withdrawn } },
  // Nothing is granted while a withdrawal is open: after the one that cancels it.
  'POST /api/spinwheel/coupon/claim': { body: { coupon: ids.coupon } },
  'DELETE /api/qrcode/{qrcodeId}': { params: { qrcodeId: ids.qrcodeId } },
  'POST /api/chat/history': { body: ofRoom },
  'POST /api/chat/send-message': { body: { id: crypto.randomUUID(), userId: owner.id, message } },
  'PUT /api/chat/read-customer/': { body: { userId: owner.id } },
};

function call(name: CallName, token: string | null, { params = {}, body }: Input = {}): Promise<Answer> {
  const path = name.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? 'pg'));
  const isRead = name.startsWith('GET ') || name.startsWith('DELETE ');
  return product.call(path, { ...(token && { token }), ...(!isRead && { body: body ?? {} }) });
}

const refusal = ({ status, body }: Answer) => {
  const { message: code } = (body ?? {}) as { message?: string };
  return status === 401 || status === 403 ? `${status} ${code}` : null;
};

/** One of those who let the owner's operator in. */
const OPERATOR = 'a tester';

async function expiredAtDesk(): Promise<string> {
  const token = await startOperatorSession(db, OPERATOR, 'desk');
  const sql = `update operator_sessions set expires_at = app_now() - interval '1 second' where token_hash = $1`;
  await db.query(sql, [hashOf(token)]);
  return token;
}

async function expired(): Promise<string> {
  const token = await startSession(db, owner.id, false);
  const sql = `update sessions set expires_at = app_now() - interval '1 second' where token_hash = $1`;
  await db.query(sql, [hashOf(token)]);
  return token;
}

/** Everybody who might call, by the token that they would send. */
const CALLERS = {
  nobody: async () => null,
  'a token that nobody has': async () => 'A'.repeat(43),
  'a sign-in that expired': expired,
  'a member': () => startSession(db, another.id, false),
  desk: () => startOperatorSession(db, OPERATOR, 'desk'),
  'an operator at the command line': () => startOperatorSession(db, OPERATOR, 'command'),
  'a sign-in at the desk that expired': expiredAtDesk,
} satisfies Record<string, () => Promise<string | null>>;
type Caller = keyof typeof CALLERS;

/** The refusal that a call owes a caller; null where the caller is let in. */
function owed(name: CallName, caller: Caller): string | null {
  const { public: isPublic, operator: isDesks } = schemaOf(name);
  if (isPublic) return null;
  if (isDesks) return caller === 'desk' ? null : '401 invalid-token';
  if (caller === 'a member') return null;
  return caller === 'a sign-in that expired' ? '401 EXPIRED_AUTH_TOKEN' : '401 invalid-token';
}

test('every call lets in whom it is for and nobody else, and docs/callers.md says so', async () => {
  const wrong: string[] = [];
  const rows: string[][] = [];
  for (const name of NAMES.toSorted()) {
    const cells: string[] = [];
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const answer = await call(name, await CALLERS[caller]());
      const said = refusal(answer);
      // A wrong name or password is not about the caller.
      const isRight = said === owed(name, caller) || (said === '401 WRONG_CREDENTIAL' && owed(name, caller) === null);
      if (!isRight || answer.status >= 500) wrong.push(`${name} by ${caller}: ${answer.status} ${said}`);
      cells.push(owed(name, caller) ?? 'let in');
    }
    rows.push([`\`${name}\``, ...cells]);
  }
  expect(wrong).toEqual([]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const head = ['call', ...Object.keys(CALLERS)];
  const page = [
    '# Who may call what',
    '',
    'Written by `server/src/who-may-call.test.ts`, which makes every call as every caller;',
    '`npm test -- who-may-call -u` writes it anew. A member is let in to what is the member’s own only: the same test makes',
    'every call as another member with ids of the owner.',
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/callers.md');
});

test('every call by another member tells nothing of the owner and changes nothing of the owner', async () => {
  const before = await rowsOf(db, owner);
  const told: string[] = [];
  for (const name of NAMES) {
    const token = schemaOf(name).operator ? null : await startSession(db, another.id, false);
    const answer = await call(name, token, TOUCHING[name] ?? {});
    const text = JSON.stringify(answer.body ?? null);
    for (const secret of owner.secrets) if (text.includes(secret)) told.push(`${name} tells ${secret}`);
    if (TOUCHING[name] && answer.status < 400) told.push(`${name} is let in: ${text}`);
  }
  expect(told).toEqual([]);
  expect(await rowsOf(db, owner)).toEqual(before);
});

test('the owner is let in to all of it', async () => {
  for (const [name, input] of Object.entries(TOUCHING)) {
    const answer = await call(name as CallName, owner.token, input);
    expect([name, answer.status, JSON.stringify(answer.body)]).toEqual([name, 200, expect.any(String)]);
  }
});

test('every parameter of a member’s call that may name something of a member is tried with the owner’s', () => {
  const naming = NAMES.filter((name) => isMembers(name) && /\{(id|qrcodeId|username|reference)\}/.test(name));
  const known = Object.keys(TOUCHING);
  const others = naming.filter((name) => !known.includes(name) && !name.startsWith('GET /api/autoLogin/'));
  expect(others).toEqual([]);
});
