import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Keeps an operator's token between two commands in a file that is readable by its owner alone. */
export function tokenIn(file: string): Pick<Terminal, 'readToken' | 'keepToken' | 'forgetToken'> {
  return {
    readToken: () =>
      readFile(file, 'utf8').then(
        (text) => text.trim() || null,
        () => null,
      ),
    keepToken: async (token) => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, `${token}\n`, { mode: 0o600 });
      // The mode above is of a new file; an old one keeps its own.
      await chmod(file, 0o600);
    },
    forgetToken: () => rm(file, { force: true }),
  };
}
