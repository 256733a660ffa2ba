import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../test/game-dialects.ts';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  for (const code of ['pg', 'joker', 'betflix', 'ufabet']) {
    const { requests, send } = callerOf(sandbox, code);
    await send(requests.create('somebody', 'secret', 'THB'));
    await send(requests.moveIn('somebody', 'first', 10_000));
  }
});
afterAll(() => sandbox.end());

async function ask(code: string, path: string, request: RequestInit) {
  const response = await fetch(`${sandbox.address()}/games/${code}/api${path}`, request);
  return { status: response.status, body: await response.json() };
}

async function expectUnchanged(code: string, reference: string): Promise<void> {
  const { requests, says, send } = callerOf(sandbox, code);
  expect(await send(requests.balance('somebody'))).toEqual(says.balance(10_000, 0));
  expect(await send(requests.status(reference))).toEqual(says.refusal('noReference'));
}

const hmac = (hash: string, text: string) => createHmac(hash, sandbox.key).update(text).digest('hex');
const UNREADABLE_REFERENCE = ['', 'x'.repeat(51), 'a b', 'a\0b', 7, null];

describe('envelope', () => {
  const post = (path: string, raw: string, signature = hmac('sha256', raw), agent = 'krapao') =>
    ask('pg', path, { method: 'POST', headers: { 'x-agent': agent, 'x-signature': signature }, body: raw });
  const BAD = { status: 400, body: { status: 'error', code: 'bad_request' } };
  const FORGED = { status: 401, body: { status: 'error', code: 'bad_signature' } };
  const move = (change: object) =>
    JSON.stringify({ username: 'somebody', reference: 'odd', amount: '1.00', ...change });

  test.each(['1.001', '1.0', '1', '0.00', '-1.00', '+1.00', '1e2', '1,000.00', '', ' 1.00', 1, null, ['1.00']])(
    'the amount %j is a bad request and moves nothing',
    async (amount) => {
      expect(await post('/deposit', move({ amount }))).toEqual(BAD);
      expect(await post('/withdraw', move({ amount }))).toEqual(BAD);
      await expectUnchanged('pg', 'odd');
    },
  );

  test.each(UNREADABLE_REFERENCE)('the reference %j is a bad request', async (reference) => {
    expect(await post('/deposit', move({ reference }))).toEqual(BAD);
  });

  test.each(['{"username":', '[]', 'null', '"text"', ''])('the signed body %j is a bad request', async (raw) => {
    expect(await post('/deposit', raw)).toEqual(BAD);
  });

  test('the signature covers every byte of the body in lowercase hex, and the agent is ours', async () => {
    const raw = move({});
    expect(await post('/deposit', `${raw} `, hmac('sha256', raw))).toEqual(FORGED);
    expect(await post('/deposit', raw, hmac('sha256', raw).toUpperCase())).toEqual(FORGED);
    expect(await post('/deposit', raw, hmac('sha1', raw))).toEqual(FORGED);
    expect(await post('/deposit', raw, undefined, 'another')).toEqual(FORGED);
    await expectUnchanged('pg', 'odd');
  });

  test('a player with an unknown currency is not made', async () => {
    expect(await post('/players', '{"username":"n1","password":"p","currency":"BAHT"}')).toEqual(BAD);
    expect((await sandbox.get('/games/pg/players/n1')).status).toBe(404);
  });
});

describe('action', () => {
  const post = (fields: Record<string, string>, sign?: string) => {
    const all = { agent: 'krapao', ...fields } as Record<string, string>;
    const text = Object.keys(all)
      .sort()
      .map((name) => `${name}=${all[name]}`)
      .join('&');
    const body = new URLSearchParams({
      ...all,
      sign:
        sign ??
        createHash('md5')
          .update(text + sandbox.key)
          .digest('hex'),
    });
    return ask('joker', '', { method: 'POST', body });
  };
  const transfer = { action: 'transfer', username: 'somebody', requestid: 'odd' };

  test.each(['1.001', '0.00', '-0.00', '0', '--1', '1e2', '1,000.00', '', '.5', 'NaN'])(
    'the amount %j is a bad request and moves nothing',
    async (amount) => {
      expect(await post({ ...transfer, amount })).toEqual({ status: 200, body: { code: 400 } });
      await expectUnchanged('joker', 'odd');
    },
  );

  test('an unknown action, a wrong sign and another agent are refused', async () => {
    const forged = { status: 401, body: { code: 403 } };
    expect(await post({ ...transfer, action: 'steal', amount: '1.00' })).toEqual({ status: 200, body: { code: 400 } });
    expect(await post({ ...transfer, amount: '1.00' }, 'f'.repeat(32))).toEqual(forged);
    expect(await post({ ...transfer, amount: '1.00' }, '')).toEqual(forged);
    expect(await post({ ...transfer, amount: '1.00', agent: 'another' })).toEqual(forged);
    await expectUnchanged('joker', 'odd');
  });
});

describe('credit', () => {
  const sorted = (fields: Record<string, unknown>) =>
    Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&');
  const post = (fields: Record<string, unknown>, authorization = `HMAC krapao:${hmac('sha1', sorted(fields))}`) =>
    ask('betflix', '/credit/add', { method: 'POST', headers: { authorization }, body: JSON.stringify(fields) });
  const add = { username: 'somebody', ref: 'odd' };

  test.each([0, -1, 1.5, '100', true, null, 1e15, undefined])(
    'the amount %j is a bad request and moves nothing',
    async (amount) => {
      const fields = amount === undefined ? add : { ...add, amount };
      expect(await post(fields)).toEqual({ status: 400, body: { success: false, error: 'BAD_REQUEST' } });
      await expectUnchanged('betflix', 'odd');
    },
  );

  test('a signature of other fields, of another agent, or none, is refused', async () => {
    const forged = { status: 401, body: { success: false, error: 'BAD_SIGNATURE' } };
    const fields = { ...add, amount: 100 };
    expect(await post(fields, `HMAC krapao:${hmac('sha1', sorted({ ...fields, amount: 1 }))}`)).toEqual(forged);
    expect(await post(fields, `HMAC another:${hmac('sha1', sorted(fields))}`)).toEqual(forged);
    expect(await post(fields, hmac('sha1', sorted(fields)))).toEqual(forged);
    expect(await post(fields, '')).toEqual(forged);
    expect(await post({ username: { toString: 1 } }, 'HMAC krapao:')).toEqual(forged);
    await expectUnchanged('betflix', 'odd');
  });
});

describe('resource', () => {
  const put = (content: unknown, headers: Record<string, string> = { 'x-agent': 'krapao', 'x-api-key': sandbox.key }) =>
    ask('ufabet', '/transfers/odd', { method: 'PUT', headers, body: JSON.stringify(content) });
  const deposit = { username: 'somebody', type: 'DEPOSIT' };

  test.each([
    { ...deposit, amount: 0 },
    { ...deposit, amount: -1 },
    { ...deposit, amount: 1.001 },
    { ...deposit, amount: 1e-7 },
    { ...deposit, amount: 1e12 },
    { ...deposit, amount: '1.00' },
    { ...deposit, type: 'deposit', amount: 1 },
    { username: 'somebody', amount: 1 },
    [],
  ])('%j is a bad request and moves nothing', async (content) => {
    expect(await put(content)).toEqual({ status: 400, body: { error: 'BAD_REQUEST' } });
    await expectUnchanged('ufabet', 'odd');
  });

  test('a key that is wrong, missing or of another agent is refused', async () => {
    const content = { ...deposit, amount: 1 };
    for (const headers of [
      { 'x-agent': 'krapao', 'x-api-key': `${sandbox.key}x` },
      { 'x-agent': 'krapao' },
      { 'x-agent': 'another', 'x-api-key': sandbox.key },
    ]) {
      expect(await put(content, headers)).toEqual({ status: 401, body: { error: 'BAD_KEY' } });
    }
    await expectUnchanged('ufabet', 'odd');
  });

  test('the reference is the one of the address, whatever the body says', async () => {
    await put({ ...deposit, amount: 1, reference: 'hidden', code: 'huayhd' });
    const { requests, says, send } = callerOf(sandbox, 'ufabet');
    expect(await send(requests.status('hidden'))).toEqual(says.refusal('noReference'));
    expect(await send(requests.status('odd'))).toEqual(says.state('odd', 'done'));
  });
});

test('a code is matched without regard to case; an unknown one and a call of another dialect are 404', async () => {
  const headers = { 'x-agent': 'krapao', 'x-api-key': sandbox.key };
  expect((await ask('UfaBet', '/users/SOMEBODY/wallet', { headers })).status).toBe(200);
  expect((await ask('zz', '/users/somebody/wallet', { headers })).status).toBe(404);
  expect((await ask('pg', '/users/somebody/wallet', { headers })).status).toBe(404);
});

test('the books of one provider know nothing of another with the same names and references', async () => {
  const { requests, says, send } = callerOf(sandbox, 'huayhd');
  expect(await send(requests.balance('somebody'))).toEqual(says.refusal('noPlayer'));
  expect(await send(requests.status('first'))).toEqual(says.refusal('noReference'));
});
