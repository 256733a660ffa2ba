import { type Database, inTransaction } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';
import { CannotDo } from './act.ts';
import { writeAudit } from './audit.ts';
import { isAnyOperator, writeOperator } from './operators.queries.ts';
import { requireChoosable } from './sign-in.ts';

type Founder = { name: string; password: string };

/** The first two operators of an empty service. They are two because admitting the third needs two. */
export async function foundOperators(
  db: Database,
  founders: readonly [Founder, Founder],
  serviceName = '',
): Promise<void> {
  const names = founders.map((founder) => requireChoosable(founder, serviceName));
  if (new Set(names).size < names.length) throw new CannotDo('Name two people, not one twice.');
  const hashes = await Promise.all(founders.map(({ password }) => hashPassword(password)));
  await inTransaction(db, async (tx) => {
    await tx.query('lock table operators in share row exclusive mode');
    if (await isAnyOperator(tx)) throw new CannotDo('There are operators already: two of them admit others.');
    const after = [];
    for (const [index, name] of names.entries())
      after.push(await writeOperator(tx, { name, passwordHash: hashes[index] ?? '', roles: ['admin'] }));
    const entry = { operator: 'nobody yet', approval: null, act: 'found', why: 'the first operators' };
    await writeAudit(tx, { ...entry, input: { names }, before: [], after });
  });
}
