import { spawn } from 'node:child_process';
import { ROOT } from './tool.ts';

export type Service = {
  pid: number | undefined;
  /** Settles when the process says over its channel that it listens. */
  ready: Promise<void>;
  /** Settles with the reason when the process has ended, whether or not it was told to stop. */
  ended: Promise<string>;
  stop: () => Promise<void>;
  /** Without warning, as a machine that loses its power. */
  kill: () => Promise<void>;
};

type Options = {
  /** What stands before Node and becomes it, as `nsenter` does. */
  through?: string[];
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Hears what the process writes; without it, our terminal does. */
  onOutput?: (text: string) => void;
  /** How long it may take to stop; then it is killed. */
  stopMs?: number;
};

export const SANDBOX = 'sandbox/src/main.ts';
export const SERVER = 'server/src/main.ts';

/** What `ended` says of a process that did all it had to do. */
export const SERVICE_ENDED_WELL = 'exit code 0';

const STOP_MS = 10_000;

/**
 * A process of ours with a channel to us: it ends by itself when the channel closes, so none outlives a launcher that
 * was killed. It has a process group of its own, so that a terminal's Ctrl-C reaches only us, who know the right order.
 */
export function startService({ through = [], args, env, onOutput, stopMs = STOP_MS }: Options): Service {
  const output = onOutput ? 'pipe' : 'inherit';
  const [command = '', ...rest] = [...through, process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => onOutput?.(String(chunk)));
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<void>((settle) => {
    child.on('message', (message) => {
      if ((message as { type?: string }).type === 'ready') settle();
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => killGroup(child.pid), stopMs);
    await ended;
    clearTimeout(forced);
  };
  const kill = async () => {
    killGroup(child.pid);
    await ended;
  };
  return { pid: child.pid, ready, ended, stop, kill };
}

/** The same once it listens; an end before that is an error. */
export async function startServiceAndWait(options: Options): Promise<Service> {
  const service = startService(options);
  const failed = service.ended.then((why) => Promise.reject(new Error(`${options.args[0]} ended: ${why}`)));
  await Promise.race([service.ready, failed]);
  failed.catch(() => {});
  return service;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process ended in the meantime.
  }
}
