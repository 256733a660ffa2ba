import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { requireSystem } from '../cluster/system.ts';

/**
 * Do members sign in while strangers flood the calls that hash passwords? The measurement runs in a network namespace of
 * its own, in which callers can have any address of 127.0.0.0/8 and of one /48.
 */
await requireSystem();
const measure = fileURLToPath(new URL('./sign-in-floods/measure.ts', import.meta.url));
const measuring = spawn('unshare', ['--net', process.execPath, measure], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
measuring.on('message', (figure) => process.send?.(figure));
const [code] = (await once(measuring, 'exit')) as [number | null];
process.exitCode = code ?? 1;
