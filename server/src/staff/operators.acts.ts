import type { Transaction } from '../platform/database.ts';
import { CannotDo, change, fields, list, text } from './act.ts';
import {
  allCandidates,
  allOperators,
  lockOperator,
  removeOperator,
  takeCandidate,
  writeOperator,
  writeRoles,
} from './operators.queries.ts';
import { ROLES, type RoleName } from './roles.ts';
import { keepingTwo } from './two-left.ts';

const name = text('Give the name of an operator: `operators list` lists them.');
const SAY_ROLES = `Give roles, such as support or cashier,risk. There are ${Object.keys(ROLES).join(', ')}.`;
const roles = text(SAY_ROLES);

/**
 * Who the operators are. Every change of that needs a second operator, except keeping one out. None leaves fewer than two
 * for what needs two.
 */
export const operatorActs = {
  admitOperator: change({
    name: 'operators admit',
    summary: 'lets a person who has chosen a password with `join` sign in, with roles; also a new password',
    permission: 'operators',
    needsSecond: true,
    schema: fields({ name, mark: text('Give the mark that `join` has shown the person.'), roles }),
    run: async (tx, _operator, input) => {
      const before = await lockOperator(tx, input.name);
      const granted = rolesOf(input.roles);
      const passwordHash = await takeCandidate(tx, input.name, input.mark);
      if (passwordHash === null) throw new CannotDo(`Nobody called ${input.name} waits with the mark ${input.mark}.`);
      const admitted = { name: input.name, passwordHash, roles: granted };
      const after = await keepingTwo(tx, () => writeOperator(tx, admitted));
      return { data: after, before, after };
    },
  }),
  changeRoles: change({
    name: 'operators roles',
    summary: 'gives an operator other roles, in place of those they have',
    permission: 'operators',
    needsSecond: true,
    schema: fields({ name, roles }),
    run: async (tx, _operator, input) => {
      const before = await takeOperator(tx, input.name);
      const after = await keepingTwo(tx, () => writeRoles(tx, before.name, rolesOf(input.roles)));
      return { data: after, before, after };
    },
  }),
  removeOperator: change({
    name: 'operators remove',
    summary: 'keeps an operator out, at once',
    permission: 'operators',
    needsSecond: false,
    schema: fields({ name }),
    run: async (tx, operator, input) => {
      if (input.name === operator.name) throw new CannotDo('Nobody removes themselves.');
      const before = await takeOperator(tx, input.name);
      const after = await keepingTwo(tx, () => removeOperator(tx, before.name));
      return { data: after, before, after };
    },
  }),
  listOperators: list({
    name: 'operators list',
    summary: 'lists the operators with their roles, and the people who wait to be admitted',
    permission: 'operators',
    run: async (tx) => ({ operators: await allOperators(tx), candidates: await allCandidates(tx) }),
  }),
};

async function takeOperator(tx: Transaction, name: string) {
  const operator = await lockOperator(tx, name);
  if (!operator || operator.removed_at)
    throw new CannotDo(`There is no operator ${name}: \`operators list\` lists them.`);
  return operator;
}

function rolesOf(given: string): RoleName[] {
  const names = given.split(/[\s,]+/).filter((role) => role !== '');
  const unknown = names.filter((role) => !Object.hasOwn(ROLES, role));
  if (names.length === 0 || unknown.length > 0) throw new CannotDo(SAY_ROLES);
  return names as RoleName[];
}
