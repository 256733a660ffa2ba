import { access } from 'node:fs/promises';
import { installFromDebian } from '../launch/debian.ts';
import { findPatroni } from './patroni-program.ts';

/** PostgreSQL's own programs. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

/** What the cluster is made of besides the product, and the packages that bring it. */
const NEEDED: Record<string, string> = {
  '/usr/bin/etcd': 'etcd-server',
  // Its libraries are needed even where a newer Patroni is unpacked beside it.
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  // Over TLS the library beneath it needs this one, which its package only suggests.
  '/usr/lib/python3/dist-packages/idna': 'python3-idna',
  '/usr/lib/python3/dist-packages/psycopg2': 'python3-psycopg2',
  [`${POSTGRES_BIN}/postgres`]: 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/bin/nsenter': 'util-linux',
  '/usr/bin/mount': 'mount',
  '/usr/sbin/ip': 'iproute2',
  '/usr/sbin/nft': 'nftables',
};

/** Installs what is missing from the system's packages, or says what to install. */
export async function requireSystem(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error(
      'The cluster plays three machines in network namespaces of this one: start it as root, on a Linux that has them.',
    );
  }
  const missing = await missingPackages();
  if (missing.length > 0) {
    console.log(`• installing ${missing.join(', ')} …`);
    await installFromDebian(missing);
  }
  const still = await missingPackages();
  if (still.length > 0) {
    throw new Error(
      `The cluster needs ${still.join(', ')} of Debian 12: install them with apt-get install ${still.join(' ')}, as root.`,
    );
  }
  await findPatroni();
}

async function missingPackages(): Promise<string[]> {
  const missing: string[] = [];
  for (const [file, name] of Object.entries(NEEDED)) {
    await access(file).catch(() => missing.push(name));
  }
  return missing;
}
