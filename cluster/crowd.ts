import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../server/src/platform/database.ts';
import { giveMoney, newMember } from '../world/people.ts';
import type { Cluster } from './cluster.ts';

export const GAMES = ['pg', 'joker'];
/** In satang, of each member. */
export const OPENING = 1_000_00n;

export type Player = { id: string; token: string; usernames: Record<string, string> };

/** A member's wish, from its first try until it is answered and its movement is over. */
export type Wish = {
  player: Player;
  path: string;
  beganAt: number;
  endedAt: number;
  /** What came of each try: a status, and 0 where the connection broke. The last one is the answer. */
  tries: number[];
  /** The statuses of later questions about a movement that was not final. */
  later: number[];
  /** What the last answer says of a movement: it is over by then. */
  movement: { id: string; status: string } | undefined;
};

export type Crowd = {
  players: Player[];
  /**
   * All members move money until `work` is done; each has an answer to the last wish then. `work` may wait until so many
   * more wishes are answered.
   */
  moveWhile: <T>(work: (answered: (count: number) => Promise<void>) => Promise<T>) => Promise<Moved<T>>;
  /** One wish, tried until there is an answer. */
  wish: (player: Player, call: Call) => Promise<Wish>;
};

type Moved<T> = { result: T; wishes: Wish[] };
type Call = { method: 'GET' | 'POST'; path: string; body?: object };
type Answer = {
  status: number;
  reply: { message?: string; id?: string; status?: string; username?: string } | undefined;
};

/** As a page does it. */
const TRY_AGAIN_MS = 1_000;
/** Longer than a failover takes. */
const PATIENCE_MS = 120_000;
const THINKS_MS = [2_000, 8_000] as const;
const AT_ONCE = 8;
const LOOK_MS = 100;

/** So many members, with money and with accounts at games. */
export async function gatherCrowd({ url, certificate }: Cluster, db: Database, size: number): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, ca: certificate });
  const send = (player: Pick<Player, 'token'>, call: Call, key: string) => sendOnce(agent, url, player, call, key);
  /** Until there is an answer. */
  const ask = async (player: Player, call: Call, tries: number[], giveUpAt: number) => {
    const key = randomUUID();
    for (;;) {
      const { status, reply } = await send(player, call, key);
      tries.push(status);
      if (isAnswer(status, reply)) return reply;
      if (Date.now() > giveUpAt) throw new Error(`${call.path} was never answered: ${tries.join(', ')}`);
      await delay(TRY_AGAIN_MS);
    }
  };
  const wish = async (player: Player, call: Call): Promise<Wish> => {
    const [beganAt, tries, later] = [Date.now(), [] as number[], [] as number[]];
    const giveUpAt = beganAt + PATIENCE_MS;
    let movement = movementIn(await ask(player, call, tries, giveUpAt));
    while (movement?.status === 'PENDING') {
      await delay(TRY_AGAIN_MS);
      const path = `/api/wallet/transfer/${movement.id}`;
      const state = await ask(player, { method: 'GET', path }, later, giveUpAt);
      movement = { ...movement, status: state?.status ?? movement.status };
    }
    return { player, path: call.path, beganAt, endedAt: Date.now(), tries, later, movement };
  };
  const players: Player[] = [];
  const register = async () => {
    while (players.length < size) {
      const { id, token } = await newMember(db, 'th');
      const player: Player = { id, token, usernames: {} };
      players.push(player);
      await giveMoney(db, id, OPENING);
      for (const code of GAMES) {
        const { status, reply } = await send(player, { method: 'GET', path: `/api/wallet/activate/${code}` }, '');
        if (!reply?.username) throw new Error(`opening ${code} answered ${status}`);
        player.usernames[code] = reply.username;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, register));

  return {
    players,
    wish,
    moveWhile: async (work) => {
      const wishes: Wish[] = [];
      let isOver = false;
      const live = async (player: Player) => {
        for (;;) {
          await delay(randomInt(...THINKS_MS));
          if (isOver) return;
          wishes.push(await wish(player, anyCall()));
        }
      };
      const lives = Promise.all(players.map(live));
      lives.catch(() => {});
      const answered = async (count: number) => {
        const wanted = wishes.length + count;
        while (wishes.length < wanted) await Promise.race([delay(LOOK_MS), lives]);
      };
      const result = await work(answered).finally(() => {
        isOver = true;
      });
      await lives;
      return { result, wishes };
    },
  };
}

/** Mostly money, sometimes a look at it. A member without so much is refused, which is an answer too. */
function anyCall(): Call {
  const game = GAMES[randomInt(GAMES.length)] as string;
  const kind = randomInt(10);
  if (kind === 0) return { method: 'GET', path: '/api/wallet' };
  if (kind === 1) return { method: 'POST', path: '/api/statement', body: { page: 1, limit: 10 } };
  const [from, to] = kind < 6 ? ['wallet', game] : [game, 'wallet'];
  return { method: 'POST', path: '/api/wallet/transfer', body: { from, to, amount: randomInt(100, 5_000) / 100 } };
}

function movementIn(reply: Answer['reply']): Wish['movement'] {
  const { id, status } = reply ?? {};
  return id && status ? { id, status } : undefined;
}

/** What a page takes for an answer: not the proxy's word, nor that of a node that cannot say. */
function isAnswer(status: number, reply: Answer['reply']): boolean {
  if (status < 500) return status > 0;
  return reply?.message !== undefined && !['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(reply.message);
}

function sendOnce(agent: Agent, url: string, { token }: Pick<Player, 'token'>, call: Call, key: string) {
  const { method, path, body } = call;
  const payload = body ? JSON.stringify(body) : '';
  const headers = {
    'x-api-key': 'member-web',
    authorization: `Bearer ${token}`,
    ...(path.endsWith('/transfer') && { 'idempotency-key': key }),
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise<Answer>((settle) => {
    const broken = () => settle({ status: 0, reply: undefined });
    const asked = request(url + path, { method, agent, headers, timeout: 70_000 }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', broken);
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, reply: parsed(Buffer.concat(chunks)) }));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', broken);
    asked.end(payload);
  });
}

function parsed(text: Buffer): Answer['reply'] {
  try {
    return JSON.parse(String(text)) as Answer['reply'];
  } catch {
    return undefined;
  }
}
