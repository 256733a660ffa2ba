import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for the processes of a launcher that was just killed to free their ports. */
const WAIT_MS = 5000;

/** Below the ports that systems give to outgoing connections, of which one might take a port before it is listened on. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
/** Processes begin in different places, so that no two find the same port free at the same moment. */
let looked = (process.pid * 61) % (HIGHEST - LOWEST);

export async function freePort(): Promise<number> {
  for (let tries = LOWEST; tries < HIGHEST; tries += 1) {
    looked = (looked + 1) % (HIGHEST - LOWEST);
    const port = LOWEST + looked;
    if ((await tryPort(port, '127.0.0.1')) === undefined) return port;
  }
  throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free.`);
}

/** Refuses a port that another process listens on, and names the setting to change. */
export async function requireFreePort(setting: string, port: number): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const code = (await tryPort(port, '127.0.0.1')) ?? (await tryPort(port, undefined));
    if (code === undefined) return;
    if (code === 'EACCES') {
      throw new Error(`Port ${port} may not be used by this user: set ${setting} to one above 1023.`);
    }
    if (code !== 'EADDRINUSE') throw new Error(`Port ${port} cannot be used (${code}): set ${setting} to another one.`);
    if (Date.now() > deadline) {
      throw new Error(`Port ${port} is taken: stop what listens there, or set ${setting} to another port.`);
    }
    await delay(100);
  }
}

async function tryPort(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  try {
    await listen(server, port, host);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error';
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string | undefined): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host, exclusive: true }, listening);
  });
}
