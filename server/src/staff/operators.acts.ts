import { randomBytes } from 'node:crypto';
import { hashPassword } from '../platform/passwords.ts';
import { CannotDo, change, fields, list, text } from './act.ts';
import { lockOperator, operatorNames, removeOperator, writeOperator } from './operators.queries.ts';

const schema = fields({ name: text('Give a name of up to 100 characters.') });

/** The operators who may sign in at the desk. */
export const operatorActs = {
  addOperator: change({
    name: 'desk add',
    summary: 'lets somebody sign in at the desk, with a new password that is shown once; customers see the name',
    permission: 'operators',
    needsSecond: true,
    schema,
    run: async (tx, _operator, input) => {
      const name = input.name.trim();
      if (!name) throw new CannotDo('Give a name of up to 100 characters.');
      const password = randomBytes(12).toString('base64url');
      // Hashed first: a sign-in with the old password waits for the lock, and its session would outlive the new one.
      const passwordHash = await hashPassword(password);
      const before = await lockOperator(tx, name);
      const after = await writeOperator(tx, name, passwordHash);
      return { data: { name, password }, before, after };
    },
  }),
  removeOperator: change({
    name: 'desk remove',
    summary: 'keeps somebody out of the desk, at once',
    permission: 'operators',
    needsSecond: false,
    schema,
    run: async (tx, _operator, { name }) => {
      const before = await lockOperator(tx, name.trim());
      if (!before) throw new CannotDo(`Nobody at the desk is called ${name}.`);
      await removeOperator(tx, before.name);
      return { data: before, before, after: null };
    },
  }),
  listOperators: list({
    name: 'desk list',
    summary: 'lists who may sign in at the desk',
    permission: 'operators',
    run: operatorNames,
  }),
};
