import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeCertificate } from '../../cluster/certificates.ts';
import { until } from '../../cluster/programs.ts';
import { startWebProxy } from '../../cluster/web-proxy.ts';
import { freePort } from '../../launch/ports.ts';
import { startSession } from '../../server/src/platform/sessions.ts';
import { newFolder } from '../../world/databases.ts';
import { ONE_ADDRESS } from '../../world/one-address.ts';
import { newMember } from '../../world/people.ts';
import { startWorld } from '../../world/start-world.ts';
import { tell } from '../figures.ts';
import { median } from '../load.ts';
import { type Answer, callersOn, type Send, type Way } from './callers.ts';

const SECONDS = Number(process.env.FLOOD_SECONDS || 20);
const FLOODERS = 260;
const OTHERS = 12;
const PATIENCE_MS = 5_000;
/** Of the flood, and of the others, who share none. */
const [ONE_IPV4, ONE_48] = ['127.9.9.9', '2001:db8:a'];
const addressOf = (other: number) => `127.1.1.${other + 1}`;
/** Every limit is as a service has it. */
const USUAL = Object.fromEntries(Object.keys(ONE_ADDRESS).map((name) => [name, '']));

type Account = Awaited<ReturnType<typeof newMember>>;
/** What one account of the flood asks again and again. */
type Flooder = (send: Send, account: Account, at: number, way: Way) => () => Promise<Answer>;
const NOTHING: Answer = { status: 0, token: undefined, ms: 0 };
/** Together more than the proxy takes. */
const HELD_BY_ONE = 40;

const signIn = (send: Send, { username, password }: Account, address: string) =>
  send(address, { method: 'POST', path: '/api/login', body: { username, password } });

const FLOODS: Record<string, Flooder> = {
  nobody: () => () => delay(SECONDS * 1_000, NOTHING),
  'one IPv4 address changes passwords': (send, account) => {
    let { token } = account;
    return async () => {
      const body = { oldPassword: account.password, newPassword: account.password };
      const answer = await send(ONE_IPV4, { method: 'PUT', path: '/api/account/changepwd', token, body });
      token = answer.token ?? token;
      return answer;
    };
  },
  'one IPv4 address signs in': (send, account) => () => signIn(send, account, ONE_IPV4),
  'a /48 signs in': (send, account, at) => () => signIn(send, account, ipv6Of(at)),
};
/** Only the proxy is reached at the addresses of a /48. */
const FLOODS_OF_PROXY: Record<string, Flooder> = {
  'a /48 holds connections': (_send, _account, at, way) => () => holdConnections(way, ipv6Of(at)),
};

const ipv6Of = (at: number) => `${ONE_48}:${at.toString(16)}::1`;

/** Connections over which nothing is said. */
async function holdConnections({ urls }: Way, localAddress: string): Promise<Answer> {
  const place = { host: '::1', port: Number(new URL(urls.ipv6).port), localAddress };
  const held = Array.from({ length: HELD_BY_ONE }, () => connect(place).on('error', () => {}));
  await delay(SECONDS * 1_000);
  for (const socket of held) socket.destroy();
  return NOTHING;
}

await using parts = new AsyncDisposableStack();
await haveAddresses();
const [port, healthPort] = [await freePort(), await freePort()];
const environment = { ...USUAL, TRUST_PROXY: '127.0.0.1', ROLE: 'api', LOG_LEVEL: 'error' };
const { url, db } = await startWorld(parts, { environment: { ...environment, METRICS_PORT: String(healthPort) } });
const accounts: Account[] = [];
for (let made = 0; made < FLOODERS + OTHERS; made++) accounts.push(await newMember(db, 'th'));
const others = accounts.splice(0, OTHERS);

await measure({ name: 'at the node', urls: { ipv4: url, ipv6: url } });
await measure(await behindProxy());

/** The addresses that callers' connections come from; those of 127.0.0.0/8 a machine has with its loopback device. */
async function haveAddresses(): Promise<void> {
  const ip = (...words: string[]) => promisify(execFile)('ip', words);
  await ip('link', 'set', 'lo', 'up');
  await ip('-6', 'route', 'add', 'local', `${ONE_48}::/48`, 'dev', 'lo');
  await writeFile('/proc/sys/net/ipv6/ip_nonlocal_bind', '1');
}

/** Through the proxy of `deploy/`, with nothing changed in it. */
async function behindProxy(): Promise<Way> {
  const folder = await newFolder(parts);
  // The proxy runs as a user of its own.
  await chmod(folder, 0o711);
  const certificate = await makeCertificate(folder, 'localhost', { names: ['IP:127.0.0.1', 'IP:::1'] });
  const node = { name: 'node1', url, healthPort };
  const away = { url: `http://127.0.0.1:${await freePort()}`, healthPort: await freePort() };
  const nodes = [node, { name: 'node2', ...away }, { name: 'node3', ...away }];
  const proxy = await startWebProxy(parts, {
    ...{ folder, port, certificate, nodes },
    listensAt: ['127.0.0.1', '[::1]'],
    settings: {},
  });
  await until('the proxy knows the node', () => proxy.isUp('calls', node.name));
  const urls = { ipv4: `https://127.0.0.1:${port}`, ipv6: `https://[::1]:${port}` };
  return { name: 'behind the proxy', urls, ca: certificate.text };
}

async function measure(way: Way): Promise<void> {
  for (const [flood, flooder] of Object.entries({ ...FLOODS, ...(way.ca && FLOODS_OF_PROXY) })) {
    // Passwords that a flood before this one changed ended the sign-ins, and budgets of this hour are used up.
    await db.query('delete from rate_limit_events');
    await db.query('delete from sessions');
    for (const account of accounts) account.token = await startSession(db, account.id, false);
    const { send, disconnect } = callersOn(way);
    const [answered, flooded] = await floodFor((account, at) => flooder(send, account, at, way), send);
    disconnect();
    const good = answered.filter(({ status, ms }) => status === 200 && ms <= PATIENCE_MS);
    const times = answered.map(({ ms }) => ms);
    console.log(`${way.name}, ${flood}: the flood was answered ${counted(flooded)}; the others ${counted(answered)}`);
    console.log(`others: median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`);
    const share = (100 * good.length) / answered.length;
    tell({ name: `${way.name}, ${flood}: others answered 200 within 5 s`, value: share, unit: '%', least: 95 });
  }
}

/** The others' answers, and the flood's. */
async function floodFor(
  flooder: (account: Account, at: number) => () => Promise<Answer>,
  send: Send,
): Promise<[Answer[], Answer[]]> {
  const end = performance.now() + SECONDS * 1_000;
  const repeat = async (next: () => Promise<Answer>, pauseMs: number, answers: Answer[]) => {
    while (performance.now() < end) {
      answers.push(await next());
      await delay(pauseMs);
    }
  };
  const [answered, flooded]: [Answer[], Answer[]] = [[], []];
  const flood = accounts.map((account, at) => repeat(flooder(account, at), 0, flooded));
  const honest = others.map((other, at) => repeat(() => signIn(send, other, addressOf(at)), 1_000, answered));
  await Promise.all([...flood, ...honest]);
  return [answered, flooded];
}

function counted(answers: Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts].map(([status, { length }]) => `${length} × ${status || 'nothing'}`).join(', ');
}
