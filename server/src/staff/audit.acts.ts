import { Type } from 'typebox';
import { fields, look } from './act.ts';
import { newestEntries } from './audit.ts';

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
};
