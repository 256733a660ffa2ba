import { readFileSync } from 'node:fs';
import { type Database, many } from '../server/src/platform/database.ts';

/** Processor time since the start, in milliseconds. */
type Spent = { product: number; postgres: number };

/** What the product and the PostgreSQL that it asks have spent so far. Linux only: it reads /proc. */
export async function processorSpent(url: string, db: Database): Promise<Spent> {
  const { user, system } = (await (await fetch(`${url}/bench/processor`)).json()) as NodeJS.CpuUsage;
  const backends = await many<{ pid: number }>(db, `select pid from pg_stat_activity where usename = current_user`);
  const postgres = backends.reduce((sum, { pid }) => sum + spentBy(pid), 0);
  return { product: (user + system) / 1_000, postgres };
}

const MS_PER_TICK = 10;

/** The 14th and 15th fields are its own time and the system's; the second, its name, may hold spaces. */
function spentBy(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Processor time of the whole machine since its start, in ticks: all of it, and what its host gave to others. */
type Given = { all: number; stolen: number };

export function processorGiven(): Given {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).slice(1, 9).map(Number) ?? [];
  return { all: ticks.reduce((sum, some) => sum + some, 0), stolen: ticks[7] ?? 0 };
}

/** The share of the processor that was missing since then: a figure measured meanwhile says less the larger it is. */
export function stolenSince(before: Given): number {
  const now = processorGiven();
  return (now.stolen - before.stolen) / Math.max(now.all - before.all, 1);
}
