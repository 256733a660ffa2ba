import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { operatorOf } from '../../world/operators.ts';
import { newOperator } from '../test/chat.ts';
import { cloneDatabase, contents, newMember, startProduct } from '../test/harness.ts';
import { openActs } from './acts.ts';
import { readConfig } from './config.ts';
import { openSandboxReceivers } from './demo/receivers.ts';
import { openSandboxRewards } from './demo/rewards.ts';
import { openCommands } from './operator/commands.ts';
import { inTransaction } from './platform/database.ts';
import { writeSetting } from './platform/settings.ts';
import { type AnyAct, CannotDo, change, fields } from './staff/act.ts';
import { performAct } from './staff/perform-act.ts';
import { ROLES, type RoleName } from './staff/roles.ts';

const database = await cloneDatabase();
const { db } = database;
const product = await startProduct(database, { ROLE: 'api' });
await openSandboxReceivers(db);
await openSandboxRewards(db);

const acts = openActs(readConfig({ DATABASE_URL: database.url }));
const all: AnyAct[] = Object.values(acts);
const changing = all.filter((act) => !act.readOnly);
const operator = operatorOf(db);
const nok = { name: 'nok', roles: Object.keys(ROLES) as RoleName[] };
const by = { operator: nok, why: 'a reason' };
const perform = (act: AnyAct, input: unknown, reason = by) =>
  inTransaction(db, (tx) => performAct(tx, act, reason, input));

/** Why the act was refused. A refusal that is no sentence fails the test. */
const refusal = async (act: AnyAct, input: unknown, reason = by): Promise<string> => {
  const error = await perform(act, input, reason).then(
    () => expect.fail(`${act.name} was done with ${JSON.stringify(input)?.slice(0, 100)}`),
    (thrown: unknown) => thrown,
  );
  expect(error, act.name).toBeInstanceOf(CannotDo);
  return (error as CannotDo).message;
};
type Entry = { operator: string; act: string; why: string; input: unknown; before: unknown; after: unknown };
const newest = async () => {
  const sql = 'select operator, act, why, input, before, after from audit_log order by id desc limit 1';
  return (await db.query<Entry>(sql)).rows[0];
};
const recorded = async (account: string, amount: string) =>
  /\d+/.exec(await operator('payments record', 'KBANK', '0000000012', 'SCB', account, amount))?.[0] ?? '';

/** Commands about acts: no act can be done with them that is not in the list. */
const OF_REQUESTS = ['requests list', 'requests show', 'requests approve', 'requests refuse'];

test('every act has a name of its own, is a command, and says of each field what it wants', () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(
    openCommands(acts)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...names, ...OF_REQUESTS].toSorted());
  for (const { name, schema } of all)
    for (const [field, rule] of Object.entries(schema.properties))
      expect(rule, `${name}: ${field}`).toMatchObject({ description: expect.stringMatching(/\.$/) });
});

test('bad input changes nothing, and every bad field is told in a sentence', async () => {
  const before = await contents(db);
  for (const act of all) {
    for (const nothing of [null, undefined, 'words', 7, ['words']])
      expect(await refusal(act, nothing)).toBe(`${act.name} takes fields, each with a name.`);
    expect(await refusal(act, { nonsense: 'x' })).toContain(`${act.name} takes no nonsense.`);
    expect(await refusal(act, JSON.parse('{"__proto__": 1}'))).toContain(`${act.name} takes no __proto__.`);
    const names = Object.keys(act.schema.properties);
    for (const bad of [null, {}, [], true, 'a\0b', '\ud800', 'x'.repeat(200_000)]) {
      if (names.length === 0) continue;
      const sentences = await refusal(act, Object.fromEntries(names.map((name) => [name, bad])));
      const wanted = Object.values(act.schema.properties).map((rule) => (rule as { description: string }).description);
      expect(sentences.split('\n'), act.name).toEqual([...new Set(wanted)]);
    }
  }
  expect(await contents(db)).toEqual(before);
});

test('no text of any act takes a control character, and only texts of several lines take line breaks', async () => {
  const before = await contents(db);
  const esc = '\u001b[2K';
  for (const act of all)
    for (const [field, rule] of Object.entries(act.schema.properties)) {
      const given = 'properties' in rule ? { th: esc } : esc;
      expect(await refusal(act, { [field]: given }), `${act.name}: ${field}`).not.toContain('\u001b');
    }
  const events = (name: string) => refusal(acts.listOperatorEvents, { operator: name });
  for (const control of ['\u001b[31m', '\r', '\n', '\t', '\u0085', '\u007f'])
    expect(await events(`nok${control}`)).toBe('operator takes no control characters.');
  expect(await refusal(acts.listOperatorEvents, { operator: 'nok', 'a\u001b[2Kb': 'x' })).toBe(
    'audit events takes no a\ufffd[2Kb.',
  );
  expect(await refusal(acts.setNotice, { html: 'one\u001b[2Ktwo' })).toBe('html takes no control characters.');
  expect(await refusal(acts.setText, { name: 'conditions', text: { th: 'one\u0007' } })).toContain(
    'text takes no control characters.',
  );
  expect(await contents(db)).toEqual(before);
  expect(await perform(acts.setNotice, { html: 'one\n\ttwo' })).toMatchObject({ is: 'done' });
});

test('an act on something that does not exist is refused with a sentence, and changes nothing', async () => {
  const alwaysDone = [
    'service',
    'register-otp',
    'chat-widget',
    'notice',
    'games close',
    'payouts pause',
    'keys reseal',
  ];
  const before = await contents(db);
  for (const act of changing.filter(({ name }) => !alwaysDone.includes(name))) {
    const nonsense = Object.entries(act.schema.properties).map(([name, rule]) => [
      name,
      (rule as { enum?: string[] }).enum?.[0] ?? 'nonsense',
    ]);
    expect(await refusal(act, Object.fromEntries(nonsense)), act.name).toMatch(/^[A-Z`n].*\.$/s);
  }
  expect(await contents(db)).toEqual(before);
});

test('no act that changes something is done without a reason', async () => {
  const before = await contents(db);
  const input = { state: 'gone' };
  for (const why of ['', '  \n']) expect(await refusal(acts.switchService, input, { ...by, why })).toBe('Say why.');
  expect(await contents(db)).toEqual(before);
});

const failing = (run: 'throws' | 'cannot be written down') =>
  change({
    name: 'fail',
    summary: 'changes something and then fails',
    permission: 'settings',
    needsSecond: false,
    schema: fields({}),
    run: async (tx) => {
      await writeSetting(tx, 'notice', 'half done');
      if (run === 'throws') throw new CannotDo('It failed.');
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      return { data: null, before: null, after: circular };
    },
  });

test.each(['throws', 'cannot be written down'] as const)(
  'an act that %s leaves neither effect nor entry',
  async (how) => {
    const before = await contents(db);
    await expect(perform(failing(how), {})).rejects.toThrow();
    expect(await contents(db)).toEqual(before);
  },
);

test('looking changes nothing, and it is kept who looked with which act at whom', async () => {
  const { id, username } = await newMember(product);
  const spyglass = { name: 'a curious operator', roles: nok.roles };
  const looks = all.filter(({ readOnly, schema }) => readOnly && !schema.required?.length);
  const before = await contents(db, { except: ['security_events'] });
  for (const act of looks) await perform(act, {}, { ...by, operator: spyglass });
  for (const member of [id.toLowerCase(), username])
    await perform(acts.showMember, { member }, { ...by, operator: spyglass });
  expect(await contents(db, { except: ['security_events'] })).toEqual(before);
  const { rows } = await db.query(
    `select member_id, about ->> 'act' as act from security_events where what = 'looked' and operator = $1 order by id`,
    [spyglass.name],
  );
  expect(rows).toEqual([
    ...looks.map(({ name }) => ({ member_id: null, act: name })),
    { member_id: id, act: 'member show' },
    { member_id: id, act: 'member show' },
  ]);
});

test('passwords and tokens are not written down', async () => {
  const member = await newMember(product);
  const password = await newOperator({ db }, 'Kept Secret');
  await operator('member block', member.id);
  await operator('member unblock', member.id);
  await operator('operators remove', 'Kept Secret');
  const careless = {
    password_hash: 'a hash',
    rows: [{ id: 1, newPassword: 'a password', seedSecret: 'a secret' }],
    sessionToken: 'a token',
  };
  const act = change({
    name: 'careless',
    summary: 'answers whole rows',
    permission: 'chat',
    needsSecond: false,
    schema: fields({ password: Type.String() }),
    run: async () => ({ data: null, before: careless, after: careless }),
  });
  await perform(act, { password: 'a password' });
  expect(await newest()).toMatchObject({ input: {}, before: { rows: [{ id: 1 }] }, after: { rows: [{ id: 1 }] } });
  const { rows } = await db.query<{ entry: string }>('select a::text as entry from audit_log a');
  const log = rows.map(({ entry }) => entry).join('\n');
  expect(log).toContain('Kept Secret');
  for (const secret of [password, 'a hash', 'a password', 'a token', 'a secret', '$argon2id'])
    expect(log).not.toContain(secret);
});

test('an entry says who did what and why, and a setting as it was and is', async () => {
  await perform(acts.switchChatWidget, { state: 'off' }, { ...by, why: '  too loud ' });
  expect(await newest()).toEqual({
    operator: 'nok',
    act: 'chat-widget',
    why: 'too loud',
    input: { state: 'off' },
    before: { chatWidget: true },
    after: { chatWidget: false },
  });
  await perform(acts.switchChatWidget, { state: 'on' });
  expect(await newest()).toMatchObject({ before: { chatWidget: false }, after: { chatWidget: true } });
});

test('an entry has the payment as it was and as it is given, to the last satang', async () => {
  const member = await newMember(product);
  const id = await recorded('R1', '9999999999.99');
  const row = { id, amount: '999999999999', currency: 'BAHT', closed_at: null, reference: 'R1' };
  expect(await newest()).toMatchObject({ act: 'payments record', before: null, after: { ...row, member_id: null } });
  await operator('payments credit', id, member.username);
  const { before, after, input } = (await newest()) ?? expect.fail('no entry');
  expect(input).toEqual({ payment: id, member: member.username });
  expect(before).toMatchObject({ ...row, member_id: null, paid_at: expect.stringMatching(/^20\d\d-.*Z$/) });
  expect(after).toMatchObject({ ...row, member_id: member.id });

  const closed = await recorded('R2', '5');
  await operator('payments close', closed);
  expect(await newest()).toMatchObject({
    before: { id: closed, closed_at: null },
    after: { closed_at: expect.any(String) },
  });
});

test('an entry has an announced deposit as it was and as it ended', async () => {
  const { id: member, token } = await newMember(product);
  const announce = async () => {
    const { body } = await product.call('POST /api/wallet/add', { token, body: { amount: 40 } });
    return (body as { id: string }).id;
  };
  const [found, lost] = [await announce(), await announce()];
  const payment = await recorded('R3', '40');
  await operator('manual accept', member, found, payment);
  expect(await newest()).toMatchObject({
    before: { id: found, status: 'PROCESSING', payment_id: null },
    after: { id: found, status: 'SUCCESS', payment_id: payment, amount: '4000' },
  });
  await operator('manual refuse', member, lost);
  expect(await newest()).toMatchObject({
    before: { id: lost, status: 'PROCESSING' },
    after: { id: lost, status: 'FAILED', payment_id: null },
  });
});

test('an entry has what was there before and is not, and the other way round', async () => {
  await operator('address deny', '203.0.113.0/24');
  const rule = { network: '203.0.113.0/24', rule: 'deny' };
  expect(await newest()).toMatchObject({ before: null, after: rule });
  await operator('address allow', '203.0.113.0/24');
  const allowed = { ...rule, rule: 'allow' };
  expect(await newest()).toMatchObject({ before: rule, after: allowed });
  await operator('address forget', '203.0.113.0/24');
  expect(await newest()).toMatchObject({ before: allowed, after: null });
  await newOperator({ db }, 'Lek');
  expect(await newest()).toMatchObject({ before: null, after: { name: 'Lek', created_at: expect.any(String) } });
  await operator('operators roles', 'Lek', 'cashier');
  expect(await newest()).toMatchObject({ before: { roles: ['support'] }, after: { name: 'Lek', roles: ['cashier'] } });
  await operator('operators remove', 'Lek');
  expect(await newest()).toMatchObject({ before: { removed_at: null }, after: { removed_at: expect.any(String) } });
});

test('an entry has every row of a campaign or an account of ours that was switched', async () => {
  await operator('campaign close', 'refund', '-');
  const both = (isOpen: boolean) => ['BAHT', 'LAK'].map((currency) => ({ kind: 'refund', currency, is_open: isOpen }));
  const { before, after } = (await newest()) ?? expect.fail('no entry');
  expect(before).toMatchObject(both(true));
  expect(after).toMatchObject(both(false));
  await operator('campaign budget', 'promotion', 'welcome50', 'BAHT', '1,234.5');
  expect(await newest()).toMatchObject({ after: { code: 'WELCOME50', currency: 'BAHT', budget: '123450' } });
  await operator('receivers close', 'gsb', '000000000014');
  expect(await newest()).toMatchObject({ before: [{ is_open: true }], after: [{ bank_code: 'GSB', is_open: false }] });
});

test('an amount may be a number too', async () => {
  await operator('operators list');
  const tester = { operator: { ...nok, name: 'a tester' }, why: 'a reason' };
  const asked = { kind: 'promotion', code: 'WELCOME50', currency: 'BAHT', amount: 5000.25 };
  const outcome = await perform(acts.setBudget, asked, tester);
  expect(outcome).toMatchObject({ is: 'asked', request: { input: asked, preview: { after: { budget: '500025' } } } });
  const refused = { kind: 'promotion', code: 'WELCOME50', currency: 'BAHT', amount: 0.001 };
  expect(await refusal(acts.setBudget, refused)).toBe('Give an amount such as 50000.');
});
