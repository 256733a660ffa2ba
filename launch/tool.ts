import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

type ToolOptions = { env?: NodeJS.ProcessEnv; signal?: AbortSignal };

/** Runs a development tool with its output on the terminal. Returns its exit code. */
export async function runTool(name: string, args: string[], options: ToolOptions = {}): Promise<number> {
  return exitOf(start(name, args, options, 'inherit'));
}

/** Runs a development tool silently. Returns its exit code and its output. */
export async function runToolQuietly(name: string, args: string[], options: ToolOptions = {}) {
  const child = start(name, args, options, 'pipe');
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await exitOf(child);
  return { code, output: Buffer.concat(output).toString() };
}

function start(name: string, args: string[], { env, signal }: ToolOptions, output: 'inherit' | 'pipe') {
  return spawn(process.execPath, [programOf(name), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    killSignal: 'SIGINT',
    ...(signal && { signal }),
  });
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code) => ended(code ?? 1));
  });
}

/** The JavaScript behind `node_modules/.bin/<name>`, so that this very Node runs it on every system. */
function programOf(name: string): string {
  const packageName = { tsc: 'typescript', biome: '@biomejs/biome', playwright: '@playwright/test' }[name] ?? name;
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  return join(folder, bin[name] ?? name);
}
