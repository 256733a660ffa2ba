import { tell } from './figures.ts';
import { type Call, callAtRate, send } from './load.ts';
import { type Member, startWorld } from './world.ts';

const OTHERS = 16;
const UNLUCKY = 8;
const SILENT_SECONDS = 60;
const PER_SECOND = 40;
const UNLUCKY_PER_SECOND = 4;

/** How long do members of other providers wait for their wallets while one provider does not answer? */
await using parts = new AsyncDisposableStack();
const { url, sandbox, members } = await startWorld(parts, OTHERS + UNLUCKY);
const [others, unlucky] = [members.slice(0, OTHERS), members.slice(OTHERS)];
for (const member of others) await open(member, 'pg');
for (const member of unlucky) await open(member, 'joker');

/** The load is the same in every phase: the others read their wallets, the unlucky members also move money. */
async function phase(seconds: number) {
  const reading: Call = { method: 'GET', path: '/api/wallet' };
  const moving: Call = {
    method: 'POST',
    path: '/api/wallet/transfer',
    body: { from: 'wallet', to: 'joker', amount: 10 },
  };
  const [measured] = await Promise.all([
    callAtRate(url, others, seconds, PER_SECOND, reading),
    callAtRate(url, unlucky, seconds, UNLUCKY_PER_SECOND, moving),
    callAtRate(url, unlucky, seconds, UNLUCKY_PER_SECOND, reading),
  ]);
  return measured;
}
await phase(5);

const before = await phase(SILENT_SECONDS);
const target = 'games/joker';
for (const call of ['balance', 'move-in', 'move-out', 'status'])
  await sandbox.fault({ target, call, mode: 'timeout-before' });
const silent = await phase(SILENT_SECONDS);
await sandbox.fault({ target, mode: 'ok' });
const after = await phase(SILENT_SECONDS);

const usual = (before.p99Ms + after.p99Ms) / 2;
for (const [when, { medianMs, p99Ms, count }] of Object.entries({ before, silent, after })) {
  console.log(`${when.padEnd(8)} median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms of ${count} readings`);
}
console.log('');
tell({ name: 'p99 of other members, one provider silent ÷ not', value: silent.p99Ms / usual, most: 1.2 });

/** With money, so that the game is asked for its balance. */
async function open(member: Member, code: string): Promise<void> {
  await mustBe200(send(url, member, { method: 'GET', path: `/api/wallet/activate/${code}` }));
  const body = { from: 'wallet', to: code, amount: 10 };
  await mustBe200(send(url, member, { method: 'POST', path: '/api/wallet/transfer', body }));
}

async function mustBe200(answer: Promise<number>): Promise<void> {
  const status = await answer;
  if (status !== 200) throw new Error(`opening an account answered ${status}`);
}
