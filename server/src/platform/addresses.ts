import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Budget } from './budgets.ts';

/** One spelling per address: an IPv4 caller may come mapped into IPv6, and a link-local one with a zone. */
export function plainAddress(address: string): string | null {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain)) return plain;
  // A socket that closed meanwhile has no address any more.
  if (!isIPv6(plain)) return null;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':');
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight numbers of an IPv6 address; the URL parser knows every spelling. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbersOf = (part: string) => part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  const [first, last] = [numbersOf(head), numbersOf(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address, or a name that always means one, is of this machine alone. */
export function isLoopback(host: string): boolean {
  const plain = plainHost(host);
  return /^(.+\.)?localhost$/.test(plain) || LOOPBACK.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** One spelling per host: without the brackets of a URL, with an address that is written as one number in its four. */
export function plainHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const parsed = isIPv6(bare) ? bare : (URL.parse(`http://${bare}`)?.hostname ?? bare.toLowerCase());
  return plainAddress(parsed) ?? parsed;
}

/** One customer of a network has a whole /64 of IPv6, and some have a /48. */
const NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 48, times: 10 },
];

/** How much more the widest network of an address may than the address. */
export const WIDEST_TIMES = Math.max(...NETWORKS.map(({ times }) => times));

export type Share = { subject: string; times: number };

/**
 * The subjects that whatever comes from an address is counted for, the narrowest first, and how many times as much the
 * wider ones may. What is no address, as the name of a machine, is its own subject.
 */
export function sharesOf(address: string): [Share, ...Share[]] {
  const plain = plainAddress(address) ?? address;
  if (!isIPv6(plain)) return [{ subject: plain, times: 1 }];
  const groups = plain.split(':');
  return NETWORKS.map(({ bits, times }) => ({
    subject: `${groups.slice(0, bits / 16).join(':')}::/${bits}`,
    times,
  })) as [Share, ...Share[]];
}

/** For logs: where an address comes from, and not whose it is. A /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? '';
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  return isIPv6(plain) ? `${plain.split(':').slice(0, 3).join(':')}::/48` : 'unknown';
}

type PerAddress = Omit<Budget, 'subject'> & { address: string };

/** The budget of an address, and those of the networks that the address is of. */
export function addressBudgets({ address, limit, ...budget }: PerAddress): Budget[] {
  return sharesOf(address).map(({ subject, times }) => ({ ...budget, subject, limit: limit * times }));
}
