import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../launch/ports.ts';
import { newFolder, type Parts } from '../../world/databases.ts';
import { type Sandbox, sandboxControls } from '../../world/sandbox-controls.ts';

/** The product of one tree as members, payers and operators meet it: by HTTP and by the operators' command. */
export type Service = {
  url: string;
  sandbox: Sandbox;
  /** One call of a member's browser, which must succeed. */
  call: <Answer>(name: string, options?: { token?: string; body?: unknown; form?: FormData }) => Promise<Answer>;
  /** `npm run operator`, signed in as the cashier of the demonstration; answers what it prints. */
  operator: (...words: string[]) => Promise<string>;
};

/** `npm start` of the tree in this folder, with a database of its own and every setting at its default. */
export async function startService(parts: Parts, root: string): Promise<Service> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const DATA_DIR = await newFolder(parts);
  const OPERATOR_TOKEN_FILE = join(DATA_DIR, 'operator-token');
  const env = { ...process.env, DATA_DIR, OPERATOR_TOKEN_FILE, PORT: `${port}`, SANDBOX_PORT: `${sandboxPort}` };
  const launcher = spawn(process.execPath, ['launch/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(launcher, 'exit');
  parts.defer(async () => {
    launcher.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (launcher.exitCode !== null) throw new Error(`${root} did not start`);
    await delay(100);
  }
  const operator = async (words: string[], input = '') => {
    const child = spawn(process.execPath, ['launch/operator.ts', ...words], { cwd: root, env });
    child.stdin.end(input);
    const [printed, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${words.join(' ')}: ${error}`);
    return printed;
  };
  await operator(['sign-in', 'cashier'], 'krapao-desk\n');
  const sandbox = sandboxControls(`http://127.0.0.1:${sandboxPort}`);
  return { url, sandbox, call: callerOf(url), operator: (...words) => operator([...words, '--why', 'a measurement']) };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

function callerOf(url: string): Service['call'] {
  return async <Answer>(name: string, { token, body, form }: Parameters<Service['call']>[1] = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const payload = form ?? (body === undefined ? null : JSON.stringify(body));
    const answer = await fetch(url + path, {
      method,
      body: payload,
      headers: {
        'x-api-key': 'member-web',
        ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}
