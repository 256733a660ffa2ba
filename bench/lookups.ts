import { freePort } from '../launch/ports.ts';
import { startServiceAndWait } from '../launch/service.ts';
import { tell } from './figures.ts';
import { type Call, callInTurns, median } from './load.ts';
import { inQuietRounds } from './rounds.ts';
import { startWorld } from './world.ts';

const CALLERS = 32;
const ROUNDS = 3;
const SECONDS = 5;
const LOOKUP: Call = { method: 'GET', path: '/api/lookup/active' };

/** The plainest of our calls, which still passes the gate, beside a bare Fastify that answers the same. */
await using parts = new AsyncDisposableStack();
const { url, members } = await startWorld(parts, CALLERS);
const port = await freePort();
const bare = await startServiceAndWait({ args: ['bench/bare-fastify.mjs'], env: { PORT: String(port) } });
parts.defer(bare.stop);
const bareUrl = `http://127.0.0.1:${port}`;
for (const place of [url, bareUrl]) await callInTurns(place, members, 2, () => LOOKUP);

const ratios = await inQuietRounds(ROUNDS, async (round) => {
  const ours = await callInTurns(url, members, SECONDS, () => LOOKUP);
  const other = await callInTurns(bareUrl, members, SECONDS, () => LOOKUP);
  const ratio = ours.perSecond / other.perSecond;
  console.log(
    `round ${round}: ours ${ours.perSecond.toFixed(0)}/s, bare Fastify ${other.perSecond.toFixed(0)}/s (${ratio.toFixed(2)})`,
  );
  return ratio;
});
tell({ name: 'lookup ÷ bare Fastify without gate and database', value: median(ratios) });
