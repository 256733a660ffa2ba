import { expect, test } from 'vitest';
import { newMember, openGame, PATIENT, startProductOnSandbox } from '../../../test/harness.ts';

const { product, sandbox } = await startProductOnSandbox(PATIENT);
const member = await newMember(product);
const other = await newMember(product);
const [pg, imi, others] = await Promise.all([
  openGame(product, member, 'pg'),
  openGame(product, member, 'imi'),
  openGame(product, other, 'imi'),
  openGame(product, other, 'pg'),
  openGame(product, other, 'areaslot'),
]);
const NOTHING = { status: 404, body: { message: 'SLOT_NO_ACCOUNT' } };
const linkTo = (path: string) => product.call(`GET /api/autoLogin/${path}`, { token: member.token });

test("another member's username opens nothing, even with its password", async () => {
  expect(await linkTo(`pg/${others.username}`)).toMatchObject(NOTHING);
  expect(await linkTo(`areaslot/${others.username}`)).toMatchObject(NOTHING);
  expect(await linkTo(`imi/${others.username}/${others.password}`)).toMatchObject(NOTHING);
});

test('the own username with a password that is not its own opens nothing', async () => {
  for (const password of ['wrong', pg.password, others.password, imi.password.toUpperCase(), '%00', '%25'])
    expect((await linkTo(`imi/${imi.username}/${password}`)).status).toBeOneOf([400, 404]);
  expect(await linkTo(`imi/${imi.username}/${others.password}`)).toMatchObject(NOTHING);
  expect(await linkTo(`imi/${imi.username}/${imi.password}`)).toMatchObject({ status: 200 });
});

test("the member's own username of another game is told apart at areaslot, and not another member's", async () => {
  const refused = { status: 422, body: { message: 'NOT_AREASLOT' } };
  expect(await linkTo(`areaslot/${pg.username}`)).toMatchObject(refused);
  expect(await linkTo(`AreaSlot/${pg.username.toUpperCase()}`)).toMatchObject(refused);
  expect(await linkTo('areaslot/kpnobody')).toMatchObject(NOTHING);
  expect(await linkTo(`betflix/${pg.username}`)).toMatchObject(NOTHING);
});

test.each(['refuse', 'error-after', 'garbage'])('%s: a game that gives no link asks to try again', async (mode) => {
  await sandbox.fault({ target: 'games/pg', call: 'launch', mode, times: 1 });
  const entered = async () => {
    const sql = 'select code from game_accounts where last_launch_at is not null order by code';
    return (await product.db.query<{ code: string }>(sql)).rows.map(({ code }) => code);
  };
  await product.db.query('update game_accounts set last_launch_at = null');
  const answer = await linkTo(`pg/${pg.username}`);
  expect(await entered()).toEqual([]);
  expect(answer).toMatchObject({ status: 503, body: { message: 'SLOT_ACTIVATE_FAIL' } });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await linkTo(`pg/${pg.username}`)).toMatchObject({ status: 200 });
  // What happens at the game from now on is asked about.
  expect(await entered()).toEqual(['pg']);
});

test('a link is never kept by a cache', async () => {
  expect((await linkTo(`pg/${pg.username}`)).headers.get('cache-control')).toBe('no-store');
});
