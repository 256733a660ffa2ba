import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { ERRORS } from '../contract/src/errors.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { until } from './programs.ts';
import { type Answer, CALLS_AT_ONCE, startWebWorld } from './web-proxy-world.ts';

const DEMO = { username: '0812345678', password: 'krapao-demo' };
const CUT_WITHIN_MS = 10_000;
const UNAVAILABLE = JSON.stringify({ message: 'SERVICE_UNAVAILABLE' });

test.describe.configure({ mode: 'default' });

const parts = new AsyncDisposableStack();
let world: Awaited<ReturnType<typeof startWebWorld>>;
let owner: Database;
let token: string;

test.beforeAll(async () => {
  world = await startWebWorld(parts);
  owner = openDatabase(world.database.addresses().ownerUrl, 2);
  parts.defer(() => owner.end());
  token = JSON.parse((await world.ask('POST /api/login', { body: DEMO })).text).token;
});
test.afterAll(() => parts.disposeAsync());

test('probes and figures of a node are not had from outside, and the desk only by operators', async () => {
  for (const path of ['/readyz', '/healthz', '/metrics', '/%72eadyz', '/Metrics', '/desk', '/%64esk'])
    expect({ path, ...(await world.ask(`GET ${path}`)) }).toMatchObject({ path, status: 404 });
  expect((await world.ask('GET /desk', { from: world.operator })).status).toBe(200);
  const conversations = (from: string) => world.ask('POST /api/desk/conversations', { from, body: {} });
  expect((await conversations('127.0.0.1')).status).toBe(404);
  expect((await conversations(world.operator)).status).not.toBe(404);
});

test('a body of many times what the proxy keeps reaches the product', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(8 * 1024 * 1024, 'x'), Buffer.from('\r\n--b--\r\n')]);
  const { text } = await world.ask('POST /api/wallet/slip', { body, token });
  expect(JSON.parse(text)).toEqual({ message: 'SLIP_UPLOAD_FAIL' });
});

test('a source that opens many connections and sends slowly takes up nothing that others need', async () => {
  const source = '127.0.0.5';
  const begun =
    'POST /api/login HTTP/1.1\r\nhost: localhost\r\nx-api-key: member-web\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  const sockets = Array.from({ length: 320 }, () => world.connectFrom(source));
  const open = () => sockets.filter((socket) => socket.authorized && !socket.destroyed).length;
  for (const socket of sockets) {
    socket.on('error', () => socket.destroy());
    socket.once('secureConnect', () => socket.write(begun));
  }
  await until('the others are refused', async () => sockets.filter(({ destroyed }) => destroyed).length === 120);
  await until('those within the ceiling are open', async () => open() === 200);
  for (let times = 0; times < 5; times++) {
    expect((await world.ask('GET /api/wallet', { from: '127.0.0.6', token })).status).toBe(200);
    expect(await world.areUp('calls', world.nodes)).toBe(true);
  }
  expect((await world.ask('GET /login', { from: source })).status).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('a source that signs in without end is refused, and others are answered meanwhile', async () => {
  const burst = Promise.all(
    Array.from({ length: 40 }, async () => {
      const answers: Answer[] = [];
      for (let times = 0; times < 10; times++)
        answers.push(await world.ask('POST /api/login', { from: '127.0.0.7', body: nobody() }));
      return answers;
    }),
  );
  for (let times = 0; times < 5; times++) {
    const other = await world.ask('POST /api/login', { from: '127.0.0.8', body: DEMO });
    expect(other).toMatchObject({ status: 200 });
    expect(other.ms).toBeLessThan(CUT_WITHIN_MS);
  }
  const refused = (await burst).flat().filter(({ headers }) => headers['retry-after'] === '10');
  expect(refused.length).toBeGreaterThanOrEqual(190);
  for (const { status, text } of refused)
    expect({ status, text }).toEqual({
      status: ERRORS.REQUEST_LIMIT,
      text: JSON.stringify({ message: 'REQUEST_LIMIT' }),
    });
  const page = await world.ask('GET /login', { from: '127.0.0.7' });
  expect({ status: page.status, type: page.headers['content-type'] }).toEqual({
    status: ERRORS.REQUEST_LIMIT,
    type: 'text/html; charset=utf-8',
  });
  expect(page.text).toContain('<meta http-equiv="refresh"');
});

test('of one source only so many calls are under way, until they are over', async () => {
  const from = '127.0.0.9';
  const locking = await owner.connect();
  try {
    await locking.query('begin');
    await locking.query('lock table members in access exclusive mode');
    const answers: Answer[] = [];
    const asked = Array.from({ length: CALLS_AT_ONCE + 4 }, async () => {
      answers.push(await world.ask('GET /api/wallet', { from, token }));
    });
    await until('the others are refused', async () => answers.length === 4);
    expect(statuses(answers)).toEqual([ERRORS.REQUEST_LIMIT]);
    expect((await world.ask('GET /login', { from })).status).toBe(200);
    await locking.query('rollback');
    await Promise.all(asked);
    expect(statuses(answers.slice(4))).toEqual([200]);
    expect((await world.ask('GET /api/wallet', { from, token })).status).toBe(200);
  } finally {
    locking.release(true);
  }
});

test('a page takes no body', async () => {
  for (const name of ['POST /login', 'GET /login'])
    expect(await world.ask(name, { body: {} })).toMatchObject({ status: 404, text: '{"message":"NO_DATA"}' });
  expect((await world.ask('GET /login')).status).toBe(200);
});

test('a call that offers another protocol is answered as any other', async () => {
  for (const upgrade of ['websocket', 'h2c'])
    expect(await world.ask('GET /api/wallet', { token, upgrade })).toMatchObject({ status: 200 });
});

test('a node that is stopped as planned cuts nothing, and nothing is refused meanwhile', async () => {
  const [first] = world.nodes;
  const underWay = await whileCallsWait(async () => {
    process.kill(first.service().pid as number, 'SIGTERM');
    await until('the proxy knows that it stops', () => world.areUp('calls', [first], false));
  });
  let isOver = false;
  void first.service().ended.then(() => {
    isOver = true;
  });
  const meanwhile: Answer[] = [];
  for (let at = 0; !isOver; at++)
    for (const path of ['/api/wallet', '/login'])
      meanwhile.push(await world.ask(`GET ${path}`, { from: `127.0.1.${1 + (at % 200)}`, token }));
  expect(statuses(underWay.reads)).toEqual([200]);
  expect(statuses(underWay.writes)).toEqual([401]);
  expect(statuses(meanwhile)).toEqual([200]);
  await first.start();
  await until('the proxy knows it again', () => world.areUp('calls', world.nodes));
});

test('what a hung node had is asked of another if it only reads, and told as unknown if not, within 10 s', async () => {
  const [first] = world.nodes;
  const hung = first.service().pid as number;
  try {
    const underWay = await whileCallsWait(async () => void process.kill(hung, 'SIGSTOP'));
    const began = performance.now();
    await until('the proxy knows that it hangs', () => world.areUp('calls', [first], false));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await world.ask('GET /api/wallet', { token })).toMatchObject({ status: 200 });
    expect(statuses(underWay.reads)).toEqual([200]);
    expect(statuses(underWay.writes)).toEqual([401, 502]);
    for (const { status, text, ms } of [...underWay.reads, ...underWay.writes]) {
      expect(ms).toBeLessThan(CUT_WITHIN_MS);
      if (status === 502) expect(text).toBe(UNAVAILABLE);
    }
  } finally {
    process.kill(hung, 'SIGCONT');
  }
  await until('the proxy knows it again', () => world.areUp('calls', world.nodes));
});

test('while the database is away pages are served, and calls and sockets are told to come back', async () => {
  const upload = await beginUpload();
  const underWay = await whileCallsWait(world.database.stop);
  await until('the proxy knows it', () => world.areUp('calls', world.nodes, false));
  // In the words of the nodes: nothing was cut, nor is what goes on.
  expect(statuses([...underWay.reads, ...underWay.writes])).toEqual([503]);
  expect(await upload.end()).toContain(JSON.stringify({ message: 'SLIP_UPLOAD_FAIL' }));
  for (const name of ['GET /api/wallet', 'POST /api/login', 'GET /socket.io/?EIO=4&transport=websocket']) {
    const { status, text, headers } = await world.ask(name, { token, ...(name.startsWith('POST') && { body: DEMO }) });
    expect({ status, text }).toEqual({ status: ERRORS.SERVICE_UNAVAILABLE, text: UNAVAILABLE });
    expect(headers).toMatchObject({ 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' });
  }
  const page = await world.ask('GET /login');
  expect(page).toMatchObject({ status: 200 });
  const [script] = /\/assets\/[^"]+\.js/.exec(page.text) ?? [];
  expect((await world.ask(`GET ${script}`)).status).toBe(200);
  await world.database.startAgain();
  await until('the proxy knows that it is back', () => world.areUp('calls', world.nodes));
  expect(await world.ask('GET /api/wallet', { token })).toMatchObject({ status: 200 });
});

test('while no node lives, a page of ours says so in three languages and tries again by itself', async () => {
  await Promise.all(world.nodes.map(({ service }) => service().kill()));
  await until('the proxy knows it', () => world.areUp('pages', world.nodes, false));
  const { status, headers, text } = await world.ask('GET /user/home');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 503, type: 'text/html; charset=utf-8' });
  expect(text).toContain('<meta http-equiv="refresh"');
  for (const language of ['th', 'lo', 'en']) expect(text).toContain(`<section lang="${language}">`);
  expect(text).not.toMatch(/<script|https?:/);
  expect(await world.ask('GET /api/wallet')).toMatchObject({ status: 503, text: UNAVAILABLE });
  await Promise.all(world.nodes.map(({ start }) => start()));
  await until('the proxy knows them again', () => world.areUp('calls', world.nodes));
});

/** A slip of which the node has the first half. */
async function beginUpload() {
  const admitted = `select count(*)::int as count from rate_limit_events`;
  const before = (await owner.query(admitted)).rows[0].count;
  const half = 'x'.repeat(100_000);
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const socket = world.connectFrom('127.0.0.1');
  let heard = '';
  socket.on('data', (part: Buffer) => {
    heard += part;
  });
  const ended = once(socket, 'close');
  const lines = [
    'POST /api/wallet/slip HTTP/1.1',
    'host: localhost',
    'x-api-key: member-web',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${head.length + 2 * half.length + tail.length}`,
    'connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${head}${half}`);
  await until('the node takes it', async () => (await owner.query(admitted)).rows[0].count > before);
  return {
    end: async () => {
      expect(heard).toBe('');
      socket.write(half + tail);
      await ended;
      return heard;
    },
  };
}

type UnderWay = { reads: Answer[]; writes: Answer[] };

/** Calls at both nodes wait for the database while something happens to the nodes. Answers what became of the calls. */
async function whileCallsWait(happen: () => Promise<void>): Promise<UnderWay> {
  const locking = await owner.connect();
  try {
    await locking.query('begin');
    await locking.query('lock table members in access exclusive mode');
    const sources = Array.from({ length: 6 }, (_, at) => `127.0.2.${at + 1}`);
    const begun = Promise.all([
      Promise.all(sources.map((from) => world.ask('GET /api/wallet', { from, token }))),
      Promise.all(sources.map((from) => world.ask('POST /api/login', { from, body: nobody() }))),
    ]);
    const waiting = `select count(*)::int as count from pg_locks where not granted`;
    // Of each kind one at each node; the others wait for these.
    await until('they wait', async () => (await locking.query(waiting)).rows[0].count >= 4);
    await happen();
    await locking.query('rollback').catch(() => {});
    const [reads, writes] = await begun;
    return { reads, writes };
  } finally {
    locking.release(true);
  }
}

let strangers = 0;

/** Another phone each time: too many wrong passwords for one are refused. */
function nobody() {
  return { username: `089${String(++strangers).padStart(7, '0')}`, password: 'nobody has this' };
}

/** Each once. */
function statuses(answers: Answer[]): number[] {
  return [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other);
}
