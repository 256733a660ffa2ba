import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { environmentOf } from '../launch/environment.ts';
import type { Parts } from './databases.ts';
import { type Sandbox, sandboxControls } from './sandbox-controls.ts';
import type { Order, Report } from './sandbox-process.ts';

type Addresses = { databaseUrl: string; sandboxDatabaseUrl: string; port: number; sandboxPort: number };

let sharing: Promise<ChildProcess> | undefined;
let orders = 0;

/** A sandbox of a world's own in a process that this process starts once: what it costs to start is loading its modules. */
export async function openSandbox(parts: Parts, addresses: Addresses): Promise<Sandbox> {
  sharing ??= startProcess();
  const child = await sharing;
  const id = ++orders;
  await obey(child, { id, open: environmentOf({ ...addresses, dataDir: '' }) });
  parts.defer(() => obey(child, { id, close: true }));
  return sandboxControls(`http://127.0.0.1:${addresses.sandboxPort}`);
}

async function startProcess(): Promise<ChildProcess> {
  const child = fork(new URL('sandbox-process.ts', import.meta.url), { execArgv: [] });
  await once(child, 'message');
  child.setMaxListeners(0);
  // It goes when we go, and does not keep us.
  child.unref();
  child.channel?.unref();
  return child;
}

function obey(child: ChildProcess, order: Order): Promise<void> {
  return new Promise((done, fail) => {
    const hear = ({ id, error }: Report) => {
      if (id !== order.id) return;
      child.off('message', hear);
      child.channel?.unref();
      if (error) fail(new Error(`the sandbox: ${error}`));
      else done();
    };
    child.on('message', hear);
    child.channel?.ref();
    child.send(order);
  });
}
