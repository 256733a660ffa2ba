import { isLoopback } from './addresses.ts';

/** Why a database must not be reached by this address; null if it may. */
export function unsafeDatabaseUrl(name: string, url: string, privateHosts: readonly string[]): string | null {
  if (url === '') return null;
  const { hostname, searchParams } = new URL(url);
  // The driver takes what stands last, and a host among the parameters before the one in the address.
  const last = (parameter: string) => searchParams.getAll(parameter).at(-1);
  const host = (last('host') ?? decodeURIComponent(hostname)).toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const isOwn = host === '' || host.startsWith('/') || isLoopback(host);
  if (isOwn || last('sslmode') === 'verify-full' || privateHosts.includes(host)) return null;
  return `${name} leads to ${host} without sslmode=verify-full: add it, or name the host in PRIVATE_HOSTS if no stranger is on the way.`;
}
