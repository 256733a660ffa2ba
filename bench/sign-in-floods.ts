import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { startSession } from '../server/src/platform/sessions.ts';
import { newMember } from '../world/people.ts';
import { startWorld } from '../world/start-world.ts';
import { tell } from './figures.ts';
import { median } from './load.ts';

/**
 * Do members sign in while strangers flood the calls that hash passwords? Alone it starts a node and plays addresses by
 * `X-Forwarded-For`. With `FLOOD_URL` (a service that is there, behind its proxy) and `FLOOD_DATABASE_URL` (its database,
 * where the members are made) every caller's connection comes from an address of 127.0.0.0/8 of its own; of IPv6 a
 * machine has only one such address, so that the flood of a /48 is left out.
 */
const { FLOOD_URL, FLOOD_DATABASE_URL, FLOOD_SECONDS } = process.env;
const SECONDS = Number(FLOOD_SECONDS || 20);
const FLOODERS = 260;
const OTHERS = 12;
const PATIENCE_MS = 5_000;

type Account = Awaited<ReturnType<typeof newMember>>;
type Call = { method: string; path: string; token?: string; body: object };
type Answer = { status: number; token: string | undefined; ms: number };

await using parts = new AsyncDisposableStack();
const { url, db } = await openService();
const forwarded = !FLOOD_URL;

async function openService(): Promise<{ url: string; db: Database }> {
  if (FLOOD_URL && FLOOD_DATABASE_URL) {
    const there = openDatabase(FLOOD_DATABASE_URL, 4);
    parts.defer(() => there.end());
    return { url: FLOOD_URL, db: there };
  }
  const environment = { TRUST_PROXY: '127.0.0.1', ROLE: 'api', LOG_LEVEL: 'error', SIGN_INS_AN_HOUR: '30' };
  return startWorld(parts, { environment });
}

/** Callers of one address share its connections; IPv4 addresses of others are in a network of their own. */
const agents = new Map<string, PlainAgent>();

function agentOf(address: string): PlainAgent {
  const isTls = url.startsWith('https:');
  const local = forwarded ? {} : { localAddress: address };
  const agent =
    agents.get(address) ??
    // The certificate of a service on this machine is signed by nobody.
    (isTls
      ? new TlsAgent({ keepAlive: true, rejectUnauthorized: false, ...local })
      : new PlainAgent({ keepAlive: true, ...local }));
  agents.set(address, agent);
  return agent;
}

function send(address: string, { method, path, token, body }: Call): Promise<Answer> {
  const payload = JSON.stringify(body);
  const headers = {
    'x-api-key': 'member-web',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(forwarded && { 'x-forwarded-for': address }),
  };
  const began = performance.now();
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  return new Promise((settle) => {
    const end = (status: number, answered?: string) =>
      settle({ status, token: answered, ms: performance.now() - began });
    const asked = request(url + path, { method, headers, agent: agentOf(address), timeout: 60_000 }, async (answer) => {
      const text = (await answer.toArray()).join('');
      end(answer.statusCode ?? 0, answer.statusCode === 200 ? JSON.parse(text).token : undefined);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => end(0));
    asked.end(payload);
  });
}

const signIn = ({ username, password }: Account, address: string) =>
  send(address, { method: 'POST', path: '/api/login', body: { username, password } });

type Flooder = (account: Account, at: number) => () => Promise<Answer>;

const flooders: Record<string, Flooder> = {
  nobody: () => () => delay(SECONDS * 1_000, { status: 0, token: undefined, ms: 0 }),
  'one IPv4 address changes passwords': (account) => {
    let { token } = account;
    return async () => {
      const body = { oldPassword: account.password, newPassword: account.password };
      const answer = await send(forwarded ? '192.0.2.1' : '127.9.9.9', {
        ...{ method: 'PUT', path: '/api/account/changepwd', token, body },
      });
      token = answer.token ?? token;
      return answer;
    };
  },
  ...(forwarded
    ? { 'a /48 signs in': (account, at) => () => signIn(account, `2001:db8:a:${at.toString(16)}::1`) }
    : { 'one IPv4 address signs in': (account) => () => signIn(account, '127.9.9.9') }),
};

const accounts: Account[] = [];
for (let made = 0; made < FLOODERS + OTHERS; made++) accounts.push(await newMember(db, 'th'));
const others = accounts.splice(0, OTHERS);

for (const [flood, flooder] of Object.entries(flooders)) {
  // Passwords that a flood before this one changed ended the sign-ins.
  for (const account of accounts) account.token = await startSession(db, account.id, false);
  const [answered, flooded] = await floodFor(flooder);
  const good = answered.filter(({ status, ms }) => status === 200 && ms <= PATIENCE_MS);
  const times = answered.map(({ ms }) => ms);
  console.log(`${flood}: the flood was answered ${counted(flooded)}; the others ${counted(answered)}`);
  console.log(`others: median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`);
  const share = (100 * good.length) / answered.length;
  tell({ name: `${flood}: others' sign-ins that are answered 200 within 5 s`, value: share, unit: '%', least: 95 });
}
for (const agent of agents.values()) agent.destroy();

/** The others' answers, and the flood's. */
async function floodFor(flooder: Flooder): Promise<[Answer[], Answer[]]> {
  const end = performance.now() + SECONDS * 1_000;
  const repeat = async (next: () => Promise<Answer>, pauseMs: number, answers: Answer[]) => {
    while (performance.now() < end) {
      answers.push(await next());
      await delay(pauseMs);
    }
  };
  const [answered, flooded]: [Answer[], Answer[]] = [[], []];
  const flood = accounts.map((account, at) => repeat(flooder(account, at), 0, flooded));
  const addressOf = (at: number) => (forwarded ? `203.0.113.${at + 1}` : `127.1.1.${at + 1}`);
  const honest = others.map((other, at) => repeat(() => signIn(other, addressOf(at)), 1_000, answered));
  await Promise.all([...flood, ...honest]);
  return [answered, flooded];
}

function counted(answers: Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts].map(([status, { length }]) => `${length} × ${status || 'nothing'}`).join(', ');
}
