import { spawn } from 'node:child_process';

export type Service = {
  /** Settles when the process says over its channel that it listens. */
  ready: Promise<void>;
  /** Settles with the reason when the process has ended, whether or not it was told to stop. */
  ended: Promise<string>;
  stop: () => Promise<void>;
};

const STOP_MS = 10_000;

/**
 * A process of ours with a channel to us: it ends by itself when the channel closes, so none outlives a launcher that
 * was killed. It has a process group of its own, so that a terminal's Ctrl-C reaches only us, who know the right order.
 */
export function startService(options: { args: string[]; cwd: string; env: NodeJS.ProcessEnv }): Service {
  const child = spawn(process.execPath, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
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
    const forced = setTimeout(() => killGroup(child.pid), STOP_MS);
    await ended;
    clearTimeout(forced);
  };
  return { ready, ended, stop };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process ended in the meantime.
  }
}
