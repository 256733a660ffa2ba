import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ofEveryGame } from '../../world/doubts.ts';
import { newPlayer, openGame, registerMember, startPayingWorld, startProduct, transfer } from '../test/harness.ts';

/** The statements that went to the database since this was emptied, and how many of them waited for one before. */
const sent: string[] = [];
let trips = 0;
const unanswered = new WeakMap<pg.Client, number>();
const { query } = pg.Client.prototype;
/** What goes out by itself: a note that gathers, and the listening connection's question whether it is alive. */
const IN_BACKGROUND = /^select( pg_notify|$)/;
pg.Client.prototype.query = function (this: pg.Client, ...asked: [string | pg.QueryConfig, unknown[]?]) {
  const text = typeof asked[0] === 'string' ? asked[0] : asked[0].text;
  const before = unanswered.get(this) ?? 0;
  if (!IN_BACKGROUND.test(text)) {
    sent.push(text);
    if (before === 0) trips += 1;
  }
  const answer = query.apply(this, asked as never) as unknown as Promise<unknown>;
  unanswered.set(this, before + 1);
  const end = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
  answer?.then(end, end);
  return answer;
} as typeof query;
afterAll(() => {
  pg.Client.prototype.query = query;
});

const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
/** What is known stays fresh for longer than the test takes. */
const fresh = await startProduct(database, {
  ROLE: 'api',
  SANDBOX_URL: sandbox.url,
  ...ofEveryGame('FRESHNESS_MS', '600000'),
});

type Counted = { call: string; statements: number; trips: number };

async function count(call: string, work: () => Promise<{ status: number }>): Promise<Counted> {
  // The first time, rows that every later call finds are still to be made.
  await work();
  sent.length = 0;
  trips = 0;
  expect(await work()).toMatchObject({ status: 200 });
  return { call, statements: sent.length, trips };
}

test('docs/round-trips.md says how often the calls that members make often go to the database', async () => {
  const player = await newPlayer(product, { wallet: 1_000, pg: 50, joker: 5 });
  const { username, password, token } = await registerMember(product);
  await openGame(product, { id: '', token }, 'pg');
  const of = (call: string, body?: object) => () => product.call(call, { token: player.token, ...(body && { body }) });
  const move = (from: string, to: string) => () => transfer(product, player, { from, to, amount: 1 }, randomUUID());
  const counted = [
    await count('GET /api/lookup/active', of('GET /api/lookup/active')),
    await count('POST /api/login', () => product.call('POST /api/login', { body: { username, password } })),
    await count('GET /api/account/profile', of('GET /api/account/profile')),
    await count('GET /api/wallet, nothing to be asked', () => fresh.call('GET /api/wallet', { token: player.token })),
    await count('GET /api/wallet/refresh/slot, two games that tell nothing new', of('GET /api/wallet/refresh/slot')),
    await count('POST /api/wallet/transfer, wallet to game', move('wallet', 'pg')),
    await count('POST /api/wallet/transfer, game to wallet', move('pg', 'wallet')),
    await count('POST /api/statement', of('POST /api/statement', { page: 1, limit: 10 })),
    await count('POST /api/qrcode/ww', of('POST /api/qrcode/ww', { amount: 100 })),
    await count('POST /api/chat/history', of('POST /api/chat/history', { userId: player.id, limit: 10, skip: 0 })),
  ];
  const table = counted.map((each) => `| \`${each.call}\` | ${each.statements} | ${each.trips} |`);
  const text = `# Round trips

How many statements a call sends to the database, and in how many trips: statements of a transaction that need nothing of
each other's answers go out together. Written by \`server/src/round-trips.test.ts\`, which fails when a figure changes:
\`npm test -- --project=server round-trips -u\` writes the new one.

| Call | Statements | Trips |
|---|---:|---:|
${table.join('\n')}
`;
  await expect(text).toMatchFileSnapshot('../../docs/round-trips.md');
});
