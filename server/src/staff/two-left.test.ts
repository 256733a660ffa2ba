import { expect, test } from 'vitest';
import { sayAs } from '../../test/as-operators.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { many } from '../platform/database.ts';

const { db } = await cloneDatabase();
const say = await sayAs(db, {
  admin: ['admin'],
  ann: ['admin'],
  art: ['admin'],
  fah: ['finance'],
  fon: ['finance'],
  chai: ['cashier'],
  som: ['support'],
  mai: ['marketing'],
  bo: ['admin'],
});
const left = async () =>
  (await many<{ name: string }>(db, 'select name from operators where removed_at is null order by name')).map(
    ({ name }) => name,
  );
const requestIn = (answer: string) => /request (\d+)/.exec(answer)?.[1] ?? expect.fail(answer);

test('one admin removes others until two are left to admit anybody, and no further', async () => {
  for (const name of ['art', 'bo']) await say('admin', 'operators remove', name);
  await expect(say('admin', 'operators remove', 'ann')).rejects.toThrow(
    /^Fewer than two would be left for .*\boperators\b/,
  );
  expect(await left()).toContain('ann');
});

test('giving the last second operator other roles, or admitting them again with less, is refused too', async () => {
  await expect(say('admin', 'operators roles', 'ann', 'support')).rejects.toThrow('Fewer than two would be left for');
  await db.query(`insert into operator_candidates (name, password_hash) values ('ann', 'x')`);
  const [candidate] = await many<{ mark: string }>(
    db,
    `select left(encode(sha256('x'), 'hex'), 8) as mark from operator_candidates`,
  );
  await expect(say('admin', 'operators admit', 'ann', candidate?.mark ?? '', 'support')).rejects.toThrow(
    'Fewer than two would be left for',
  );
});

test('any amount needs two who may move any amount, though others may agree to less', async () => {
  await db.query(`insert into operators (name, password_hash, roles) values ('ying', 'x', '{risk}')`);
  await say('admin', 'operators remove', 'fon');
  await expect(say('admin', 'operators remove', 'fah')).rejects.toThrow('any amount of payments.doubts');
});

test('what fewer than two could do before is no reason to keep an operator', async () => {
  // Nobody but one auditor sees the audit log beside admins, and agreeing is nobody's part there.
  await db.query(`insert into operators (name, password_hash, roles) values ('aud', 'x', '{auditor}')`);
  await say('admin', 'operators remove', 'aud');
  expect(await left()).not.toContain('aud');
});

test('a change that was asked for while more were there is refused when it is approved', async () => {
  await db.query(`update operators set removed_at = null where name = 'bo'`);
  const asked = requestIn(await say('admin', 'operators roles', 'bo', 'support'));
  await db.query(`update operators set removed_at = app_now() where name = 'ann'`);
  await expect(say('bo', 'requests approve', asked)).rejects.toThrow('Fewer than two would be left for');
});

test('two removals at the same moment leave two', async () => {
  await db.query(`update operators set removed_at = null where name in ('ann', 'art')`);
  await db.query(`update operators set removed_at = app_now() where name = 'bo'`);
  const both = await Promise.allSettled([
    say('admin', 'operators remove', 'ann'),
    say('ann', 'operators remove', 'art'),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
