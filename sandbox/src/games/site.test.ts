import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, PROVIDERS } from '../../test/game-dialects.ts';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox('https://wallet.example');
  for (const { code } of PROVIDERS) {
    const { requests, send } = callerOf(sandbox, code);
    for (const username of ['Somchai', 'other']) {
      await send(requests.create(username, 'secret', 'THB'));
      await send(requests.moveIn(username, `in-${username}`, 10_000));
    }
  }
});
afterAll(() => sandbox.end());

function signIn(code: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${sandbox.address()}/games/${code}/login`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** The hidden fields of the sign-in page, as a browser would send them along. */
async function hiddenFields(code: string): Promise<Record<string, string>> {
  const html = await (await sandbox.get(`/games/${code}/`)).text();
  const inputs = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

async function sessionOf(code: string, username: string): Promise<string> {
  const answer = await signIn(code, { username, password: 'secret', ...(await hiddenFields(code)) });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('session') ?? '';
}

describe.each(PROVIDERS)('$code', ({ code }) => {
  test('the right password leads to the table, a wrong one to a sign-in page that says so', async () => {
    const hidden = await hiddenFields(code);
    expect(Object.keys(hidden)).toHaveLength(code === 'ufabet' ? 3 : 0);
    const right = await signIn(code, { username: 'SOMCHAI', password: 'secret', ...hidden });
    expect(right.status).toBe(303);
    const table = await fetch(right.headers.get('location') ?? '');
    expect(table.status).toBe(200);
    expect(await table.text()).toContain('Somchai');

    for (const wrong of [
      { username: 'Somchai', password: 'Secret' },
      { username: 'nobody', password: 'secret' },
      { username: 'a\0b', password: 'secret' },
      { username: 'Somchai' },
    ]) {
      const refused = await signIn(code, { ...wrong, ...hidden } as Record<string, string>);
      expect(refused.status).toBe(401);
      expect(await refused.text()).toMatch(/<form.*is wrong/s);
    }
  });

  test('the pages may be framed by the product and by this machine only, and post to themselves', async () => {
    for (const path of ['', '/', '/play', '/android', '/ios']) {
      const page = await sandbox.get(`/games/${code}${path}`);
      const policy = page.headers.get('content-security-policy');
      expect(policy).toMatch(
        /frame-ancestors https:\/\/wallet\.example http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*$/,
      );
      expect(policy).toMatch(/default-src 'none'.*form-action 'self'/);
      expect(await page.text()).not.toMatch(/<style|style=|<script>|\son\w+=/);
    }
  });
});

test('other pages may not be framed', async () => {
  for (const path of ['/', '/games/pg/players', '/books']) {
    expect((await sandbox.get(path)).headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
  }
});

test('ufabet refuses a sign-in without a form state that its page or its call issued', async () => {
  const right = { username: 'Somchai', password: 'secret' };
  expect((await signIn('ufabet', right)).status).toBe(401);
  const headers = { 'x-agent': 'krapao', 'x-api-key': sandbox.key };
  const answer = await fetch(`${sandbox.address()}/games/ufabet/api/login-state`, { headers });
  const { event } = (await answer.json()) as { event: Record<string, string> };
  expect(Object.keys(event)).toEqual(['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION']);
  expect((await signIn('ufabet', { ...right, ...event })).status).toBe(303);
  const forged = await signIn('ufabet', { ...right, ...event, __VIEWSTATE: 'forged' });
  expect(forged.status).toBe(401);
  expect(await forged.text()).toContain('open for too long');
  expect((await sandbox.get('/games/ufabet/api/login-state')).status).toBe(401);
  expect((await fetch(`${sandbox.address()}/games/huayhd/api/login-state`, { headers })).status).toBe(400);
});

test('every file that the pages load is served', async () => {
  const html = await (await sandbox.get(`/games/pg/play?session=${await sessionOf('pg', 'other')}`)).text();
  const files = [...html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(files).toContain('/page/table.js');
  for (const file of files) expect((await sandbox.get(file)).status, file).toBe(200);
});

describe('a table', () => {
  const at = (session: string, path = '', code = 'pg') => `/games/${code}/table${path}?session=${session}`;
  const json = async (answer: Promise<Response>) => {
    const response = await answer;
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test('plays for the player of its session', async () => {
    const session = await sessionOf('pg', 'somchai');
    const seat = { username: 'Somchai', currency: 'BAHT' };
    expect((await json(sandbox.get(at(session)))).body).toEqual({
      ...seat,
      balance: 100,
      inPlay: 0,
      bets: [],
      won: null,
    });
    const won = await json(sandbox.post(at(session, '/rounds'), { stake: 10.5, result: 'win' }));
    expect(won.body).toMatchObject({ balance: 110.5, won: 21 });
    const lost = await json(sandbox.post(at(session, '/rounds'), { stake: 10.5, result: 'lose' }));
    expect(lost.body).toMatchObject({ balance: 100, won: 0 });
    const placed = await json(sandbox.post(at(session, '/bets'), { stake: 25 }));
    expect(placed.body).toMatchObject({ balance: 75, inPlay: 25, bets: [{ betId: expect.any(String), stake: 25 }] });
    const [{ betId }] = placed.body.bets as [{ betId: string }];
    const settled = await json(sandbox.post(at(session, `/bets/${betId}`), { result: 'win' }));
    expect(settled.body).toMatchObject({ balance: 125, inPlay: 0, bets: [], won: 50 });
    expect((await sandbox.post(at(session, `/bets/${betId}`), { result: 'win' })).status).toBe(409);
    expect(await json(sandbox.get('/games/pg/players/other'))).toMatchObject({ body: { balance: 100, inPlay: 0 } });
  });

  test('a spin pays a whole number of stakes and answers how much', async () => {
    const session = await sessionOf('pgslot', 'somchai');
    let balance = 100;
    for (let spin = 0; spin < 10; spin++) {
      const { body } = await json(sandbox.post(at(session, '/rounds', 'pgslot'), { stake: 1, result: 'spin' }));
      expect([0, 1, 2, 3]).toContain(body.won);
      balance += Number(body.won) - 1;
      expect(body.balance).toBe(balance);
    }
  });

  test("settles no bet of another player, and opens with no other provider's session", async () => {
    const [mine, others] = [await sessionOf('circus', 'somchai'), await sessionOf('circus', 'other')];
    const { body } = await json(sandbox.post(at(others, '/bets', 'circus'), { stake: 5 }));
    const [{ betId }] = body.bets as [{ betId: string }];
    expect((await sandbox.post(at(mine, `/bets/${betId}`, 'circus'), { result: 'win' })).status).toBe(404);
    expect((await sandbox.get(at(mine, '', 'pg'))).status).toBe(401);
    expect((await sandbox.get(`/games/pg/play?session=${mine}`)).status).toBe(401);
  });

  test.each(['', 'x', 'a%00b', 'A'.repeat(43)])('the session %j plays nothing', async (session) => {
    expect((await sandbox.get(at(session))).status).toBe(401);
    expect((await sandbox.post(at(session, '/rounds'), { stake: 1, result: 'win' })).status).toBe(401);
    expect((await sandbox.post(at(session, '/bets'), { stake: 1 })).status).toBe(401);
    expect((await sandbox.post(at(session, '/bets/1'), { result: 'win' })).status).toBe(401);
    expect((await sandbox.get(`/games/pg/play?session=${session}`)).status).toBe(401);
  });

  test('an old session is over after twelve hours', async () => {
    const session = await sessionOf('imi', 'somchai');
    expect((await sandbox.get(at(session, '', 'imi'))).status).toBe(200);
    await sandbox.sql(`update game_sessions set expires_at = expires_at - interval '12 hours'`);
    expect((await sandbox.get(at(session, '', 'imi'))).status).toBe(401);
  });

  test("the page's link to a table opens one of that player", async () => {
    const table = await sandbox.get('/games/joker/players/somchai/table');
    expect(table.url).toContain('/games/joker/play?session=');
    expect(await table.text()).toContain('Somchai');
    expect((await sandbox.get('/games/joker/players/nobody/table')).status).toBe(404);
  });
});
