import { createHash, createHmac } from 'node:crypto';
import type { TestSandbox } from './harness.ts';

/** The product's side of docs/game-dialects.md, written a second time: amounts are satang here. */
type Request = { method: string; path: string; headers: Record<string, string>; body?: string };
type Fields = Record<string, string | number>;
export type HttpAnswer = { status: number; body: unknown };

type Dialect = {
  create: (username: string, password: string, currency: string) => Request;
  balance: (username: string) => Request;
  moveIn: (username: string, reference: string, amount: number) => Request;
  moveOut: (username: string, reference: string, amount: number) => Request;
  status: (reference: string) => Request;
  password: (username: string, password: string) => Request;
  launch: (username: string, password?: string) => Request;
  says: {
    done: (username: string) => HttpAnswer;
    balance: (balance: number, inPlay: number) => HttpAnswer;
    moved: (reference: string, balance: number) => HttpAnswer;
    state: (reference: string, state: 'done' | 'failed') => HttpAnswer;
    launched: (url: unknown) => HttpAnswer;
    refusal: (why: Refused) => HttpAnswer;
  };
};

type Refused = keyof typeof CODES.action;

const CODES = {
  envelope: {
    exists: [409, 'player_exists'],
    noPlayer: [404, 'player_not_found'],
    notEnough: [422, 'insufficient_balance'],
    rejected: [422, 'rejected'],
    used: [409, 'reference_reused'],
    noReference: [404, 'transaction_not_found'],
    wrongPassword: [401, 'wrong_password'],
    badRequest: [400, 'bad_request'],
    badSignature: [401, 'bad_signature'],
  },
  action: {
    exists: [200, 101],
    noPlayer: [200, 102],
    notEnough: [200, 201],
    rejected: [200, 301],
    used: [200, 205],
    noReference: [200, 404],
    wrongPassword: [200, 301],
    badRequest: [200, 400],
    badSignature: [401, 403],
  },
  credit: {
    exists: [409, 'MEMBER_EXISTS'],
    noPlayer: [404, 'MEMBER_NOT_FOUND'],
    notEnough: [422, 'NOT_ENOUGH_CREDIT'],
    rejected: [422, 'REJECTED'],
    used: [409, 'DUPLICATE_REFERENCE'],
    noReference: [404, 'REFERENCE_NOT_FOUND'],
    wrongPassword: [401, 'WRONG_PASSWORD'],
    badRequest: [400, 'BAD_REQUEST'],
    badSignature: [401, 'BAD_SIGNATURE'],
  },
  resource: {
    exists: [409, 'USER_EXISTS'],
    noPlayer: [404, 'USER_NOT_FOUND'],
    notEnough: [422, 'INSUFFICIENT_FUNDS'],
    rejected: [422, 'REJECTED'],
    used: [409, 'REFERENCE_CONFLICT'],
    noReference: [404, 'TRANSFER_NOT_FOUND'],
    wrongPassword: [422, 'REJECTED'],
    badRequest: [400, 'BAD_REQUEST'],
    badSignature: [401, 'BAD_KEY'],
  },
} as const;

const decimals = (satang: number) => (satang / 100).toFixed(2);
const sorted = (fields: Fields) =>
  Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const ok = (body: object): HttpAnswer => ({ status: 200, body });

function envelope(hash: 'sha1' | 'sha256', key: string): Dialect {
  const post = (path: string, fields: Fields): Request => {
    const body = JSON.stringify(fields);
    const signature = createHmac(hash, key).update(body).digest('hex');
    return { method: 'POST', path, headers: { 'x-agent': 'krapao', 'x-signature': signature }, body };
  };
  const data = (content: object) => ok({ status: 'ok', data: content });
  return {
    create: (username, password, currency) => post('/players', { username, password, currency }),
    balance: (username) => post('/balance', { username }),
    moveIn: (username, reference, amount) => post('/deposit', { username, reference, amount: decimals(amount) }),
    moveOut: (username, reference, amount) => post('/withdraw', { username, reference, amount: decimals(amount) }),
    status: (reference) => post('/transactions', { reference }),
    password: (username, password) => post('/password', { username, password }),
    launch: (username, password) => post('/launch', { username, ...(password && { password }) }),
    says: {
      done: () => data({}),
      balance: (balance, inPlay) => data({ balance: decimals(balance), inPlay: decimals(inPlay) }),
      moved: (reference, balance) => data({ reference, balance: decimals(balance) }),
      state: (_reference, state) => data({ state }),
      launched: (url) => data({ url }),
      refusal: (why) => {
        const [status, code] = CODES.envelope[why];
        return { status, body: { status: 'error', code } };
      },
    },
  };
}

function action(key: string): Dialect {
  const post = (name: string, fields: Fields): Request => {
    const signed = { action: name, agent: 'krapao', ...fields };
    const sign = createHash('md5')
      .update(sorted(signed) + key)
      .digest('hex');
    const body = new URLSearchParams({ ...signed, sign } as Record<string, string>).toString();
    return { method: 'POST', path: '', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
  };
  const code = (content: object) => ok({ code: 0, ...content });
  return {
    create: (username, password, currency) => post('create', { username, password, currency }),
    balance: (username) => post('balance', { username }),
    moveIn: (username, requestid, amount) => post('transfer', { username, requestid, amount: decimals(amount) }),
    moveOut: (username, requestid, amount) => post('transfer', { username, requestid, amount: decimals(-amount) }),
    status: (requestid) => post('check', { requestid }),
    password: (username, password) => post('password', { username, password }),
    launch: (username) => post('launch', { username }),
    says: {
      done: () => code({}),
      balance: (balance, inPlay) => code({ balance: decimals(balance), outstanding: decimals(inPlay) }),
      moved: (_reference, balance) => code({ balance: decimals(balance) }),
      state: (_reference, state) => code({ status: state === 'done' ? 1 : 2 }),
      launched: (url) => code({ url }),
      refusal: (why) => {
        const [status, number] = CODES.action[why];
        return { status, body: { code: number } };
      },
    },
  };
}

function credit(hash: 'sha1' | 'sha256', key: string): Dialect {
  const headers = (fields: Fields) => ({
    authorization: `HMAC krapao:${createHmac(hash, key).update(sorted(fields)).digest('hex')}`,
  });
  const post = (path: string, fields: Fields): Request => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers(fields) },
    body: JSON.stringify(fields),
  });
  const get = (path: string, fields: Record<string, string>): Request => ({
    method: 'GET',
    path: `${path}?${new URLSearchParams(fields)}`,
    headers: headers(fields),
  });
  const success = (content: object) => ok({ success: true, ...content });
  return {
    create: (username, password, currency) => post('/member/create', { username, password, currency }),
    balance: (username) => get('/member/balance', { username }),
    moveIn: (username, ref, amount) => post('/credit/add', { username, ref, amount }),
    moveOut: (username, ref, amount) => post('/credit/remove', { username, ref, amount }),
    status: (ref) => get('/credit/status', { ref }),
    password: (username, password) => post('/member/password', { username, password }),
    launch: (username, password) => post('/game/launch', { username, ...(password && { password }) }),
    says: {
      done: () => success({}),
      balance: (balance, inPlay) => success({ credit: balance, inPlay }),
      moved: (_reference, balance) => success({ credit: balance }),
      state: (_reference, state) => success({ state: state === 'done' ? 'SUCCESS' : 'FAIL' }),
      launched: (link) => success({ link }),
      refusal: (why) => {
        const [status, error] = CODES.credit[why];
        return { status, body: { success: false, error } };
      },
    },
  };
}

function resource(key: string): Dialect {
  const call = (method: string, path: string, content?: object): Request => ({
    method,
    path,
    headers: { 'x-agent': 'krapao', 'x-api-key': key, ...(content && { 'content-type': 'application/json' }) },
    ...(content && { body: JSON.stringify(content) }),
  });
  const transfer = (type: string) => (username: string, reference: string, amount: number) =>
    call('PUT', `/transfers/${reference}`, { username, type, amount: amount / 100 });
  return {
    create: (username, password, currency) => call('PUT', `/users/${username}`, { password, currency }),
    balance: (username) => call('GET', `/users/${username}/wallet`),
    moveIn: transfer('DEPOSIT'),
    moveOut: transfer('WITHDRAW'),
    status: (reference) => call('GET', `/transfers/${reference}`),
    password: (username, password) => call('PUT', `/users/${username}/password`, { password }),
    launch: (username) => call('POST', `/users/${username}/session`),
    says: {
      done: (username) => ok({ username }),
      balance: (balance, inPlay) => ok({ balance: balance / 100, outstanding: inPlay / 100 }),
      moved: (reference) => ok({ reference, status: 'COMPLETED' }),
      state: (reference, state) => ok({ reference, status: state === 'done' ? 'COMPLETED' : 'REJECTED' }),
      launched: (url) => ok({ url }),
      refusal: (why) => {
        const [status, error] = CODES.resource[why];
        return { status, body: { error } };
      },
    },
  };
}

export const PROVIDERS = [
  { code: 'pg', speak: (key: string) => envelope('sha256', key), duplicates: 'replays', launch: 'username' },
  { code: 'pgslot', speak: (key: string) => envelope('sha256', key), duplicates: 'replays', launch: 'password' },
  { code: 'slotracha', speak: (key: string) => envelope('sha1', key), duplicates: 'replays', launch: 'password' },
  { code: 'circus', speak: (key: string) => envelope('sha1', key), duplicates: 'replays', launch: 'password' },
  { code: 'joker', speak: action, duplicates: 'refused', launch: 'username' },
  { code: 'joker2', speak: action, duplicates: 'refused', launch: 'username' },
  { code: 'slotxo', speak: action, duplicates: 'refused', launch: 'username' },
  { code: 'betflix', speak: (key: string) => credit('sha1', key), duplicates: 'refused', launch: 'username' },
  { code: 'askmebet', speak: (key: string) => credit('sha1', key), duplicates: 'refused', launch: 'password' },
  { code: 'areaslot', speak: (key: string) => credit('sha1', key), duplicates: 'refused', launch: 'username' },
  { code: 'imi', speak: (key: string) => credit('sha256', key), duplicates: 'refused', launch: 'password' },
  { code: 'usun', speak: (key: string) => credit('sha256', key), duplicates: 'refused', launch: 'password' },
  { code: 'ufabet', speak: resource, duplicates: 'replays', launch: 'username' },
  { code: 'huayhd', speak: resource, duplicates: 'replays', launch: 'username' },
  { code: 'yeekee', speak: resource, duplicates: 'replays', launch: 'username' },
  { code: 'laolotto', speak: resource, duplicates: 'replays', launch: 'username' },
] as const;

/** A caller of one provider with the given key, and the answers expected from that provider. */
export function callerOf(sandbox: TestSandbox, code: string, key = sandbox.key) {
  const provider = PROVIDERS.find((one) => one.code === code);
  if (!provider) throw new Error(`no provider ${code}`);
  const { says, ...requests } = provider.speak(key);
  const send = async ({ path, ...request }: Request, deadlineMs = 10_000): Promise<HttpAnswer> => {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(`${sandbox.address()}/games/${code}/api${path}`, { ...request, signal });
    return { status: response.status, body: await response.json() };
  };
  return { says, requests, send };
}
