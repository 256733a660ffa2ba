import { execFileSync } from 'node:child_process';
import type { Database } from '../server/src/platform/database.ts';
import { giveMoney, newMember } from '../world/people.ts';
import type { Sandbox } from '../world/sandbox-controls.ts';
import * as world from '../world/start-world.ts';

export type Member = { id: string; token: string };

type World = { databaseUrl: string; ownerUrl: string; db: Database; url: string; sandbox: Sandbox; members: Member[] };

const OPENING = 1_000_000_00n;

/** The product on a durable PostgreSQL of its own, as `npm start` runs it, with the sandbox beside it. */
export async function startWorld(parts: AsyncDisposableStack, memberCount: number): Promise<World> {
  const members: Member[] = [];
  const prepare = async (db: Database) => {
    for (let index = 0; index < memberCount; index++) {
      const member = await newMember(db, 'th', { id: `BENCH${String(index).padStart(3, '0')}` });
      await giveMoney(db, member.id, OPENING);
      members.push(member);
    }
  };
  const environment = { LOG_LEVEL: 'error' };
  return { ...(await world.startWorld(parts, { main: 'bench/product.ts', environment, prepare })), members };
}

/** Transactions per second of pgbench running one script with as many clients as there are members. */
export function pgbench(databaseUrl: string, script: string, clients: number, seconds: number): number {
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${clients}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-f',
    script,
    databaseUrl,
  ];
  const output = execFileSync('pgbench', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}
