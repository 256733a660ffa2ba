import { expect, test } from 'vitest';
import { newMember } from '../../../../world/people.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { workThrough } from '../../platform/due-work.ts';
import type { SendSms } from '../../providers/sms/sms.ts';
import { changesToTell } from './tell-changes.ts';

const { db, url } = await cloneDatabase();
const config = { ...readConfig({ DATABASE_URL: url }), smsUrl: 'http://of.nobody', smsAnHour: 100 };

type Text = Parameters<SendSms>[0];
type Noted = { what: 'password' | 'bank'; tries?: number; toldMinutesAgo?: number };

/** A member with changes: those that were told are over. */
async function changed(...changes: Noted[]) {
  const { id, username } = await newMember(db, 'th');
  const sql = `insert into account_changes (member_id, what, tries, told_at, next_try_at) values
    ($1, $2, $3, app_now() - $4 * interval '1 minute', case when $4::int is null then clock_timestamp() end)`;
  for (const { what, tries = 0, toldMinutesAgo = null } of changes)
    await db.query(sql, [id, what, tries, toldMinutesAgo]);
  return { id, phone: `+66${username.slice(1)}` };
}

/** The texts that are sent when everything that is due is worked through. */
async function told(settings = config): Promise<Text[]> {
  const texts: Text[] = [];
  const sendSms: SendSms = async (text) => void texts.push(text);
  await workThrough([changesToTell({ db, config: settings, sendSms })]);
  return texts;
}

const rowsOf = async (id: string) =>
  (
    await db.query(
      `select tries, told_at is not null as is_told, extract(epoch from next_try_at - clock_timestamp())::float8 as due_in
        from account_changes where member_id = $1 order by id`,
      [id],
    )
  ).rows;
const sentThisHour = async () =>
  Number((await db.query(`select count(*) from rate_limit_events where scope = 'sms'`)).rows[0]?.count);

test.each<[string, Noted[], number]>([
  ['is told', [{ what: 'bank' }], 1],
  ['is told beside one of another kind', [{ what: 'bank' }, { what: 'password' }], 2],
  ['is not told within an hour of one before', [{ what: 'bank', toldMinutesAgo: 59 }, { what: 'bank' }], 0],
  ['is told an hour after one before', [{ what: 'bank', toldMinutesAgo: 61 }, { what: 'bank' }], 1],
  ['is told within an hour of one of another kind', [{ what: 'bank', toldMinutesAgo: 1 }, { what: 'password' }], 1],
  ['is told at the fortieth try', [{ what: 'bank', tries: 39 }], 1],
  ['is not told after forty tries', [{ what: 'bank', tries: 40 }], 0],
])('a change %s, and then is over', async (_, changes, count) => {
  await changed({ what: 'bank', toldMinutesAgo: 1 });
  const { id, phone } = await changed(...changes);
  const before = await sentThisHour();
  expect((await told()).map(({ to }) => to)).toEqual(Array(count).fill(phone));
  expect((await rowsOf(id)).map(({ due_in }) => due_in)).toEqual(changes.map(() => null));
  expect(await sentThisHour()).toBe(before + count);
});

test('a text names the change in the language of the edition, with a reference of its own', async () => {
  const { id, phone } = await changed({ what: 'password' });
  const [{ id: change }] = (await db.query('select id::text from account_changes where member_id = $1', [id])).rows;
  expect(await told()).toEqual([
    { to: phone, text: expect.stringContaining('เปลี่ยนรหัสผ่านและรหัสผ่านเกมแล้ว'), reference: `change-${id}-${change}` },
  ]);
  await changed({ what: 'bank' });
  expect(await told({ ...config, edition: 'la' })).toMatchObject([{ text: expect.stringContaining('ບັນຊີທະນາຄານ') }]);
  expect(await rowsOf(id)).toMatchObject([{ tries: 1, is_told: true }]);
});

test('a change that finds the hour’s texts used up waits, which is no try and counts as none of them', async () => {
  const { id } = await changed({ what: 'bank', tries: 2 });
  const before = await sentThisHour();
  expect(await told({ ...config, smsAnHour: before })).toEqual([]);
  const [{ tries, is_told, due_in }] = await rowsOf(id);
  expect({ tries, is_told }).toEqual({ tries: 2, is_told: false });
  expect(due_in).toBeGreaterThan(0);
  expect(due_in).toBeLessThanOrEqual(10 * 60);
  expect(await sentThisHour()).toBe(before);
  await db.query('update account_changes set next_try_at = clock_timestamp() where member_id = $1', [id]);
  expect(await told()).toHaveLength(1);
});

test('where no texts can be sent a change is forgotten', async () => {
  const { id } = await changed({ what: 'bank' });
  expect(await told({ ...config, smsUrl: '' })).toEqual([]);
  expect(await rowsOf(id)).toMatchObject([{ is_told: false, due_in: null }]);
});

test.each([
  [`password_hash = 'another'`, ['password']],
  [`bank_code = 'SCB'`, ['bank']],
  [`bank_account_no = bank_account_no || '1'`, ['bank']],
  [`password_hash = 'another', bank_code = 'SCB'`, ['password', 'bank']],
  [`bank_account_name = 'ANOTHER'`, ['bank name']],
  [`bank_code = 'SCB', bank_account_name = 'ANOTHER'`, ['bank']],
  [`password_hash = password_hash, blocked_at = app_now()`, []],
])('a change of a member to %s is noted as %j', async (change, noted) => {
  const { id } = await changed();
  await db.query(`update members set ${change} where id = $1`, [id]);
  const { rows } = await db.query('select what from account_changes where member_id = $1 order by id', [id]);
  expect(rows.map(({ what }) => what)).toEqual(noted);
});
