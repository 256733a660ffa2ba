import { plainAddress, sharesOf } from './addresses.ts';
import { AppError } from './app-error.ts';

type Rules = {
  atOnce: number;
  /** For all work that waits. One network has at most a tenth of them. */
  places: number;
  retryAfterSeconds: number;
};

/** Does the work of an address in turn. Beyond the lane's places the caller is told to come back instead of waiting. */
type Lane = <T>(address: string, work: () => Promise<T>) => Promise<T>;

type Waiting = { begin: () => Promise<void>; turnAway: () => void };

/** An IPv4 address has one line; a /48 of IPv6 has one for each of its /64s. No line is empty. */
type Network = { lines: Map<string, Waiting[]>; waiting: number };

/** The service's own work comes from no address. */
const OWN = { network: 'service', line: 'service' };

/**
 * A lane for costly work. Networks take turns, one piece of work each, and in a /48 its /64s do. Only the network counts that
 * work comes from: a caller can make any number of accounts, and no network.
 */
export function fairLane({ atOnce, places, retryAfterSeconds }: Rules): Lane {
  const room = waitingRoom(places);
  let running = 0;

  const beginNext = () => {
    for (let next = running < atOnce && room.takeNext(); next; next = running < atOnce && room.takeNext()) {
      running += 1;
      void next.begin().finally(() => {
        running -= 1;
        beginNext();
      });
    }
  };
  return (address, work) =>
    new Promise((settle, fail) => {
      const turnAway = () => fail(new AppError('REQUEST_LIMIT', { retryAfterSeconds }));
      if (!room.take(placeOf(address), { begin: () => work().then(settle, fail), turnAway })) return turnAway();
      beginNext();
    });
}

function placeOf(address: string): { network: string; line: string } {
  if (plainAddress(address) === null) return OWN;
  const shares = sharesOf(address);
  return { network: shares.at(-1)?.subject ?? shares[0].subject, line: shares[0].subject };
}

function waitingRoom(places: number) {
  const mostOfNetwork = Math.max(1, Math.floor(places / 10));
  /** In the order of turns, as are the lines of each. */
  const networks = new Map<string, Network>();
  let waiting = 0;

  const pushOut = (network: Network) => {
    longest(network.lines.values(), ({ length }) => length)
      ?.pop()
      ?.turnAway();
    network.waiting -= 1;
    waiting -= 1;
  };
  /** If a network is full, its longest line loses a place to a shorter one. If the lane is full, its largest network does. */
  const isRoomMade = (network: Network, line: readonly Waiting[]): boolean => {
    if (network.waiting >= mostOfNetwork) {
      const most = longest(network.lines.values(), ({ length }) => length)?.length ?? 0;
      if (most > line.length + 1) pushOut(network);
      return most > line.length + 1;
    }
    if (waiting < places) return true;
    const largest = longest(networks.values(), (other) => other.waiting);
    if (!largest || largest.waiting <= network.waiting + 1) return false;
    pushOut(largest);
    return true;
  };
  return {
    /** False if no place is left. */
    take(place: { network: string; line: string }, work: Waiting): boolean {
      const network = networks.get(place.network) ?? { lines: new Map(), waiting: 0 };
      const line = network.lines.get(place.line) ?? [];
      if (!isRoomMade(network, line)) return false;
      line.push(work);
      network.lines.set(place.line, line);
      networks.set(place.network, network);
      network.waiting += 1;
      waiting += 1;
      return true;
    },
    takeNext(): Waiting | undefined {
      const [[name, network] = []] = networks;
      if (name === undefined || !network) return undefined;
      const [[address, line] = []] = network.lines;
      if (address === undefined || !line) return undefined;
      networks.delete(name);
      network.lines.delete(address);
      const next = line.shift();
      network.waiting -= 1;
      waiting -= 1;
      if (line.length > 0) network.lines.set(address, line);
      if (network.waiting > 0) networks.set(name, network);
      return next;
    },
  };
}

function longest<T>(of: Iterable<T>, lengthOf: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of of) if (found === undefined || lengthOf(one) > lengthOf(found)) found = one;
  return found;
}
