import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { BONUS, inThree, openCampaign, versionOf, wordsInThree } from '../../test/campaigns.ts';
import {
  cloneDatabase,
  newMember,
  newPlayer,
  type Player,
  type Product,
  startPayingWorld,
  startProduct,
} from '../../test/harness.ts';
import { conditionOf, deposit, receiveBonus, refusal } from '../../test/rewards.ts';
import { inTransaction } from '../platform/database.ts';
import { CannotDo } from '../staff/act.ts';
import { campaignActs } from './campaigns.acts.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const get = async (on: Pick<Product, 'call'>, { token }: Player, path: string) =>
  (await on.call(`GET /api/${path}`, { token })).body;
const BANNERS = JSON.stringify([{ image: '/art/spring.svg', html: inThree('<b>Spring</b>') }]);
const bonusesOf = async (member: Player) => (await get(product, member, 'bonus?locale=en')) as { code: string }[];
const rowOf = async (code: string) =>
  (await db.query(`select * from campaigns where code = $1 and currency = 'BAHT'`, [code])).rows[0];

test('a bonus that is written down is given to nobody until its version is opened', async () => {
  const member = await newPlayer(product);
  await deposit(product, sandbox, member, 150);
  const said = await operator('campaign make', 'bonus', 'spring', 'BAHT', ...BONUS, `banners=${BANNERS}`, 'position=9');
  expect(said).toMatch(/^bonus SPRING in BAHT is written down as version \d+; /);
  expect((await bonusesOf(member)).map(({ code }) => code)).not.toContain('SPRING');
  expect(await receiveBonus(product, member, 'SPRING')).toEqual(refusal(404, 'NO_DATA'));

  await openCampaign(operator, 'bonus', 'SPRING');
  expect(await bonusesOf(member)).toContainEqual({
    code: 'SPRING',
    type: 'day',
    maxReceived: 1,
    rate: 50,
    cap: 200,
    minimum: 100,
    percentSuccess: 200,
    percentFail: 10,
    earns: 75,
    banners: [{ image: '/art/spring.svg', html: '<b>Spring</b> English' }],
    userBonus: null,
  });
  expect((await receiveBonus(product, member, 'SPRING')).status).toBe(200);
  expect(await conditionOf(product, member)).toMatchObject({ credit: 75, start: 225, success: 200, fail: 10 });
  expect(await operator('campaign list')).toMatch(/^open {4}bonus SPRING {2}75\.00 of 5,000\.00 BAHT/m);
});

test('every kind is made from nothing, in a currency of its own', async () => {
  const empty = await cloneDatabase();
  const shop = await startProduct(empty, { ROLE: 'api' });
  const owner = operatorOf(empty.db);
  const member = await newMember(shop);
  const terms = ['success=300', 'fail=5', 'budget=1000'];
  const banners = `banners=${BANNERS}`;
  await owner('campaign make', 'bonus', 'FIRST', 'BAHT', ...BONUS);
  await owner(
    'campaign make',
    'promotion',
    'HELLO',
    'BAHT',
    ...terms,
    'credit=25',
    ...wordsInThree('description', 'Hi'),
  );
  const info = wordsInThree('description', '<p>Back</p>');
  await owner(
    'campaign make',
    'refund',
    '-',
    'BAHT',
    'rate=7',
    'success=100',
    'fail=0',
    'budget=none',
    banners,
    ...info,
  );
  await owner('campaign make', 'invite', '-', 'BAHT', ...terms, 'rate=10', 'cap=500', banners);
  await owner('campaign make', 'luckydraw', '-', 'BAHT', 'budget=5000');
  await owner(
    'campaign make',
    'promotion',
    'HELLO',
    'LAK',
    ...terms,
    'credit=9000',
    ...wordsInThree('description', 'Sabaidee'),
  );
  for (const [kind, code] of [
    ['bonus', 'FIRST'],
    ['promotion', 'HELLO'],
    ['refund', '-'],
    ['invite', '-'],
    ['luckydraw', '-'],
  ] as const)
    await openCampaign(owner, kind, code);

  expect(await get(shop, member, 'bonus')).toMatchObject([{ code: 'FIRST' }]);
  const hello = { code: 'HELLO', credit: 25, percentSuccess: 300, percentFail: 5, description: 'Hi ລາວ' };
  expect(await get(shop, member, 'promotion/find/hello?locale=la')).toEqual(hello);
  expect(await get(shop, member, 'promotion/activate/HELLO?locale=la')).toEqual(hello);
  const refund = { rate: 7, refundSuccess: 100, refundFail: 0, info: '<p>Back</p> ไทย' };
  expect(await get(shop, member, 'refund/check?locale=th')).toMatchObject(refund);
  for (const programme of ['refund', 'invite']) expect(await get(shop, member, `${programme}/banners`)).toHaveLength(1);
  const abroad = await startProduct(empty, { ROLE: 'api', EDITION: 'la' });
  const lao = await newMember(abroad, { currency: 'LAK' });
  expect(await get(abroad, lao, 'promotion/find/HELLO?locale=en')).toMatchObject({
    credit: 9000,
    description: 'Sabaidee English',
  });
});

test('an edit changes what it names and nothing else, in one currency', async () => {
  await operator('campaign make', 'bonus', 'EDITED', 'BAHT', ...BONUS, `banners=${BANNERS}`);
  await operator('campaign make', 'bonus', 'EDITED', 'LAK', ...BONUS);
  const before = await rowOf('EDITED');
  await operator('campaign edit', 'bonus', 'edited', 'BAHT', 'rate=60', 'cap=250.5');
  expect(await rowOf('EDITED')).toEqual({ ...before, rate_percent: 60, cap: 250_50n });
  await operator('campaign edit', 'bonus', 'EDITED', 'BAHT', 'closesAt=2099-01-01T00:00+07:00', 'budget=none');
  await operator('campaign edit', 'bonus', 'EDITED', 'BAHT', 'closesAt=none', 'budget=5000', 'rate=50', 'cap=200');
  expect(await rowOf('EDITED')).toEqual(before);
  await operator('campaign edit', 'promotion', 'WELCOME50', 'BAHT', 'description.en=Free money.');
  expect((await rowOf('WELCOME50')).description).toEqual({
    th: expect.stringContaining('เงินฟรี'),
    la: expect.stringContaining('ເງິນຟຣີ'),
    en: 'Free money.',
  });
});

test('a campaign opens and closes at its own times, also for a member who asks by its code', async () => {
  const member = await newMember(product);
  const { rows } = await db.query<{ at: Date }>('select app_now() as at');
  const inHours = (hours: number) => new Date((rows[0]?.at.getTime() ?? 0) + hours * 3_600_000).toISOString();
  const times = [`opensAt=${inHours(1)}`, `closesAt=${inHours(3)}`];
  const terms = ['credit=5', 'success=300', 'fail=5', 'budget=100', ...wordsInThree('description', 'Soon')];
  await operator('campaign make', 'promotion', 'SOON', 'BAHT', ...terms, ...times);
  await openCampaign(operator, 'promotion', 'SOON');
  await operator('campaign edit', 'luckydraw', '-', 'BAHT', ...times);
  await operator('campaign edit', 'refund', '-', 'BAHT', ...times);
  const seen = async () => ({
    promotion: ((await get(product, member, 'promotion/find/SOON')) as { code?: string }).code,
    wheel: await get(product, member, 'spinwheel/active'),
    refundBanners: ((await get(product, member, 'refund/banners')) as unknown[]).length,
    received: (await product.call('GET /api/refund/receive', { token: member.token })).body,
  });
  const closed = {
    promotion: undefined,
    wheel: { active: false },
    refundBanners: 0,
    received: { message: 'REFUND_INACTIVE' },
  };
  expect(await seen()).toEqual(closed);
  await sandbox.moveClock(3_600 + 60);
  expect(await seen()).toEqual({
    promotion: 'SOON',
    wheel: { active: true },
    refundBanners: 2,
    received: { message: 'NO_REFUND' },
  });
  expect(await operator('campaign list')).toMatch(/^open +promotion SOON .* from 20.* to 20/m);
  await sandbox.moveClock(2 * 3_600);
  expect(await seen()).toEqual(closed);
  const late = await product.call('GET /api/promotion/activate/SOON', { token: member.token });
  expect(late).toMatchObject(refusal(404, 'NO_PROMOTION'));
  // What is over can be corrected, and stays over.
  await operator('campaign edit', 'promotion', 'SOON', 'BAHT', 'description.en=It was soon');
  expect(await seen()).toEqual(closed);
  for (const kind of ['luckydraw', 'refund'])
    await operator('campaign edit', kind, '-', 'BAHT', 'opensAt=none', 'closesAt=none');
});

test('a campaign is given from the moment that it opens until the moment that it closes, and only while it is open', async () => {
  const isGiven = async (isOpen: boolean, opensIn: string | null, closesIn: string | null) => {
    const sql = `select is_given(campaign) as given from (select (jsonb_populate_record(null::campaigns, jsonb_build_object(
      'is_open', $1::boolean, 'opens_at', app_now() + $2::interval, 'closes_at', app_now() + $3::interval))).*) campaign`;
    return (await db.query<{ given: boolean }>(sql, [isOpen, opensIn, closesIn])).rows[0]?.given;
  };
  const [before, now, after] = ['-1 microsecond', '0', '1 microsecond'];
  for (const [opens, closes, isDue] of [
    [null, null, true],
    [now, null, true],
    [after, null, false],
    [null, after, true],
    [null, now, false],
    [before, before, false],
    [after, after, false],
    [now, after, true],
  ] as const) {
    expect([opens, closes, await isGiven(true, opens, closes)]).toEqual([opens, closes, isDue]);
    expect(await isGiven(false, opens, closes)).toBe(false);
  }
});

test('only the newest version is opened: a draft that was changed after it was looked at stays closed', async () => {
  await operator('campaign make', 'bonus', 'LOOKED', 'BAHT', ...BONUS);
  const looked = await versionOf(operator, 'bonus', 'LOOKED');
  await operator('campaign edit', 'bonus', 'LOOKED', 'BAHT', 'rate=1000');
  const open = operator('campaign open', 'bonus', 'LOOKED', looked);
  await expect(open).rejects.toThrow(`The newest version of bonus LOOKED is ${Number(looked) + 1}: look at it first.`);
  // Another currency of the same code is opened along with it, so it counts too.
  const newest = await versionOf(operator, 'bonus', 'LOOKED');
  await operator('campaign make', 'bonus', 'LOOKED', 'LAK', ...BONUS);
  await expect(operator('campaign open', 'bonus', 'LOOKED', newest)).rejects.toThrow(CannotDo);
  expect(await rowOf('LOOKED')).toMatchObject({ is_open: false });
});

test('history has every version with its operator, its time and what was new, and nobody changes it', async () => {
  await operator('campaign make', 'bonus', 'STORY', 'BAHT', ...BONUS);
  await openCampaign(operator, 'bonus', 'STORY');
  await operator('campaign edit', 'bonus', 'STORY', 'BAHT', 'rate=40', 'maxReceived=2');
  await operator('campaign budget', 'bonus', 'STORY', 'BAHT', '7000');
  await operator('campaign close', 'bonus', 'story');
  const history = (await operator('campaign history', 'bonus', 'story')).split('\n');
  const line = (what: string) =>
    expect.stringMatching(new RegExp(`^\\d+ {2}20\\S+Z {2}a tester {2}bonus STORY BAHT ${what}$`));
  expect(history).toEqual([
    line('closed {2}is_open false'),
    line('budget {2}budget "7,000.00 BAHT"'),
    line('edited {2}max_received 2, rate_percent 40'),
    line('opened {2}is_open true'),
    line('made {2}.*rate_percent 50.*'),
  ]);
  const shown = await operator('campaign show', 'bonus', 'STORY');
  expect(shown).toContain('"rate_percent": 40');
  expect(shown).not.toContain('NEW100');
  for (const sql of [
    'update campaign_versions set operator = null',
    'delete from campaign_versions',
    'truncate campaign_versions',
  ])
    await expect(database.owner.query(sql)).rejects.toThrow('APPEND_ONLY');
});

test.each([
  ['rate=101', true],
  ['rate=99', false],
  ['cap=500.01', true],
  ['cap=499', false],
  ['budget=1000001', true],
  ['budget=none', true],
  ['budget=999999', false],
  ['success=299', true],
  ['success=301', false],
  ['fail=6', true],
  ['fail=4', false],
  ['minimum=0.5', true],
  ['minimum=2', false],
  ['maxReceived=2', true],
  ['limitType=day', true],
  ['closesAt=2099-01-01T00:00Z', false],
  ['opensAt=2099-01-01T00:00Z', false],
  ['position=3', false],
])('%s of an open bonus needs a second operator: %s', async (word, isNeeded) => {
  const [field = '', value = ''] = word.split('=');
  const isNumber = ['rate', 'success', 'fail', 'maxReceived', 'position'].includes(field);
  const change = { [field]: isNumber ? Number(value) : value };
  const { needsSecond } = campaignActs.editCampaign;
  const asked = (code: string) =>
    inTransaction(db, async (tx) => {
      const input = { kind: 'bonus', code, currency: 'BAHT', ...change } as const;
      return typeof needsSecond === 'function' ? needsSecond(tx, input, { name: 'a tester', roles: [] }) : needsSecond;
    });
  expect(await asked('NEW100')).toBe(isNeeded);
  await db.query(`update campaigns set is_open = false where code = 'NEW100'`);
  expect(await asked('NEW100')).toBe(false);
  await db.query(`update campaigns set is_open = true where code = 'NEW100'`);
});

test('a time that ends later, or begins earlier, needs a second operator', async () => {
  await operator('campaign edit', 'bonus', 'WEEK10', 'BAHT', 'opensAt=2098-01-01T00:00Z', 'closesAt=2099-01-01T00:00Z');
  const { needsSecond } = campaignActs.editCampaign;
  const asked = (change: object) =>
    inTransaction(db, async (tx) =>
      typeof needsSecond === 'function'
        ? needsSecond(
            tx,
            { kind: 'bonus', code: 'WEEK10', currency: 'BAHT', ...change },
            { name: 'a tester', roles: [] },
          )
        : needsSecond,
    );
  expect(await asked({ closesAt: '2099-01-02T00:00Z' })).toBe(true);
  expect(await asked({ closesAt: 'none' })).toBe(true);
  expect(await asked({ closesAt: '2098-12-01T00:00Z' })).toBe(false);
  expect(await asked({ opensAt: 'none' })).toBe(true);
  expect(await asked({ opensAt: '2098-01-02T00:00Z' })).toBe(false);
});

test('html of links and lists that the web shows is taken', async () => {
  const html = '<p>A <b>b</b><br>c</p><ul><li><a href="https://example.com/a?b=c">d</a></li></ul>';
  await operator(
    'campaign edit',
    'bonus',
    'DAILY20',
    'BAHT',
    `banners=${JSON.stringify([{ image: '/art/x.svg', html: { ...inThree('x'), la: html } }])}`,
  );
  const member = await newMember(product);
  expect(await get(product, member, 'bonus?locale=la')).toContainEqual(
    expect.objectContaining({ code: 'DAILY20', banners: [{ image: '/art/x.svg', html }] }),
  );
});
