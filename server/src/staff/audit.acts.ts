import { Type } from 'typebox';
import { newestEvents } from '../platform/security-events.ts';
import { CannotDo, fields, look, MOST_LISTED, text } from './act.ts';
import { checkChain, newestEntries } from './audit.ts';
import { findOperator } from './operators.queries.ts';

export const auditActs = {
  listAudit: look({
    name: 'audit',
    summary: 'who did what, and why, newest first',
    permission: 'audit.see',
    readOnly: true,
    schema: fields({
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Say how many, such as 20.' })),
    }),
    run: (tx, _operator, { count = 20 }) => newestEntries(tx, count),
  }),
  listOperatorEvents: look({
    name: 'audit events',
    summary: 'when and where an operator signed in, and what the operator looked at, newest first',
    permission: 'audit.see',
    readOnly: true,
    schema: fields({ operator: text('Give the name of an operator.') }),
    run: async (tx, _operator, { operator }) => {
      const events = await newestEvents(tx, { column: 'operator', value: operator }, MOST_LISTED);
      // One who was removed is known by what is kept.
      if (events.length === 0 && !(await findOperator(tx, operator)))
        throw new CannotDo(`There is no operator ${operator}: \`operators list\` lists them.`);
      return events;
    },
  }),
  checkAudit: look({
    name: 'audit check',
    summary: 'checks that the audit log is as it was written',
    permission: 'audit.see',
    readOnly: true,
    schema: fields({}),
    run: async (tx) => {
      const { problems, ...chain } = await checkChain(tx);
      if (problems.length > 0) throw new CannotDo(`The audit log was changed: ${problems.join('; ')}.`);
      return chain;
    },
  }),
};
