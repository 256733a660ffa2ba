import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Parts } from '../world/databases.ts';
import { isLeftBehind, isOurs, nameOfOurs } from './names.ts';

/** A machine as the network sees it: programs that are started on it have its addresses and no others. */
export type Host = {
  name: string;
  address: string;
  /** What stands before a command that is to run on it. */
  through: string[];
};

export type Network = {
  /** Where hosts find what runs outside all of them. */
  outside: string;
  hosts: Host[];
  /** What one host sends to another arrives no more, without a word, until the network is healed. */
  cut: (from: Host, to: Host) => Promise<void>;
  heal: () => Promise<void>;
};

/** Set aside for trying networks out: no machine on the internet has one of these addresses. */
const networkOf = (number: number) => `198.18.${number}`;
const NETWORKS = 256;
const [OUTSIDE, FIRST_HOST] = [1, 11];
/** All packets that a host receives pass this chain. `cut` adds a rule that drops those of one host. */
const HEARING = 'table inet cut { chain heard { type filter hook input priority 0; policy accept; }; }';

const exec = promisify(execFile);
const run = (command: string, ...args: string[]) => exec(command, args).then(({ stdout }) => stdout);

/** So many hosts on a bridge, each in a network namespace of this system. */
export async function startNetwork(parts: Parts, count: number): Promise<Network> {
  await removeOldNetworks();
  const network = networkOf(await freeNetwork());
  const bridge = nameOfOurs('');
  parts.defer(async () => {
    await removeNamespaces(isOurs);
    await run('ip', 'link', 'delete', bridge);
  });
  await run('ip', 'link', 'add', bridge, 'type', 'bridge');
  await run('ip', 'addr', 'add', `${network}.${OUTSIDE}/24`, 'dev', bridge);
  await run('ip', 'link', 'set', bridge, 'up');
  const hosts: Host[] = [];
  for (let number = 1; number <= count; number++) {
    hosts.push(await makeHost(bridge, number, `${network}.${FIRST_HOST + number - 1}`));
  }
  return {
    outside: `${network}.${OUTSIDE}`,
    hosts,
    cut: async (from, to) => {
      await nft(to, `add rule inet cut heard ip saddr ${from.address} drop`);
    },
    heal: async () => {
      for (const host of hosts) await nft(host, 'flush chain inet cut heard');
    },
  };
}

async function makeHost(bridge: string, number: number, address: string): Promise<Host> {
  const namespace = nameOfOurs(`host${number}`);
  const link = `${bridge}${number}`;
  const inside = (...words: string[]) => run('ip', '-n', namespace, ...words);
  await run('ip', 'netns', 'add', namespace);
  await run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await run('ip', 'link', 'set', link, 'master', bridge, 'up');
  await inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) await inside('link', 'set', device, 'up');
  const host = { name: `host${number}`, address, through: ['nsenter', `--net=/run/netns/${namespace}`] };
  await nft(host, HEARING);
  return host;
}

const nft = ({ through: [command = '', ...args] }: Host, rule: string) => run(command, ...args, 'nft', rule);

/** The number of a network that no device of this system is in. */
async function freeNetwork(): Promise<number> {
  const taken = await run('ip', '-o', '-4', 'addr');
  for (let tries = 0; tries < NETWORKS; tries++) {
    const number = (process.pid + tries) % NETWORKS;
    if (!taken.includes(` ${networkOf(number)}.`)) return number;
  }
  throw new Error(`Every network from ${networkOf(0)}.0 to ${networkOf(NETWORKS - 1)}.0 is taken.`);
}

const namespaces = async (isWanted: (name: string) => boolean) =>
  (await readdir('/run/netns').catch(() => [])).filter(isWanted);

/** Those of a run that was killed. Its programs have ended with it, unless it had frozen them. */
async function removeOldNetworks(): Promise<void> {
  for (const namespace of await namespaces(isLeftBehind)) {
    const pids = (await run('ip', 'netns', 'pids', namespace)).split('\n').filter(Boolean);
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
  }
  await removeNamespaces(isLeftBehind);
  const links = JSON.parse((await run('ip', '-json', 'link', 'show', 'type', 'bridge')) || '[]') as {
    ifname?: string;
  }[];
  for (const { ifname = '' } of links) if (isLeftBehind(ifname)) await run('ip', 'link', 'delete', ifname);
}

/** The link into a namespace goes with it. */
async function removeNamespaces(isWanted: (name: string) => boolean): Promise<void> {
  for (const namespace of await namespaces(isWanted)) await run('ip', 'netns', 'delete', namespace);
}
