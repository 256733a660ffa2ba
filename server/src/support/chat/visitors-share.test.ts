import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entriesOf, guest, memberOf, postback, say, text } from '../../../test/chat.ts';
import { cloneDatabase, newMember, type Product, startProduct } from '../../../test/harness.ts';
import { spend } from '../../platform/budgets.ts';
import { deleteOldVisitors, takeUnsentFiles } from './chat.queries.ts';

const database = await cloneDatabase();
const { db } = database;
const environment = { ROLE: 'api', TRUST_PROXY: '127.0.0.1', CHAT_VISITOR_MB_AN_HOUR: '1' };
const product = await startProduct(database, environment);
const MB = 1024 * 1024;
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

/** The product as it is called from an address. */
const from = (address: string, on: Product = product): Pick<Product, 'call'> => ({
  call: (name, options = {}) => on.call(name, { ...options, headers: { 'x-forwarded-for': address } }),
});
const used = (scope: string, subject: string, amount: number) =>
  spend(db, { scope: `chat bytes/${scope}`, subject, amount, limit: 0, windowSeconds: 0 });

test('visitors of a network say so many bytes an hour, whichever ids they make; other networks go on', async () => {
  await used('visitors', '203.0.113.1', MB - 4_000);
  expect((await say(from('203.0.113.1'), guest(), 'x'.repeat(2_000))).status).toBe(200);
  expect(await say(from('203.0.113.1'), guest(), 'hello')).toMatchObject(LIMIT);
  expect((await say(from('203.0.113.2'), guest(), 'hello')).status).toBe(200);
});

test('a message of Thai counts by its bytes, and the /64s of a /48 have ten times as much together', async () => {
  await used('visitors', '2001:db8:a::/48', 10 * MB - 4_000);
  const words = 'ก'.repeat(1_000);
  expect(await say(from('2001:db8:a:1::1'), guest(), words)).toMatchObject(LIMIT);
  expect((await say(from('2001:db8:a:1::1'), guest(), words.slice(0, 100))).status).toBe(200);
});

test('pressed buttons have a tenth, and what was pressed is short', async () => {
  await used('postbacks', '203.0.113.3', Math.floor(MB / 10) - 2_000);
  const visitor = guest();
  expect((await say(from('203.0.113.3'), visitor, postback('x'.repeat(200)))).status).toBe(200);
  expect(await say(from('203.0.113.3'), visitor, postback('help'))).toMatchObject(LIMIT);
  expect((await say(from('203.0.113.3'), visitor, 'help')).status).toBe(200);
  expect(await say(from('203.0.113.4'), visitor, postback('x'.repeat(201)))).toMatchObject({ status: 400 });
});

test('a message that is sent again is answered, and costs nothing', async () => {
  await used('visitors', '203.0.113.5', MB - 1_500);
  const [visitor, id] = [guest(), randomUUID()];
  const first = await say(from('203.0.113.5'), visitor, 'hello', { id });
  expect(first.status).toBe(200);
  for (let times = 0; times < 3; times++)
    expect(await say(from('203.0.113.5'), visitor, 'hello', { id })).toMatchObject({ status: 200, body: first.body });
  expect(await say(from('203.0.113.5'), visitor, 'hello')).toMatchObject(LIMIT);
});

test('a member is heard where visitors have used up everything, also one who was such a visitor', async () => {
  const member = await newMember(product);
  const visitor = guest();
  expect((await say(from('203.0.113.6'), visitor, 'hello')).status).toBe(200);
  await used('visitors', '203.0.113.6', MB);
  expect(await say(from('203.0.113.6'), visitor, 'again')).toMatchObject(LIMIT);
  const signedIn = { ...memberOf(member), ...visitor };
  for (const message of ['again', postback('help')])
    expect((await say(from('203.0.113.6'), signedIn, message)).status).toBe(200);
});

test('while the disk is nearly full visitors are refused, and members are heard', async () => {
  const full = await startProduct(database, { ...environment, UPLOAD_FREE_MB: '1000000000' });
  const member = await newMember(product);
  expect(await say(from('203.0.113.7', full), guest(), 'hello')).toMatchObject({
    status: 503,
    body: { message: 'SERVICE_UNAVAILABLE' },
  });
  expect((await say(from('203.0.113.7', full), memberOf(member), 'hello')).status).toBe(200);
});

test('what visitors said is deleted after so many days, files and all; members and newer visitors keep theirs', async () => {
  const [old, newer, former] = [guest(), guest(), guest()];
  const member = await newMember(product);
  for (const who of [old, newer, former, memberOf(member)])
    expect((await say(product, who, text('hello'))).status).toBe(200);
  expect((await say(product, { ...memberOf(member), ...former }, 'as a member')).status).toBe(200);
  const silentFor = (customerId: string, days: number) =>
    db.query('update chat_rooms set last_at = app_now() - make_interval(days => $2) where customer_id = $1', [
      customerId,
      days,
    ]);
  await silentFor(old.guestId, 91);
  await silentFor(newer.guestId, 89);
  await silentFor(member.id, 91);
  await db.query(
    `insert into chat_files (reference, file, file_type, room_id, created_at)
      select 'sent', 'chat/se/sent.webp', 'image', id, app_now() - interval '91 days' from chat_rooms where customer_id = $1`,
    [old.guestId],
  );
  await deleteOldVisitors(db, 90);
  const kept = await Promise.all([old, newer, memberOf(member)].map((who) => entriesOf(product, who)));
  expect(kept.map((entries) => entries.length > 0)).toEqual([false, true, true]);
  expect(await takeUnsentFiles(db, 10)).toEqual([{ reference: 'sent', file: 'chat/se/sent.webp' }]);
  expect((await say(product, old, 'here again')).status).toBe(200);
});
