import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parts } from '../world/databases.ts';
import type { Certificate } from './certificates.ts';
import { startHaproxy } from './haproxy.ts';
import { deployed } from './programs.ts';

type Behind = {
  /** node1 to node3. */
  name: string;
  url: string;
  /** Where the node answers probes, apart from the connections of members. */
  healthPort: number;
};

type Setting =
  | 'CONNECTIONS_PER_SOURCE'
  | 'CONNECTIONS_PER_NETWORK'
  | 'REQUESTS_PER_SOURCE'
  | 'CALLS_PER_SOURCE'
  | 'CALLS_PER_NETWORK'
  | 'PAGES_PER_NETWORK'
  | 'OPERATORS';

type Options = {
  folder: string;
  port: number;
  /** The addresses of the port. */
  listensAt?: string[];
  certificate: Certificate;
  nodes: Behind[];
  /** What the file leaves to the environment. */
  settings: Partial<Record<Setting, string>>;
};

/** Where browsers come. */
export async function startWebProxy(parts: Parts, options: Options) {
  const { folder, port, listensAt = ['127.0.0.1'], certificate, nodes, settings } = options;
  await deployed('away.html', folder);
  const places = nodes.flatMap(({ name, url, healthPort }) => [
    [name.toUpperCase(), new URL(url).host],
    [`${name.toUpperCase()}_HEALTH`, String(healthPort)],
  ]);
  return startHaproxy(parts, {
    name: 'haproxy-web',
    folder,
    env: {
      WEB: listensAt.map((address) => `${address}:${port}`).join(),
      CERTIFICATE: await withKey(certificate, folder),
      ...settings,
      ...Object.fromEntries(places),
    },
  });
}

/** The proxy runs as a user of its own; the folder goes with the cluster. */
async function withKey({ text, keyFile }: Certificate, folder: string): Promise<string> {
  const file = join(folder, 'both.pem');
  await writeFile(file, text + (await readFile(keyFile, 'utf8')), { mode: 0o644 });
  return file;
}
