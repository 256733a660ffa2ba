import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
let piped: AsyncIterator<string> | undefined;

/** Reads a line that is not shown while it is typed. Without a terminal it is the next line of the input. */
export async function askPassword(question: string): Promise<string> {
  if (process.stdin.isTTY !== true) {
    piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    return (await piped.next()).value ?? '';
  }
  process.stderr.write(`${question}: `);
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const password = await reader.question('');
  reader.close();
  process.stderr.write('\n');
  return password;
}
