import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { tell } from './figures.ts';
import { median } from './load.ts';
import { inQuietRounds } from './rounds.ts';
import { pgbench, startWorld } from './world.ts';

const CLIENTS = 32;
const ROUNDS = 3;
const SECONDS = 5;
const script = (name: string) => fileURLToPath(new URL(`ledger/${name}.sql`, import.meta.url));

/** Our postings beside those of a textbook's ledger: each member's own accounts, and all members' against one account. */
await using parts = new AsyncDisposableStack();
const { databaseUrl, ownerUrl } = await startWorld(parts, CLIENTS);
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
await owner.query(readFileSync(script('textbook'), 'utf8'));
await owner.end();

const pairs = {
  'one account of the house for all': ['posting-to-house', 'textbook-posting-to-house', 3],
  'accounts of their own': ['posting', 'textbook-posting', 1],
} as const;
for (const [where, [ours, textbook, least]] of Object.entries(pairs)) {
  const ratios = await inQuietRounds(ROUNDS, async (round) => {
    const [of, than] = [ours, textbook].map((name) =>
      pgbench(name === ours ? databaseUrl : ownerUrl, script(name), CLIENTS, SECONDS),
    ) as [number, number];
    console.log(`${where}, round ${round}: ours ${of.toFixed(0)}/s, textbook ${than.toFixed(0)}/s`);
    return of / than;
  });
  tell({ name: `posting by SQL ÷ a textbook's ledger, ${where}`, value: median(ratios), least });
}
