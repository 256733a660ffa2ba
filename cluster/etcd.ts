import { join } from 'node:path';
import type { Parts } from '../world/databases.ts';
import { givePapers, type Signed } from './certificates.ts';
import type { Host } from './network.ts';
import { answers, folderFor, type Program, startProgram } from './programs.ts';

export type EtcdServer = Program & { name: string; client: string };

const [CLIENT_PORT, PEER_PORT, HEALTH_PORT] = [2379, 2380, 2381];

const nameOf = (at: number) => `etcd${at + 1}`;
const peerOf = ({ address }: Host) => `https://${address}:${PEER_PORT}`;

/** One on each host; each believes those alone that its authority has signed for. */
export function startEtcd(parts: Parts, folder: string, hosts: Host[], signed: Signed[]): Promise<EtcdServer[]> {
  const all = hosts.map((host, at) => `${nameOf(at)}=${peerOf(host)}`).join(',');
  // No one is ready before a second one is there.
  return Promise.all(
    hosts.map((host, at) => startOne(parts, { folder, host, name: nameOf(at), signed: signed[at] as Signed, all })),
  );
}

type One = { folder: string; host: Host; name: string; signed: Signed; all: string };

async function startOne(parts: Parts, { folder, host, name, signed, all }: One): Promise<EtcdServer> {
  const home = await folderFor('etcd', folder, name);
  const { certFile, keyFile, caFile } = await givePapers('etcd', home, signed);
  const [client, health] = [`https://${host.address}:${CLIENT_PORT}`, `http://${host.address}:${HEALTH_PORT}`];
  const options = {
    name,
    'data-dir': join(home, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peerOf(host),
    'initial-advertise-peer-urls': peerOf(host),
    'initial-cluster': all,
    'listen-metrics-urls': health,
    'cert-file': certFile,
    'key-file': keyFile,
    'trusted-ca-file': caFile,
    'client-cert-auth': true,
    'peer-cert-file': certFile,
    'peer-key-file': keyFile,
    'peer-trusted-ca-file': caFile,
    'peer-client-cert-auth': true,
    // A server that reaches only one of the others calls no elections, which would disturb the rest.
    'pre-vote': true,
  };
  const program = await startProgram(parts, {
    through: host.through,
    command: 'etcd',
    args: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
    user: 'etcd',
    logFile: join(folder, `${name}.log`),
    isReady: () => answers(`${health}/health`),
  });
  return { ...program, name, client };
}
