import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where an operator's token is kept between two commands, readable by its owner alone. */
const file = process.env.OPERATOR_TOKEN_FILE || join(homedir(), '.config', 'krapao', 'operator-token');

export async function readToken(): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );
}

export async function keepToken(token: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  // The mode above is of a new file; an old one keeps its own.
  await chmod(file, 0o600);
}

export async function forgetToken(): Promise<void> {
  await rm(file, { force: true });
}
