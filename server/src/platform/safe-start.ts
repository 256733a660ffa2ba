import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { BadConfig, type Config, SANDBOX_KEY } from '../config.ts';
import { isLoopback, plainAddress, plainHost } from './addresses.ts';
import { type Database, one } from './database.ts';
import { isStrongKey } from './keys.ts';
import { unsafeDatabaseUrl } from './safe-database.ts';

/** The least that a key of an outside party has: shorter ones are found by trying. */
const PARTY_KEY_LENGTH = 16;
const DIFFERENT_CHARACTERS = 8;

/** Throws every reason at once why the service must not start here, one sentence a line. */
export async function requireSafeStart(config: Config, db: Database, { isRoot = false } = {}): Promise<void> {
  const reasons = [...unsafeSettings(config), ...(await unsafeDatabase(config, db))];
  if (config.isProduction && isRoot && !config.mayBeRoot)
    reasons.push('The service runs as root: start it as a user of its own, or set ALLOW_ROOT=on where root is nobody.');
  if (reasons.length > 0) throw new BadConfig(reasons.join('\n'));
  if (config.isProduction) await db.query('insert into production_marker default values on conflict do nothing');
}

/** Before the database is asked for anything: strangers may read on the way to it. */
export function requireSafeWay(config: Config): void {
  if (config.isProduction && unsafeWays(config).length > 0) throw new BadConfig(unsafeSettings(config).join('\n'));
}

export function unsafeSettings(config: Config): string[] {
  if (config.isProduction) return [...unsafeKeys(config), ...unsafeParties(config), ...unsafePlaces(config)];
  if (isLoopback(config.host) || config.isDemo) return [];
  return [
    `HOST is ${config.host}, where others reach a demonstration whose passwords and keys are public: set DEMO=on if that is meant, or NODE_ENV=production.`,
  ];
}

function unsafeKeys({ credentialsKeys: [key = '', ...also] }: Config): string[] {
  const make = 'make one with "openssl rand -base64 32"';
  const strength =
    key === ''
      ? [`CREDENTIALS_KEY is missing: production seals passwords and signs links with a secret of its own; ${make}.`]
      : isStrongKey(key)
        ? []
        : [`CREDENTIALS_KEY is weak: it must be at least 32 random bytes in base64 or hex; ${make}.`];
  // One that is weak may only open what was sealed before, until that is sealed anew.
  const sandbox = also.includes(SANDBOX_KEY) ? ["CREDENTIALS_KEYS_ALSO has the sandbox's key, which is public."] : [];
  return [...strength, ...sandbox];
}

type Party = { name: string; url: string; key: string; site?: string; keyName?: string };

/** The setting that holds a party's key. */
const keyNameOf = ({ name, keyName = `${name}_KEY` }: Party) => keyName;

function partiesOf(config: Config): Party[] {
  const { smsUrl, smsKey, bankFeed, verifier, truemoney, payouts } = config;
  const all: Party[] = [
    { name: 'SMS', url: smsUrl, key: smsKey },
    { name: 'BANK_FEED', ...bankFeed },
    { name: 'VERIFIER', ...verifier },
    { name: 'TRUEMONEY', ...truemoney },
    { name: 'PAYOUTS', ...payouts },
    ...Object.entries(config.payments).map(([code, party]) => ({ name: `PAYMENT_${code}`, ...party })),
    ...Object.entries(config.games).map(([code, party]) => ({ name: `GAME_${code.toUpperCase()}`, ...party })),
    { name: 'S3', url: config.s3.url, key: config.s3.secretKey, keyName: 'S3_SECRET_KEY' },
  ];
  return all.filter(({ url }) => url !== '');
}

function unsafeParties(config: Config): string[] {
  const parties = partiesOf(config);
  const isPlain = (address: string) => {
    const { protocol, hostname } = new URL(address);
    return protocol === 'http:' && !config.privateHosts.includes(hostname);
  };
  const reasons = parties.flatMap((party, index) => {
    const { name, url, key, site } = party;
    const other = parties.slice(0, index).find((before) => before.key === key && hostOf(before) !== hostOf(party));
    return [
      ...unsafePartyKey(config, party),
      ...(other && key ? [`${keyNameOf(party)} is ${keyNameOf(other)} too: each party has a key of its own.`] : []),
      ...[
        ['URL', url],
        ['SITE', site ?? ''],
      ].flatMap(([kind, address = '']) =>
        address && isPlain(address)
          ? [
              `${name}_${kind} is plain http: use https, or name its host in PRIVATE_HOSTS if no stranger is on the way.`,
            ]
          : [],
      ),
    ];
  });
  if (config.registerOtp && !config.smsUrl)
    reasons.push('SMS_URL is missing: with REGISTER_OTP on, nobody could register.');
  return reasons;
}

/** Where the service is found, and what it believes of where others are. */
function unsafePlaces(config: Config): string[] {
  const { s3, serviceWebsite, trustProxy, privateHosts, metricsHost, metricsPort } = config;
  const website = new URL(serviceWebsite);
  return [
    ...(s3.url !== '' && !s3.accessKey
      ? ['S3_ACCESS_KEY is missing: production keeps no files in a public bucket.']
      : []),
    ...(website.protocol !== 'https:' || isLoopback(website.hostname) || isUnspecified(website.hostname)
      ? [`SERVICE_WEBSITE is ${serviceWebsite}: name the https address at which members find the service.`]
      : []),
    ...trustProxy
      .filter(isWideNetwork)
      .map(
        (network) => `TRUST_PROXY has ${network}, so wide that strangers are in it: name the proxies' own addresses.`,
      ),
    ...unsafeWays(config),
    ...(metricsPort !== 0 && isUnspecified(metricsHost) && !privateHosts.includes(metricsHost)
      ? [
          `METRICS_HOST is ${metricsHost}, where every network reads the figures of the service: name one address of a private network, or this one in PRIVATE_HOSTS if no stranger reaches the port.`,
        ]
      : []),
  ];
}

function unsafeWays({ databaseUrl, replicaUrl, privateHosts }: Config): string[] {
  const urls = Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl });
  return urls.flatMap(([name, url]) => unsafeDatabaseUrl(name, url, privateHosts) ?? []);
}

/** Every address of the machine. */
const UNSPECIFIED = new BlockList();
UNSPECIFIED.addAddress('0.0.0.0', 'ipv4');
UNSPECIFIED.addAddress('::', 'ipv6');

/** The system also takes other spellings of 0.0.0.0, as 0 and 0x0. */
function isUnspecified(host: string): boolean {
  const plain = plainHost(host);
  return UNSPECIFIED.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** The least bits that a network of proxies has in common. */
const LEAST_BITS = { ipv4: 8, ipv6: 32 };

function isWideNetwork(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  if (prefix === undefined) return false;
  if (isIPv4(address)) return Number(prefix) < LEAST_BITS.ipv4;
  // An IPv4 network may be written as one of IPv6.
  if (isIPv4(plainAddress(address) ?? '')) return Number(prefix) - 96 < LEAST_BITS.ipv4;
  return Number(prefix) < LEAST_BITS.ipv6;
}

function unsafePartyKey({ credentialsKeys }: Config, party: Party): string[] {
  const { key } = party;
  const name = keyNameOf(party);
  if (!key) return [`${name} is missing: production needs the key that the party gave.`];
  if (key === SANDBOX_KEY) return [`${name} is the sandbox's, which is public: production needs one of its own.`];
  if (credentialsKeys.includes(key)) return [`${name} is a key of our own, which no other party may know.`];
  if (key.length < PARTY_KEY_LENGTH || new Set(key).size < DIFFERENT_CHARACTERS)
    return [
      `${name} is weak: ask the party for one of at least ${PARTY_KEY_LENGTH} characters, ${DIFFERENT_CHARACTERS} of them different.`,
    ];
  return [];
}

/** A party that plays several has one key at one host. */
function hostOf({ url }: Party): string {
  return new URL(url).host;
}

type State = { production: boolean; ahead: boolean; seeded: Record<string, number> | null };

const STATE = `select exists (select from production_marker) as production,
  (select ahead <> interval '0' from clock) as ahead,
  (select jsonb_object_agg(table_name, count) from
    (select table_name, count(*) from seeded_rows group by 1) counts) as seeded`;

async function unsafeDatabase({ isProduction }: Config, db: Database): Promise<string[]> {
  const { production, ahead, seeded } = await one<State>(db, STATE);
  if (!isProduction)
    return production ? ["The database is production's: set NODE_ENV=production, or use another DATABASE_URL."] : [];
  const tables = Object.entries(seeded ?? {}).toSorted();
  const rows = tables.map(([table, count]) => `${count} of ${table}`);
  return [
    ...(rows.length > 0
      ? [
          `The database holds rows of the demonstration (${rows.join(', ')}), whose passwords are public: use an empty one.`,
        ]
      : []),
    ...(ahead ? ["The product's clock was moved for tests: production needs a database whose clock never was."] : []),
  ];
}
