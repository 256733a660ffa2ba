import { expect, test } from 'vitest';
import { cloneDatabase, contents } from '../test/harness.ts';
import { openActs } from './acts.ts';
import { readConfig } from './config.ts';
import { WHY_IT_WAITS } from './deposits/payments/ingest/why-it-waits.ts';
import { inTransaction } from './platform/database.ts';
import { type AnyAct, CannotDo } from './staff/act.ts';
import { performAct } from './staff/perform-act.ts';
import { ROLES, type RoleName, reachOf } from './staff/roles.ts';

const { db, url } = await cloneDatabase();
const acts: AnyAct[] = Object.values(openActs(readConfig({ DATABASE_URL: url })));
const roles = Object.keys(ROLES) as RoleName[];

function second(act: AnyAct): string {
  if (act.readOnly || act.needsSecond === false) return '';
  return act.needsSecond === true ? 'always' : 'it depends';
}

test('docs/operators.md says what each role may do', async () => {
  const rows = acts
    .toSorted((a, b) => a.permission.localeCompare(b.permission) || a.name.localeCompare(b.name))
    .map((act) => [
      act.name,
      act.permission,
      second(act),
      ...roles.map((role) => reachOf([role], act.permission) ?? ''),
    ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const head = ['act', 'permission', 'second operator', ...roles];
  const limits = roles.map((role) => {
    const { most } = ROLES[role];
    if (most === null) return `- **${role}**: any amount`;
    return `- **${role}**: ${most.BAHT === 0n ? 'no money' : `${(most.BAHT / 100n).toLocaleString('en')} baht`}`;
  });
  const page = [
    '# What operators may do',
    '',
    'Written by `server/src/acts-by-role.test.ts` from the list of acts; `npm test -- acts-by-role -u` writes it anew.',
    '',
    'A role *asks* (every act waits for a second operator), *does* (acts that need no second operator are done at once) or',
    '*checks* (and may agree to what others ask for).',
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
    'The most that one act may move without a second operator, and that may be agreed to; kip are 600 times as many:',
    '',
    ...limits,
    '',
    '## Money that waits',
    '',
    '`payments waiting` names the rule by which each payment waits ([all rules](decisions/0034-whose-payment.md)):',
    '',
    line(['rule', 'why it waits, and what to do']),
    line(['---', '---']),
    ...Object.entries(WHY_IT_WAITS).map(line),
    '',
    '`payments credit` is done by one operator up to 20,000 baht where the sender’s number is wholly shown and the member’s own,',
    'or the name is the same; nobody else fits; the member registered before; and it is not doubted whether there is money. What',
    'one operator gives on a day stays under 50,000. All else takes two. A payment that others fit too confirms no sender.',
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/operators.md');
});

test('for every act and every role, the door lets in whom the matrix lets in, and nobody else', async () => {
  const before = await contents(db);
  for (const act of acts)
    for (const role of [...roles, null]) {
      const operator = { name: 'nok', roles: role === null ? [] : [role] };
      const answer = await inTransaction(db, (tx) =>
        performAct(tx, act, { operator, why: 'x' }, { nonsense: 1 }),
      ).catch((error: unknown) => error);
      expect(answer).toBeInstanceOf(CannotDo);
      const isLetIn = role !== null && reachOf([role], act.permission) !== null;
      const refusal = isLetIn
        ? `${act.name} takes no nonsense.`
        : `nok may not do that: ${act.name} needs ${act.permission}, which is for `;
      expect((answer as CannotDo).message, `${act.name} by ${role}`).toContain(refusal);
    }
  expect(await contents(db)).toEqual(before);
});

test('no role that makes operators moves money, and every act that needs a second operator has a role that checks', () => {
  const money: (typeof acts)[number]['permission'][] = [
    'corrections',
    'payments.give',
    'withdrawals.decide',
    'movements.mend',
  ];
  for (const permission of money) expect(reachOf(['admin'], permission)).toBeNull();
  for (const act of acts.filter((each) => second(each) !== ''))
    expect(
      roles.some((role) => reachOf([role], act.permission) === 'checks'),
      act.name,
    ).toBe(true);
});
