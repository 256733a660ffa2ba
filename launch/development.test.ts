import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

test('npm run dev starts the product from nothing and serves the web app and its calls', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-development-'));
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const launcher = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--dev'], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(launcher, 'exit');
  try {
    const said: string[] = [];
    const isReady = async () => {
      for await (const line of createInterface({ input: launcher.stdout })) {
        said.push(line);
        if (line.includes('Krapao is ready.')) return true;
      }
      return false;
    };
    launcher.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      // A watched server that fails waits for another edit.
      if (text.includes('Failed running')) launcher.kill('SIGINT');
    });
    expect(await isReady(), said.join('\n')).toBe(true);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(page).toContain('/@vite/client');
    const clientKey = /data-client-key="([^"]+)"/.exec(page)?.[1] ?? '';
    const contact = await fetch(`http://127.0.0.1:${port}/api/lookup/contact`, { headers: { 'x-api-key': clientKey } });
    expect(contact.status).toBe(200);
  } finally {
    launcher.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});
