import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { migrateDatabase } from '../launch/database.ts';
import { environmentOf } from '../launch/environment.ts';
import { freePort } from '../launch/ports.ts';
import { SANDBOX, startServiceAndWait } from '../launch/service.ts';
import { ROOT } from '../launch/tool.ts';
import { readConfig } from '../server/src/config.ts';
import { answer, readTyped } from '../server/src/operator/answer.ts';
import { tokenIn } from '../server/src/operator/token-file.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { newDatabase, newFolder, type Parts } from './databases.ts';
import { startNode } from './nodes.ts';
import { sandboxControls } from './sandbox-controls.ts';

/** Neither the product nor the sandbox is born with it: production refuses the one that both know. */
const KEY = 'a-key-of-this-production';

/** The parties are played on this machine, over plain http, members would come through a proxy, and tests may run as root. */
const ON_THIS_MACHINE = { SERVICE_WEBSITE: 'https://krapao.example', PRIVATE_HOSTS: '127.0.0.1', ALLOW_ROOT: 'on' };

/**
 * The product in production on an empty database. Its outside parties are played by a sandbox that has another key than
 * its own and of which the product knows nothing but the addresses of the parties.
 */
export async function startProduction(parts: Parts, databaseServer: string, environment: Record<string, string>) {
  const addresses = await newDatabase(parts, databaseServer);
  const { url: databaseUrl, sandboxUrl: sandboxDatabaseUrl } = addresses;
  await migrateDatabase(addresses);
  const folder = await newFolder(parts);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const places = { databaseUrl, dataDir: folder, port };
  const sandboxEnv = { ...environmentOf({ ...places, sandboxDatabaseUrl, sandboxPort }), SANDBOX_KEY: KEY };
  const sandboxProcess = await startServiceAndWait({ args: [SANDBOX], env: sandboxEnv });
  parts.defer(sandboxProcess.stop);
  const sandbox = sandboxControls(`http://127.0.0.1:${sandboxPort}`);
  const ours = { NODE_ENV: 'production', CREDENTIALS_KEY: randomBytes(32).toString('base64'), ...ON_THIS_MACHINE };
  const env = { ...ours, ...partiesAt(sandbox.url), ...environment };
  const node = await startNode(parts, { ...places, environment: env, isHeard: true });
  const commandEnv = { ...env, ...environmentOf(places) };
  const db = openDatabase(databaseUrl, 2);
  parts.defer(() => db.end());
  const config = readConfig(commandEnv);
  return {
    ...node,
    sandbox,
    /** Where people keep the files that they name. */
    folder,
    /** A person at a terminal of their own. */
    terminalOf: (person: string) => {
      const tokenFile = join(folder, `token of ${person}`);
      return {
        tokenFile,
        /** What `npm run operator` prints of these words, and of the passwords that it asks for. */
        run: (words: string[], passwords: string[] = []) =>
          runOperator(words, passwords, { ...commandEnv, OPERATOR_TOKEN_FILE: tokenFile, INIT_CWD: folder }),
        /** The same in this process. */
        say: (words: string[], passwords: string[] = []) => {
          const left = [...passwords];
          const terminal = { ...tokenIn(tokenFile), askPassword: async () => left.shift() ?? '' };
          const found = words.map((word) => word.replace('=@', `=@${folder}/`));
          return answer(db, config, terminal, readTyped(found));
        },
      };
    },
  };
}

export type Production = Awaited<ReturnType<typeof startProduction>>;

function partiesAt(sandbox: string): Record<string, string> {
  const addresses = {
    SMS: '/sms',
    BANK_FEED: '/banks/api',
    VERIFIER: '/verifier/api',
    TRUEMONEY: '/truemoney/api',
    PAYOUTS: '/payouts/api',
    PAYMENT_WW: '/payments/ww/api',
    GAME_PG: '/games/pg/api',
  };
  const named = Object.entries(addresses).flatMap(([name, path]) => [
    [`${name}_URL`, sandbox + path],
    [`${name}_KEY`, KEY],
  ]);
  return { ...Object.fromEntries(named), GAME_PG_SITE: `${sandbox}/games/pg` };
}

async function runOperator(words: string[], passwords: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['launch/operator.ts', ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(passwords.map((password) => `${password}\n`).join(''));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return (out + error).trim();
}
