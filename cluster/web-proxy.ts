import type { Parts } from '../world/databases.ts';
import { startHaproxy } from './haproxy.ts';
import { deployed } from './programs.ts';

type Behind = {
  /** node1 to node3. */
  name: string;
  url: string;
  /** Where the node answers probes, apart from the connections of members. */
  healthPort: number;
};

type Options = {
  folder: string;
  port: number;
  certificate: string;
  nodes: Behind[];
  /** What the file leaves to the environment. */
  settings: Partial<Record<'CONNECTIONS_PER_SOURCE' | 'REQUESTS_PER_SOURCE' | 'OPERATORS', string>>;
};

/** Where browsers come. */
export async function startWebProxy(parts: Parts, { folder, port, certificate, nodes, settings }: Options) {
  await deployed('away.html', folder);
  const places = nodes.flatMap(({ name, url, healthPort }) => [
    [name.toUpperCase(), new URL(url).host],
    [`${name.toUpperCase()}_HEALTH`, String(healthPort)],
  ]);
  return startHaproxy(parts, {
    name: 'haproxy-web',
    folder,
    env: { WEB: `127.0.0.1:${port}`, CERTIFICATE: certificate, ...settings, ...Object.fromEntries(places) },
  });
}
