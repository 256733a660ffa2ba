import type { Config } from '../config.ts';
import { one, type Queryable } from '../platform/database.ts';
import { dateOf } from '../providers/http-json.ts';

const MOST_APART_MS = 2 * 60_000;
/** A `Date` header counts whole seconds. */
const HEADER_STEP_MS = 1_000;

type Witness = { name: string; ask: () => Promise<{ from: number; to: number } | null> };

/**
 * Whether the real clocks of this node, of the database and of somebody outside agree, without what the product's clock is
 * ahead. Answers why not, as a sentence; null: they do. A day is closed for ever: one wrong clock must not close it.
 */
export async function whyClocksDisagree(db: Queryable, config: Config): Promise<string | null> {
  const witnesses: Witness[] = [
    { name: 'the database', ask: () => clockOfDatabase(db) },
    { name: 'a party outside', ask: () => clockOutside(config) },
  ];
  for (const { name, ask } of witnesses) {
    const begun = Date.now();
    const told = await ask();
    if (!told) return `${name} told no time`;
    const apartMs = Math.max(told.from - Date.now(), begun - told.to);
    if (apartMs > MOST_APART_MS) return `${name} and this node are ${Math.round(apartMs / 60_000)} minutes apart`;
  }
  return null;
}

async function clockOfDatabase(db: Queryable) {
  const { at } = await one<{ at: Date }>(db, 'select clock_timestamp() as at');
  return { from: at.getTime(), to: at.getTime() };
}

/** The first party that answers tells its time, whatever else it answers. */
async function clockOutside({ payouts, bankFeed, truemoney, verifier, games, providerTimeoutMs }: Config) {
  const addresses = [payouts, bankFeed, truemoney, verifier, ...Object.values(games)].map(({ url }) => url);
  for (const url of new Set(addresses.filter((address) => address !== ''))) {
    const at = await dateOf(url, providerTimeoutMs);
    if (at !== null) return { from: at, to: at + HEADER_STEP_MS };
  }
  return null;
}
