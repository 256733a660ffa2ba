import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import { cloneDatabase, spawnProduct } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { seedDemo } from '../demo/seed.ts';
import { requireSafeStart, unsafeSettings } from './safe-start.ts';

const DATABASE_URL = 'postgres://krapao:secret@localhost:5432/krapao';
const SANDBOX_KEY = 'sandbox-key-not-a-secret';
const PRODUCTION = { NODE_ENV: 'production', CREDENTIALS_KEY: randomBytes(32).toString('base64') };
const read = (environment: Record<string, string>) => readConfig({ DATABASE_URL, ...environment });
const unsafe = (environment: Record<string, string>) => unsafeSettings(read({ ...PRODUCTION, ...environment }));

const PARTIES = [
  ...['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'FP', 'BCEL'].map((code) => `PAYMENT_${code}`),
  ...['SMS', 'BANK_FEED', 'VERIFIER', 'TRUEMONEY', 'PAYOUTS', 'GAME_PG', 'GAME_LAOLOTTO'],
];
const party = (name: string, url = `https://${name.toLowerCase()}.example`, key = `the key that ${name} gave`) => ({
  [`${name}_URL`]: url,
  [`${name}_KEY`]: key,
  ...(name.startsWith('GAME') && { [`${name}_SITE`]: 'https://play.example' }),
});

describe('production refuses settings', () => {
  test('with strong keys and parties over https it refuses nothing', () => {
    expect(unsafe({})).toEqual([]);
    expect(unsafe(Object.assign({}, ...PARTIES.map((name) => party(name))))).toEqual([]);
  });

  test.each(PARTIES)('%s needs a key of its own that is not weak', (name) => {
    const { [`${name}_KEY`]: _, ...address } = party(name);
    expect(unsafe(address)).toEqual([expect.stringMatching(`^${name}_KEY is missing: `)]);
    expect(unsafe(party(name, undefined, SANDBOX_KEY))).toEqual([
      expect.stringMatching(`^${name}_KEY is the sandbox's`),
    ]);
    expect(unsafe(party(name, undefined, PRODUCTION.CREDENTIALS_KEY))).toEqual([
      expect.stringMatching(`^${name}_KEY is a key of our own`),
    ]);
    expect(unsafe(party(name, undefined, 'short'))).toEqual([expect.stringMatching(`^${name}_KEY is weak: `)]);
    // A key without an address is not used, and is no error.
    expect(unsafe({ [`${name}_KEY`]: SANDBOX_KEY })).toEqual([]);
  });

  test('two parties share a key only at one host', () => {
    const shared = {
      ...party('PAYOUTS', undefined, 'one key for both'),
      ...party('SMS', undefined, 'one key for both'),
    };
    expect(unsafe(shared)).toEqual(['PAYOUTS_KEY is SMS_KEY too: each party has a key of its own.']);
    expect(unsafe({ ...shared, SMS_URL: 'https://payouts.example/sms' })).toEqual([]);
  });

  test.each(PARTIES)('%s is reached by https, on loopback too, unless its host is said to be private', (name) => {
    const refused = [expect.stringMatching(`^${name}_URL is plain http: `)];
    for (const url of ['http://party.example', 'HTTP://PARTY.example/', 'http://127.0.0.1:4000', 'http://[::1]/api'])
      expect(unsafe(party(name, url))).toEqual(refused);
    const plain = party(name, 'http://Party.example:8080/api');
    expect(unsafe({ ...plain, PRIVATE_HOSTS: 'db.example, PARTY.example' })).toEqual([]);
    expect(unsafe({ ...plain, PRIVATE_HOSTS: 'example, *.example, notparty.example' })).toEqual(refused);
  });

  test('the site where a game is played is reached by https too', () => {
    expect(unsafe({ ...party('GAME_PG'), GAME_PG_SITE: 'http://play.example' })).toEqual([
      expect.stringMatching('^GAME_PG_SITE is plain http'),
    ]);
  });

  test.each(['a', 'a-key-of-its-own', SANDBOX_KEY, 'deadbeef'.repeat(8)])(
    'CREDENTIALS_KEY %s is weak, and the sentence tells how to make another',
    (key) => {
      const reason = /^CREDENTIALS_KEY is weak: .*openssl rand -base64 32/;
      expect(unsafe({ CREDENTIALS_KEY: key })).toEqual([expect.stringMatching(reason)]);
    },
  );

  test('CREDENTIALS_KEY is never missing; another that only opens may be weak, but not the sandbox’s', () => {
    expect(unsafe({ CREDENTIALS_KEY: '' })).toEqual([expect.stringMatching(/^CREDENTIALS_KEY is missing/)]);
    expect(unsafe({ CREDENTIALS_KEYS_ALSO: 'a-key-from-before' })).toEqual([]);
    expect(unsafe({ CREDENTIALS_KEYS_ALSO: `a-key-from-before, ${SANDBOX_KEY}` })).toEqual([
      "CREDENTIALS_KEYS_ALSO has the sandbox's key, which is public.",
    ]);
  });

  test('members are not asked for a code that no gateway would send', () => {
    expect(unsafe({ REGISTER_OTP: 'on' })).toEqual([expect.stringMatching(/^SMS_URL is missing/)]);
    expect(unsafe({ REGISTER_OTP: 'on', ...party('SMS') })).toEqual([]);
  });
});

describe('outside production', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.1', '0'])('HOST %s has to be asked for', (HOST) => {
    expect(unsafeSettings(read({ HOST }))).toEqual([expect.stringMatching(/^HOST is .*DEMO=on/)]);
    expect(unsafeSettings(read({ HOST, DEMO: 'on' }))).toEqual([]);
    expect(unsafe({ HOST })).toEqual([]);
  });

  test.each(['', 'localhost', 'LOCALHOST', '127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1'])(
    'HOST %s is of this machine alone',
    (HOST) => {
      expect(unsafeSettings(read({ HOST }))).toEqual([]);
    },
  );
});

describe('production refuses a database', () => {
  const start = (db: Awaited<ReturnType<typeof cloneDatabase>>['db'], environment = {}) =>
    requireSafeStart(read({ ...PRODUCTION, ...environment }), db, { isRoot: false });

  test('that a demonstration was started on, and says with every other reason what it holds', IN_FULL, async () => {
    const database = await cloneDatabase();
    const { db } = database;
    await seedDemo(db, 'th');
    await db.query(`update clock set ahead = '1 hour'`);
    // Rows are marked, not looked for: what an operator renames stays what it was.
    await db.query(`update deposit_banks set account_name = 'KRAPAO CO'`);
    await db.query(`update operators set removed_at = app_now()`);
    const starting = spawnProduct(database, {
      ...PRODUCTION,
      CREDENTIALS_KEY: 'a',
      ...party('SMS', 'http://sms.example'),
    });
    const said = await starting.then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const counts =
      '14 of campaigns, 9 of deposit_banks, 2 of deposit_wallets, 1 of members, 10 of operators, 2 of wheels';
    for (const reason of [
      'CREDENTIALS_KEY is weak',
      'SMS_URL is plain http',
      `rows of the demonstration (${counts})`,
      'clock was moved',
      ...(process.getuid?.() === 0 ? ['runs as root'] : []),
    ])
      expect(said).toContain(reason);
    await expect(database.owner.query('delete from seeded_rows')).rejects.toThrow('APPEND_ONLY');
  });

  test('that was seeded before rows were marked', async () => {
    const { db, owner } = await cloneDatabase();
    await seedDemo(db, 'la');
    await owner.query('alter table seeded_rows disable trigger all; delete from seeded_rows; select mark_seeded()');
    await expect(start(db)).rejects.toThrow('10 of operators');
  });

  test('whose clock was moved, or that nobody but root would serve', async () => {
    const { db, owner } = await cloneDatabase();
    const asRoot = (environment = {}) =>
      requireSafeStart(read({ ...PRODUCTION, ...environment }), db, { isRoot: true });
    await expect(asRoot()).rejects.toThrow(/^The service runs as root/);
    await asRoot({ ALLOW_ROOT: 'on' });
    await owner.query(`update clock set ahead = '1 second'`);
    await expect(start(db)).rejects.toThrow(/^The product's clock was moved/);
  });

  test('takes an empty one, which stays production’s: no start without NODE_ENV is let near it', async () => {
    const { db, owner } = await cloneDatabase();
    await requireSafeStart(read({}), db);
    await start(db);
    await start(db);
    await expect(requireSafeStart(read({}), db)).rejects.toThrow(/^The database is production's/);
    await expect(owner.query('truncate production_marker')).rejects.toThrow('APPEND_ONLY');
  });
});
