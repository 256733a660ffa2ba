import { BlockList, isIPv6 } from 'node:net';
import { BadConfig, type Config, SANDBOX_KEY } from '../config.ts';
import { type Database, one } from './database.ts';
import { isStrongKey } from './keys.ts';

/** The least that a key of an outside party has: shorter ones are found by trying. */
const PARTY_KEY_LENGTH = 16;

/** Throws every reason at once why the service must not start here, one sentence a line. */
export async function requireSafeStart(config: Config, db: Database, { isRoot = false } = {}): Promise<void> {
  const reasons = [...unsafeSettings(config), ...(await unsafeDatabase(config, db))];
  if (config.isProduction && isRoot && !config.mayBeRoot)
    reasons.push('The service runs as root: start it as a user of its own, or set ALLOW_ROOT=on where root is nobody.');
  if (reasons.length > 0) throw new BadConfig(reasons.join('\n'));
  if (config.isProduction) await db.query('insert into production_marker default values on conflict do nothing');
}

export function unsafeSettings(config: Config): string[] {
  if (config.isProduction) return [...unsafeKeys(config), ...unsafeParties(config)];
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

type Party = { name: string; url: string; key: string; site?: string };

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
      ...(other && key ? [`${name}_KEY is ${other.name}_KEY too: each party has a key of its own.`] : []),
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

function unsafePartyKey({ credentialsKeys }: Config, { name, key }: Party): string[] {
  if (!key) return [`${name}_KEY is missing: production needs the key that the party gave.`];
  if (key === SANDBOX_KEY) return [`${name}_KEY is the sandbox's, which is public: production needs one of its own.`];
  if (credentialsKeys.includes(key)) return [`${name}_KEY is a key of our own, which no other party may know.`];
  if (key.length < PARTY_KEY_LENGTH)
    return [`${name}_KEY is weak: ask the party for one of at least ${PARTY_KEY_LENGTH} characters.`];
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

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}
