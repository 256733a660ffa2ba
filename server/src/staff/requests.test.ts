import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneDatabase, contents } from '../../test/harness.ts';
import { command } from '../operator/command.ts';
import { requestCommands } from '../operator/request-commands.ts';
import { inTransaction } from '../platform/database.ts';
import { type AnyAct, CannotDo, change, fields, type Operator, text } from './act.ts';
import { performAct } from './perform-act.ts';
import { approveRequest, declineRequest } from './requests.ts';
import type { Permission, RoleName } from './roles.ts';

const { db, owner } = await cloneDatabase();

/** Gives a note its next line: doing it twice shows. */
const give = change({
  name: 'give',
  summary: 'adds to what was given',
  permission: 'corrections',
  needsSecond: true,
  schema: fields({ what: text('Say what.'), baht: text('Say how much.') }),
  worth: async (_tx, { baht }) => ({ amount: BigInt(baht) * 100n, currency: 'BAHT' }),
  run: async (tx, operator, { what }) => {
    if (what === 'nothing') throw new CannotDo('There is nothing to give.');
    const sql = `insert into settings (name, value) values ('given', to_jsonb($1::text))
      on conflict (name) do update set value = to_jsonb(settings.value #>> '{}' || $1) returning value`;
    const { rows } = await tx.query<{ value: string }>(sql, [`${operator.name}:${what};`]);
    return { data: what, before: null, after: rows[0] };
  },
});
const acts: AnyAct[] = [give];
/** The same for another permission, without an effect; only something of the name "two" needs a second operator by itself. */
const giveBy = (permission: Permission) => ({
  ...give,
  name: 'seem to give',
  permission,
  run: async () => ({ data: null, before: null, after: null }),
  needsSecond: (_tx: unknown, { what }: { what: string }) => what === 'two',
});

const person = async (name: string, ...roles: RoleName[]): Promise<Operator> => {
  await db.query('insert into operators (name, password_hash, roles) values ($1, $2, $3)', [name, '-', roles]);
  return { name, roles };
};
const cashier = await person('Chai', 'cashier');
const finance = await person('Fah', 'finance');
const otherFinance = await person('Fon', 'finance');
const support = await person('Som', 'support');
const risk = await person('Ying', 'risk');

const ask = async (operator: Operator, what: string, baht = '100') => {
  const outcome = await inTransaction(db, (tx) => performAct(tx, give, { operator, why: 'a mistake' }, { what, baht }));
  return outcome.is === 'asked' ? String(outcome.request.id) : expect.fail('done without a second operator');
};
const approve = (operator: Operator, id: string) =>
  inTransaction(db, (tx) => approveRequest(tx, acts, { operator, why: 'seen' }, id));
const decline = (operator: Operator, id: string, why = ' no ') =>
  inTransaction(db, (tx) => declineRequest(tx, acts, { operator, why }, id));
const newest = async () =>
  (await db.query('select operator, second, act, why, input, before, after from audit_log order by id desc limit 1'))
    .rows[0];
const decisionOf = async (id: string) =>
  (await db.query('select decision, decided_by, decided_why from act_requests where id = $1', [id])).rows[0];
const given = async () => {
  const { rows } = await db.query<{ value: string }>(`select value from settings where name = 'given'`);
  return rows[0]?.value ?? '';
};
const ahead = (time: string) => db.query('update clock set ahead = $1', [time]);

test('an act that needs a second operator waits, and is done in the name of the asker when another agrees', async () => {
  const id = await ask(cashier, 'a refund');
  expect(await given()).toBe('');
  expect(await newest()).toEqual({
    ...{ operator: 'Chai', second: null, act: 'requests ask', why: 'a mistake', before: null, after: null },
    input: { request: id, act: 'give', input: { what: 'a refund', baht: '100' } },
  });
  await approve(finance, id);
  expect(await decisionOf(id)).toEqual({ decision: 'approved', decided_by: 'Fah', decided_why: 'seen' });
  expect(await given()).toBe('Chai:a refund;');
  const { rows } = await db.query(
    'select operator, second, act, why, request_id from audit_log order by id desc limit 1',
  );
  expect(rows).toEqual([{ operator: 'Chai', second: 'Fah', act: 'give', why: 'a mistake', request_id: BigInt(id) }]);
});

test('a request shows the second operator what would change', async () => {
  const id = await ask(cashier, 'a look');
  const { rows } = await db.query('select preview, why from act_requests where id = $1', [id]);
  expect(rows).toEqual([
    {
      preview: { before: null, after: { value: expect.stringContaining('Chai:a look;') }, moves: [] },
      why: 'a mistake',
    },
  ]);
  expect(await given()).not.toContain('a look');
});

test('what cannot be done is refused when it is asked for, and leaves no request', async () => {
  const before = await contents(db);
  await expect(ask(cashier, 'nothing')).rejects.toThrow('There is nothing to give.');
  expect(await contents(db)).toEqual(before);
});

test('a request that was decided is not decided again, also not by two operators at once', async () => {
  const id = await ask(cashier, 'once');
  const outcomes = await Promise.allSettled([
    approve(finance, id),
    approve(otherFinance, id),
    decline(otherFinance, id),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(approve(otherFinance, id)).rejects.toThrow(/^Request \d+ is (approved|refused) by F/);
  expect((await given()).split('once')).toHaveLength(outcomes[2]?.status === 'fulfilled' ? 1 : 2);
});

test.each([
  ['whose role does not check', support, '100'],
  ['whose role only asks', risk, '100'],
])('an operator %s approves nothing and refuses nothing', async (_, operator, baht) => {
  const id = await ask(cashier, `not theirs, ${operator.name}`, baht);
  await expect(approve(operator, id)).rejects.toThrow(
    `${operator.name} may not decide about give: that is for finance.`,
  );
  await expect(decline(operator, id)).rejects.toThrow(CannotDo);
  expect(await given()).not.toContain('not theirs');
});

test.each<['done' | 'asked', string, Permission, Operator, string, string]>([
  ['done', 'a role that does, up to its limit', 'payments.give', cashier, 'x', '50000'],
  ['asked', 'a role that does, above its limit', 'payments.give', cashier, 'x', '50001'],
  ['asked', 'a role that does, if it needs two by itself', 'payments.give', cashier, 'two', '1'],
  ['asked', 'a role that only asks', 'receivers.open', cashier, 'x', '1'],
  ['done', 'a role that checks', 'receivers.open', finance, 'x', '1'],
])('an act is %s by %s', async (is, _, permission, operator, what, baht) => {
  const act = giveBy(permission);
  const by = { operator, why: ' a mistake ' };
  expect((await inTransaction(db, (tx) => performAct(tx, act, by, { what, baht }))).is).toBe(is);
  expect(await newest()).toMatchObject({ act: is === 'done' ? act.name : 'requests ask', why: 'a mistake' });
});

test('a role that checks up to a limit decides about no more than that', async () => {
  const act = giveBy('payments.doubts');
  const decide = async (baht: string, how: typeof approveRequest | typeof declineRequest) => {
    const input = { what: `doubted, ${how.name}`, baht };
    const asked = await inTransaction(db, (tx) => performAct(tx, act, { operator: cashier, why: 'x' }, input));
    const id = asked.is === 'asked' ? String(asked.request.id) : '';
    return inTransaction<unknown>(db, (tx) => how(tx, [act], { operator: risk, why: 'x' }, id));
  };
  for (const how of [approveRequest, declineRequest]) {
    await expect(decide('100001', how)).rejects.toThrow(
      'Ying may not decide about seem to give of more than 100,000.00 BAHT: that is for finance.',
    );
    await decide('100000', how);
  }
});

test('a role without the right to a request is told who has it, also where its own limit is lower', async () => {
  const act = giveBy('payments.give');
  const input = { what: 'two', baht: '50001' };
  const asked = await inTransaction(db, (tx) => performAct(tx, act, { operator: cashier, why: 'x' }, input));
  const id = asked.is === 'asked' ? String(asked.request.id) : '';
  for (const operator of [support, risk])
    await expect(inTransaction(db, (tx) => approveRequest(tx, [act], { operator, why: 'x' }, id))).rejects.toThrow(
      `${operator.name} may not decide about seem to give: that is for finance.`,
    );
});

test('a no says who and why: of the asker it takes the request back, of another it refuses it', async () => {
  for (const [operator, decision] of [
    [cashier, 'withdrawn'],
    [finance, 'refused'],
  ] as const) {
    const id = await ask(cashier, 'unwanted');
    await expect(decline(operator, id, ' ')).rejects.toThrow('Say why.');
    expect(await decline(operator, id)).toMatchObject({ decision });
    expect(await decisionOf(id)).toEqual({ decision, decided_by: operator.name, decided_why: 'no' });
    expect(await newest()).toMatchObject({
      ...{ operator: operator.name, second: null, act: 'requests refuse', why: 'no', input: { request: id } },
      ...{ before: { id, decision: null }, after: { id, decision } },
    });
    await expect(approve(otherFinance, id)).rejects.toThrow(`Request ${id} is ${decision} by ${operator.name}.`);
  }
  expect(await given()).not.toContain('unwanted');
});

test('a request is carried out by the act as it is now, and not at all where there is none or its fields changed', async () => {
  const id = await ask(cashier, 'old');
  const approveBy = (list: AnyAct[]) =>
    inTransaction(db, (tx) => approveRequest(tx, list, { operator: finance, why: 'x' }, id));
  await expect(approveBy([])).rejects.toThrow('There is no give any more.');
  await expect(approveBy([{ ...give, schema: fields({ what: text('Say what.') }) }])).rejects.toThrow(
    'give takes no baht.',
  );
  await expect(approve(finance, '0')).rejects.toThrow('There is no request 0');
});

test('the requests that wait are listed, oldest first; those that are decided or a day old are not', async () => {
  const commands = requestCommands(acts, [command(give, '', ['what', 'baht'], (what) => `Given: ${what}.`)]);
  const say = (name: string, ...words: string[]) => {
    const { run } = commands.find((each) => each.name === `requests ${name}`) ?? expect.fail('no command');
    return inTransaction(db, (tx) => run(tx, { operator: finance, why: 'seen' }, words));
  };
  await ahead('25 hours');
  expect(await say('list')).toBe('Nothing waits.');
  const ids = [await ask(cashier, 'one'), await ask(finance, 'two'), await ask(cashier, 'three')];
  expect(await say('approve', ids[0] ?? '')).toBe('Given: one.');
  const lines = (await say('list')).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${ids[1]}  Fah, 20.*Z  give two 100  — a mistake$`)),
    expect.stringMatching(new RegExp(`^${ids[2]}  Chai, 20.*Z  give three 100  — a mistake$`)),
  ]);
  const [line, ...preview] = (await say('show', ids[2] ?? '')).split('\n');
  expect(line).toBe(lines[1]);
  expect(JSON.parse(preview.join('\n'))).toMatchObject({
    after: { value: expect.stringMatching(/Chai:three;$/) },
  });
  expect(await say('refuse', ids[1] ?? '')).toBe(`Request ${ids[1]} is withdrawn.`);
  expect(await say('refuse', ids[2] ?? '')).toBe(`Request ${ids[2]} is refused.`);
  expect(await say('list')).toBe('Nothing waits.');
  await ahead('0');
});

test('a request is good for a day', async () => {
  const [late, inTime] = [await ask(cashier, 'too late'), await ask(cashier, 'in time')];
  await ahead('23 hours 59 minutes');
  await approve(finance, inTime);
  await ahead('24 hours 1 minute');
  await expect(approve(finance, late)).rejects.toThrow('more than a day old');
  await expect(
    db.query(
      `update act_requests set decision = 'approved', decided_by = 'Fah', decided_at = app_now() where id = $1`,
      [late],
    ),
  ).rejects.toThrow('REQUEST_IS_SETTLED');
  await decline(finance, late);
  await ahead('0');
  expect(await given()).toContain('in time');
  expect(await given()).not.toContain('too late');
});

test('a request of an operator who has left, or may no longer ask, is not carried out', async () => {
  const leaver = await person('Leaver', 'cashier');
  const id = await ask(leaver, 'left behind');
  await db.query(`update operators set removed_at = app_now() where name = 'Leaver'`);
  await expect(approve(finance, id)).rejects.toThrow('Leaver may no longer ask for that.');
  await db.query(`update operators set removed_at = null, roles = '{marketing}' where name = 'Leaver'`);
  await expect(approve(finance, id)).rejects.toThrow('Leaver may no longer ask for that.');
});

test('the database lets nobody agree to their own request, nor change what was asked for', async () => {
  const id = await ask(finance, 'mine');
  const decide = (values: string) => db.query(`update act_requests set ${values} where id = $1`, [id]);
  const yes = `decision = 'approved', decided_at = app_now()`;
  await expect(decide(`${yes}, decided_by = 'Fah'`)).rejects.toThrow('act_requests_two_people');
  await expect(decide(`${yes}, decided_by = 'Fon', input = '{"what": "more", "baht": "1"}'`)).rejects.toThrow(
    'REQUEST_IS_SETTLED',
  );
  for (const change of [
    `asked_by = 'Chai'`,
    `asked_at = asked_at - interval '1 hour'`,
    `act = 'another'`,
    `why = 'another'`,
    `preview = '{}'`,
    `input_hash = ''`,
  ])
    await expect(decide(`${yes}, decided_by = 'Fon', ${change}`), change).rejects.toThrow('REQUEST_IS_SETTLED');
  await expect(
    db.query(
      `insert into act_requests (act, input, why, preview, asked_by, decision, decided_by, decided_at)
        values ('give', '{}', 'x', '{}', 'Fah', 'approved', 'Fon', app_now())`,
    ),
  ).rejects.toThrow('REQUEST_IS_SETTLED');
  await expect(db.query('delete from act_requests')).rejects.toThrow('APPEND_ONLY');
  const entry = (second: string, what: string, operator = 'Fah', act = 'give') =>
    owner.query(
      `insert into audit_log (operator, second, request_id, act, why, input)
        values ($4, $2, $1, $5, 'x', jsonb_build_object('what', $3::text, 'baht', '100'))`,
      [id, second, what, operator, act],
    );
  await expect(entry('Fon', 'mine')).rejects.toThrow('REQUEST_IS_ANOTHER');
  await approve(otherFinance, id);
  for (const [second, what, ...rest] of [
    ['Fah', 'mine'],
    ['Chai', 'mine'],
    ['Fon', 'more'],
    ['Fon', 'mine', 'Chai'],
    ['Fon', 'mine', 'Fah', 'another'],
  ] as const)
    await expect(entry(second, what, ...rest)).rejects.toThrow(/REQUEST_IS_ANOTHER|two_people/);
  await expect(entry('Fon', 'mine')).rejects.toThrow('audit_log_request_id_key');
  await expect(decide(`${yes}, decided_by = 'Chai'`)).rejects.toThrow('REQUEST_IS_SETTLED');
});

const carriedOut = async () => {
  const sql = `select operator, second from audit_log where act = 'give'`;
  return (await db.query<{ operator: string; second: string | null }>(sql)).rows;
};

test('nobody, with any calls in any order, carries out what they asked for themselves', async () => {
  const people = [cashier, finance, otherFinance, support, risk];
  const call = fc.record({
    what: fc.constantFrom('ask', 'approve', 'approve', 'decline'),
    who: fc.constantFrom(...people),
    which: fc.nat(3),
  });
  const history = fc.array(call, { minLength: 2, maxLength: 12 });
  const before = (await carriedOut()).length;
  let wishes = 0;
  await fc.assert(
    fc.asyncProperty(history, async (calls) => {
      const asked: string[] = [];
      for (const { what, who, which } of calls) {
        const id = asked[which % Math.max(1, asked.length)] ?? '0';
        if (what === 'ask') await ask(who, `wish ${++wishes}`).then((request) => asked.push(request), refused);
        else await (what === 'approve' ? approve : decline)(who, id).catch(refused);
      }
    }),
    { numRuns: 40 },
  );
  const rows = await carriedOut();
  expect(rows.length).toBeGreaterThan(before);
  const checkers = [finance.name, otherFinance.name];
  for (const { operator, second } of rows)
    expect([operator, second]).toEqual([operator, checkers.find((name) => name === second && name !== operator)]);
  expect((await given()).split(';').length - 1).toBe(rows.length);
});

function refused(error: unknown): void {
  if (!(error instanceof CannotDo)) throw error;
}
