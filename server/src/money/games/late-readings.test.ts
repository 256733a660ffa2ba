import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import {
  BY_ITSELF,
  goToGame,
  newPlayer,
  PATIENT,
  startPatientNode,
  startProduct,
  startProductOnSandbox,
  transfer,
  walletOf,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startProductOnSandbox();
const patient = await startPatientNode(database, sandbox);

/** A proxy before PG, which can hold up a question on its way there, or the answer on its way back. */
let [onTheWay, onTheWayBack] = [async () => {}, async () => {}];
const road = createServer(async (request: IncomingMessage, response) => {
  const { host: _host, ...headers } = request.headers as Record<string, string>;
  const body = await text(request);
  await onTheWay();
  const answer = await fetch(`${sandbox.url}/games/pg/api${request.url}`, { method: 'POST', headers, body });
  const said = await answer.text();
  await onTheWayBack();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
}).listen(0, '127.0.0.1');
await once(road, 'listening');
afterAll(() => void road.close());
const GAME_PG_URL = `http://127.0.0.1:${(road.address() as AddressInfo).port}`;
const reader = await startProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, GAME_PG_URL, ROLE: 'api' });

/** Holds up a message: `reached` resolves once one waits, `open` lets it go on. */
function gate() {
  const [here, way] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = () => {
    here.resolve();
    return way.promise;
  };
  return { wait, reached: here.promise, open: way.resolve };
}

/** A reading that began before `meanwhile` and ends after it. */
async function readAround(
  member: Parameters<typeof walletOf>[1],
  where: 'question' | 'answer',
  meanwhile: () => Promise<void>,
) {
  const { wait, reached, open } = gate();
  [onTheWay, onTheWayBack] = where === 'question' ? [wait, async () => {}] : [async () => {}, wait];
  const reading = walletOf(reader, member);
  await reached;
  await meanwhile();
  open();
  return (await reading).amounts;
}

test('money that arrived at the game while its movement is still open here is not taken for a win', async () => {
  const member = await newPlayer(patient, { wallet: 100, pg: 100 });
  const seen = await readAround(member, 'question', async () => {
    await sandbox.fault({ target: 'games/pg', mode: 'timeout-after', times: 1 });
    const { body } = await transfer(product, member, { from: 'wallet', to: 'pg', amount: 70 });
    expect(body).toMatchObject({ status: 'PENDING' });
    expect(await sandbox.player('pg', member.gameUsername)).toEqual({ balance: 170, inPlay: 0 });
  });
  const over = { wallet: 30, inTransit: 0, pg: 170 };
  expect([{ wallet: 30, inTransit: 70, pg: 100 }, over]).toContainEqual(seen);
  await expect.poll(async () => (await walletOf(patient, member)).amounts, BY_ITSELF).toEqual(over);
});

test.each([
  {
    from: 'wallet',
    to: 'pg',
    seenFirst: { wallet: 30, inTransit: 0, pg: 170 },
    after: { wallet: 30, inTransit: 0, pg: 160 },
  },
  {
    from: 'pg',
    to: 'wallet',
    seenFirst: { wallet: 170, inTransit: 0, pg: 20 },
    after: { wallet: 170, inTransit: 0, pg: 20 },
  },
])('an answer from before a movement from $from to $to is not taken for a result after it', async (movement) => {
  const { from, to, seenFirst, after } = movement;
  const member = await newPlayer(patient, { wallet: 100, pg: 100 });
  await sandbox.round('pg', member.gameUsername, { stake: 10, win: 0 });
  const seen = await readAround(member, 'answer', async () => {
    const { body } = await transfer(patient, member, { from, to, amount: 70 });
    expect(body).toMatchObject({ status: 'SUCCESS' });
  });
  expect(seen).toEqual(seenFirst);
  expect((await walletOf(patient, member)).amounts).toEqual(after);
});

test.each([
  ['a result', 10],
  ['no news', 0],
])(
  'a member who enters the game while it tells of %s may have played since: the account is asked again',
  async (_, lost) => {
    const member = await newPlayer(patient, { pg: 100 });
    await walletOf(patient, member);
    if (lost > 0) await sandbox.round('pg', member.gameUsername, { stake: lost, win: 0 });
    const seen = await readAround(member, 'answer', () => goToGame(patient, member, 'pg'));
    expect(seen).toEqual({ wallet: 0, inTransit: 0, pg: 100 - lost });
    const { rows } = await database.db.query('select may_differ from game_accounts where member_id = $1', [member.id]);
    expect(rows).toEqual([{ may_differ: true }]);
  },
);

test('a win moves out of a game although another screen booked it while the game was read', async () => {
  const member = await newPlayer(patient, { pg: 100 });
  await sandbox.round('pg', member.gameUsername, { stake: 10, win: 30 });
  const way = gate();
  [onTheWay, onTheWayBack] = [async () => {}, way.wait];
  const moving = transfer(reader, member, { from: 'pg', to: 'wallet', amount: 120 });
  await way.reached;
  expect((await walletOf(patient, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 120 });
  way.open();
  expect(await moving).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
});

test('in all this nothing but the four rounds was booked as a result, and the books are in order', async () => {
  const { rowCount } = await database.db.query(`select from ledger_postings where reason = 'game_result'`);
  expect(rowCount).toBe(4);
  expect(await problems(database.db)).toEqual([]);
});
