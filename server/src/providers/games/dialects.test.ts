import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { SilentProvider } from './game-provider.ts';
import { openGames } from './games.ts';

/** A provider that answers as the test tells it to. */
let answer = (response: ServerResponse) => void response.end();
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => answer(response));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const settings = { DATABASE_URL: 'postgres://host/db', SANDBOX_URL: url, PROVIDER_TIMEOUT_MS: '5000' };
const games = openGames(readConfig(settings));
const providerOf = (code: string) => games.get(code)?.provider ?? expect.fail(`no ${code}`);

function say(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

const MOVE = { direction: 'in', username: 'kp1', amount: 100_00n, reference: 'r-0' } as const;
const move = (code: string) => providerOf(code).move(MOVE, AbortSignal.timeout(5_000));

type Said = [status: number, body: unknown];
type Words = {
  done: Said;
  states: Record<string, Said>;
  absent: Said;
  refused: Said[];
  notRefused: Said[];
  strange: Said[];
};

const DIALECTS: Record<string, Words> = {
  pg: {
    done: [200, { status: 'ok', data: { reference: 'r-0', balance: '100.00' } }],
    states: {
      done: [200, { status: 'ok', data: { state: 'done' } }],
      failed: [200, { status: 'ok', data: { state: 'failed' } }],
      'in-progress': [200, { status: 'ok', data: { state: 'in_progress' } }],
    },
    absent: [404, { status: 'error', code: 'transaction_not_found' }],
    refused: [
      [422, { status: 'error', code: 'insufficient_balance' }],
      [422, { status: 'error', code: 'rejected' }],
      [404, { status: 'error', code: 'player_not_found' }],
      [401, { status: 'error', code: 'bad_signature' }],
      [400, { status: 'error', code: 'bad_request' }],
      [422, { status: 'error', code: 'wrong_password' }],
    ],
    notRefused: [
      [409, { status: 'error', code: 'reference_reused' }],
      [409, { status: 'error', code: 'player_exists' }],
    ],
    strange: [
      [422, { status: 'error', code: 'maintenance' }],
      [422, { status: 'error', code: 'Rejected' }],
      [422, { status: 'error', code: 'constructor' }],
      [422, { status: 'error' }],
      [422, { status: 'refused', code: 'rejected' }],
      [200, { status: 'ok' }],
      [200, { status: 'ok', data: null }],
      [200, { status: 'OK', data: {} }],
      [404, { status: 'ok', data: { reference: 'r-0', balance: '100.00' } }],
      [200, { status: 'ok', data: { reference: 'another', balance: '100.00' } }],
      [200, { status: 'error', code: 'rejected' }],
      [503, { status: 'error', code: 'rejected' }],
    ],
  },
  joker: {
    done: [200, { code: 0, balance: '100.00' }],
    states: {
      done: [200, { code: 0, status: 1 }],
      failed: [200, { code: 0, status: 2 }],
      'in-progress': [200, { code: 0, status: 0 }],
    },
    absent: [200, { code: 404 }],
    refused: [
      [200, { code: 201 }],
      [200, { code: 301 }],
      [200, { code: 102 }],
      [401, { code: 403 }],
      [200, { code: 400 }],
    ],
    notRefused: [
      [200, { code: 205 }],
      [200, { code: 101 }],
    ],
    strange: [
      [200, { code: 999 }],
      [200, { code: -1 }],
      [200, { code: '301' }],
      [200, { code: '0' }],
      [200, { code: null }],
      [200, { code: false }],
      [200, { code: [0] }],
      [500, { code: 301 }],
      // Error pages of a proxy before a provider can look like its words.
      [404, { code: 0, name: 'Not Found', message: 'Page not found.', status: 404 }],
      [404, { code: 404, message: 'Not Found' }],
      [403, { code: 403, message: 'Forbidden' }],
      [200, { code: 0 }],
      [500, { code: 0 }],
    ],
  },
  imi: {
    done: [200, { success: true, credit: 10000 }],
    states: {
      done: [200, { success: true, state: 'SUCCESS' }],
      failed: [200, { success: true, state: 'FAIL' }],
      'in-progress': [200, { success: true, state: 'PENDING' }],
    },
    absent: [404, { success: false, error: 'REFERENCE_NOT_FOUND' }],
    refused: [
      [422, { success: false, error: 'NOT_ENOUGH_CREDIT' }],
      [422, { success: false, error: 'REJECTED' }],
      [404, { success: false, error: 'MEMBER_NOT_FOUND' }],
      [401, { success: false, error: 'BAD_SIGNATURE' }],
      [400, { success: false, error: 'BAD_REQUEST' }],
      [422, { success: false, error: 'WRONG_PASSWORD' }],
    ],
    notRefused: [
      [409, { success: false, error: 'DUPLICATE_REFERENCE' }],
      [409, { success: false, error: 'MEMBER_EXISTS' }],
    ],
    strange: [
      [422, { success: false, error: 'TRY_LATER' }],
      [422, { success: false, error: 'constructor' }],
      [422, { success: false }],
      [422, { error: 'REJECTED' }],
      [200, { success: 'true' }],
      [200, { success: 1 }],
      [200, { success: true }],
      [200, { success: true, credit: '10000' }],
      [502, { success: false, error: 'REJECTED' }],
      [500, { success: true, credit: 10000 }],
    ],
  },
  ufabet: {
    done: [200, { reference: 'r-0', status: 'COMPLETED' }],
    states: {
      done: [200, { reference: 'r-0', status: 'COMPLETED' }],
      failed: [200, { reference: 'r-0', status: 'REJECTED' }],
      'in-progress': [200, { reference: 'r-0', status: 'PROCESSING' }],
    },
    absent: [404, { error: 'TRANSFER_NOT_FOUND' }],
    refused: [
      [422, { error: 'INSUFFICIENT_FUNDS' }],
      [422, { error: 'REJECTED' }],
      [404, { error: 'USER_NOT_FOUND' }],
      [401, { error: 'BAD_KEY' }],
      [400, { error: 'BAD_REQUEST' }],
    ],
    notRefused: [
      [409, { error: 'REFERENCE_CONFLICT' }],
      [409, { error: 'USER_EXISTS' }],
      [200, { reference: 'r-0', status: 'PROCESSING' }],
    ],
    strange: [
      [422, { error: 'CLOSED_FOR_TONIGHT' }],
      [422, { error: 'constructor' }],
      [422, { error: ['REJECTED'] }],
      [404, { message: 'Not Found' }],
      [202, { reference: 'r-0', status: 'COMPLETED' }],
      [200, { reference: 'another', status: 'COMPLETED' }],
      [200, { reference: 'r-0', status: 'constructor' }],
      [200, { reference: 'r-0', status: 'COMPLETED', error: 'REJECTED' }],
      [200, { reference: 'r-0', status: 'completed' }],
      [200, { reference: 'r-0' }],
      [503, { error: 'REJECTED' }],
    ],
  },
};

/** Answers that any provider may send on a bad day. */
const NOISE: Said[] = [
  [200, ''],
  [200, '{"status": "<!doctype html><title>Service temporarily unavail'],
  [200, 'null'],
  [200, '[]'],
  [200, '0'],
  [200, '"ok"'],
  [200, '{}'],
  [204, ''],
  [400, '<html>Bad Request</html>'],
  [404, '<html>Not Found</html>'],
  [404, '{}'],
  [429, { message: 'Too Many Requests' }],
  [500, { message: 'Internal Server Error' }],
  [504, '<html>Gateway Time-out</html>'],
];

const each = test.each(Object.entries(DIALECTS));

each('%s: a move is done or refused only when the provider plainly says so', async (code, { done, refused }) => {
  say(...done);
  expect(await move(code)).toBe('done');
  for (const said of refused) {
    say(...said);
    expect({ said, is: await move(code) }).toEqual({ said, is: 'refused' });
  }
});

test('ufabet: a move that was accepted and is answered as rejected is refused', async () => {
  say(200, { reference: 'r-0', status: 'REJECTED' });
  expect(await move('ufabet')).toBe('refused');
});

each('%s: every other answer to a move leaves its outcome unknown', async (code, { notRefused, strange, absent }) => {
  for (const said of [...notRefused, ...strange, absent, ...NOISE]) {
    say(...said);
    expect({ said, is: await move(code) }).toEqual({ said, is: 'unknown' });
  }
});

each('%s: what became of a move is believed only when it is plainly said', async (code, words) => {
  for (const [state, said] of Object.entries(words.states)) {
    say(...said);
    expect(await providerOf(code).stateOf('r-0')).toBe(state);
  }
  say(...words.absent);
  expect(await providerOf(code).stateOf('r-0')).toBe('absent');
  const [, saysAbsent] = words.absent;
  const strange = words.strange.filter(([status]) => status !== 200);
  for (const said of [...words.refused, ...strange, ...NOISE, [500, saysAbsent] as Said]) {
    say(...said);
    const state = providerOf(code).stateOf('r-0');
    const heard = await state.catch((error: unknown) => (error instanceof SilentProvider ? 'unknown' : error));
    expect({ said, heard }).toEqual({ said, heard: 'unknown' });
  }
});

each('%s: no answer, a cut line, a redirect and a closed door leave a move unknown', async (code, { done }) => {
  answer = (response) => void response.destroy();
  expect(await move(code)).toBe('unknown');
  answer = (response) =>
    void response.writeHead(200, { 'content-length': '1000' }).write('{"co', () => response.destroy());
  expect(await move(code)).toBe('unknown');
  say(302, '', { location: `${url}/elsewhere` });
  expect(await move(code)).toBe('unknown');
  answer = () => {};
  expect(await providerOf(code).move(MOVE, AbortSignal.timeout(50))).toBe('unknown');
  say(...done);
  expect(await providerOf(code).move(MOVE, AbortSignal.abort())).toBe('unknown');
  const closed = openGames(readConfig({ DATABASE_URL: 'postgres://host/db', SANDBOX_URL: 'http://127.0.0.1:1' }));
  expect(await closed.get(code)?.provider.move(MOVE, AbortSignal.timeout(5_000))).toBe('unknown');
});

type Telling = {
  good: unknown;
  bad: unknown[];
  /** A balance, with nothing at stake, and what is read: whole minor units and the fraction of one beside them. */
  fractions: [told: unknown, minor: bigint, remainder: number][];
};

const IN_TEXT: Telling['fractions'] = [
  ['1.001', 100n, 0.1],
  ['500.1234', 500_12n, 0.34],
  ['0.00999999', 0n, 0.999999],
  ['7.100000', 7_10n, 0],
  // The most that is exact in JSON.
  ['9999999999999.99', 9_999_999_999_999_99n, 0],
];

const BALANCES: Record<string, Telling> = {
  pgslot: {
    good: { status: 'ok', data: { balance: '1234.50', inPlay: '0.01' } },
    bad: [
      ...['-1.00', '1.', '.5', 'NaN', '', null, '1e3', '12345678901234.00'].map((balance) => ({
        status: 'ok',
        data: { balance, inPlay: '0.00' },
      })),
      { status: 'ok', data: { balance: '1.00', inPlay: '-1.00' } },
    ],
    fractions: IN_TEXT.map(([balance, ...read]) => [{ status: 'ok', data: { balance, inPlay: '0.00' } }, ...read]),
  },
  slotxo: {
    good: { code: 0, balance: '1234.50', outstanding: '0.01' },
    bad: [
      ...['-1.00', 'NaN', '', null].map((balance) => ({ code: 0, balance, outstanding: '0.00' })),
      { code: 0 },
      { code: 0, balance: '1.00' },
    ],
    fractions: IN_TEXT.map(([balance, ...read]) => [{ code: 0, balance, outstanding: '0.00' }, ...read]),
  },
  betflix: {
    good: { success: true, credit: 123450, inPlay: 1 },
    bad: [
      ...[-1, '100', null, 2 ** 53].map((credit) => ({ success: true, credit, inPlay: 0 })),
      { success: true, credit: 100 },
    ],
    fractions: [
      [{ success: true, credit: 0.5, inPlay: 0 }, 0n, 0.5],
      [{ success: true, credit: 5.7e-14, inPlay: 0 }, 0n, 0],
      [{ success: true, credit: 50012.34, inPlay: 0 }, 500_12n, 0.34],
      [{ success: true, credit: 999_999_999_999_999, inPlay: 0 }, 9_999_999_999_999_99n, 0],
    ],
  },
  huayhd: {
    good: { balance: 1234.5, outstanding: 0.01 },
    bad: [...[-1, '100', null, 1e21].map((balance) => ({ balance, outstanding: 0 })), { balance: 100 }],
    fractions: [
      [{ balance: 500.1234, outstanding: 0 }, 500_12n, 0.34],
      [{ balance: 0.1 + 0.2, outstanding: 0 }, 30n, 4e-15],
      [{ balance: 5.7e-14, outstanding: 0 }, 0n, 0],
      [{ balance: 1.001, outstanding: 2.002 }, 3_00n, 0.3],
    ],
  },
};

test.each(Object.entries(BALANCES))('%s: a fraction of a satang is told apart', async (code, { fractions }) => {
  for (const [told, minor, remainder] of fractions) {
    say(200, told);
    const read = await providerOf(code).readBalance('kp1');
    expect(read.balance + read.inPlay, JSON.stringify(told)).toBe(minor);
    expect(read.remainder, JSON.stringify(told)).toBeCloseTo(remainder, 12);
  }
});

test.each(Object.entries(BALANCES))(
  '%s: a balance is read to the satang or not at all',
  async (code, { good, bad }) => {
    say(200, good);
    expect(await providerOf(code).readBalance('kp1')).toEqual({ balance: 1_234_50n, inPlay: 1n, remainder: 0 });
    for (const body of bad) {
      say(200, good);
      await providerOf(code).readBalance('kp1');
      say(200, body);
      await expect(providerOf(code).readBalance('kp1'), JSON.stringify(body)).rejects.toThrow();
    }
  },
);

test('only an address of the provider’s own site is passed on as a link', async () => {
  const player = { username: 'kp1', password: 'secret' };
  say(200, { status: 'ok', data: { url: `${url}/x` } });
  expect(await providerOf('pg').launchLink(player)).toBe(`${url}/x`);
  for (const link of [
    'https://play.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '/play',
    '',
    null,
    7,
    ['https://play.example/'],
  ]) {
    say(200, { status: 'ok', data: { url: link } });
    await expect(providerOf('pg').launchLink(player)).rejects.toThrow();
  }
});

test('a link to a host whose name only begins like that of the provider’s site is not passed on', async () => {
  // The address has no port, as in production: a name can go on where a port would end it.
  const pg = openGames(readConfig({ ...settings, GAME_PG_SITE: 'https://play.example' })).get('pg')?.provider;
  const enter = (link: string) => {
    say(200, { status: 'ok', data: { url: link } });
    return pg?.launchLink({ username: 'kp1', password: 'secret' });
  };
  expect(await enter('https://play.example/x')).toBe('https://play.example/x');
  for (const link of ['https://play.example.org/x', 'https://play.example:8443/x', 'https://play.examples/x'])
    await expect(enter(link), link).rejects.toThrow();
});
