import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnDatabase } from '../launch/database.ts';
import { freePort } from '../launch/ports.ts';
import { startService } from '../launch/service.ts';
import { ROOT } from '../launch/tool.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { migrate } from '../server/src/platform/migrate.ts';

export type Member = { id: string; token: string };

export type World = { databaseUrl: string; db: Database; url: string; sandboxUrl: string; members: Member[] };

const OPENING = 1_000_000_00n;

/** The product on a durable PostgreSQL of its own, as `npm start` runs it, with the sandbox beside it. */
export async function startWorld(parts: AsyncDisposableStack, memberCount: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startOwnDatabase(folder, () => {});
  parts.defer(database.stop);
  const db = openDatabase(database.url, 4);
  parts.defer(() => db.end());
  await migrate(db);
  const members: Member[] = [];
  for (let index = 0; index < memberCount; index++) members.push(await newMember(db, index));

  const [port, sandboxPort] = [await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_URL: sandboxUrl,
    PRODUCT_URL: url,
    LOG_LEVEL: 'error',
  };
  for (const main of ['sandbox/src/main.ts', 'bench/product.ts']) {
    const service = startService({ args: [main], cwd: ROOT, env });
    parts.defer(service.stop);
    await Promise.race([service.ready, service.ended.then((why) => Promise.reject(new Error(`${main}: ${why}`)))]);
  }
  return { databaseUrl: database.url, db, url, sandboxUrl, members };
}

/** Writes the member into the database: registering would cost time and is not measured. */
async function newMember(db: Database, index: number): Promise<Member> {
  const id = `BENCH${String(index).padStart(3, '0')}`;
  const phone = `08${String(index).padStart(8, '0')}`;
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      values ($1, 'th', $2, 'bench', '', 'BAHT', 'KBANK', 'BENCH', $2)`,
    [id, phone],
  );
  await db.query(
    `insert into sessions (token_hash, member_id, expires_at) values ($1, $2, app_now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), id],
  );
  await db.query(
    `select ledger_post('bench/open/' || $1, 'post', 'bench', $1, 'BAHT', array['house:bench', 'main'], array[-$2::bigint, $2::bigint], '{}')`,
    [id, OPENING],
  );
  return { id, token };
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
  const output = execFileSync('pgbench', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}
