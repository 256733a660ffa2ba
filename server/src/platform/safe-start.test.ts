import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { IN_FULL } from '../../../world/tier.ts';
import { cloneDatabase, spawnProduct } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { seedDemo } from '../demo/seed.ts';
import { requireSafeStart, unsafeSettings } from './safe-start.ts';

const DATABASE_URL = 'postgres://krapao:secret@localhost:5432/krapao';
const SANDBOX_KEY = 'sandbox-key-not-a-secret';
const PRODUCTION = {
  NODE_ENV: 'production',
  CREDENTIALS_KEY: randomBytes(32).toString('base64'),
  SERVICE_WEBSITE: 'https://krapao.example',
};
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
    for (const weak of ['short', 'a'.repeat(16), 'abcdefg'.repeat(9)])
      expect(unsafe(party(name, undefined, weak))).toEqual([expect.stringMatching(`^${name}_KEY is weak: `)]);
    expect(unsafe(party(name, undefined, 'abcdefgh'.repeat(2)))).toEqual([]);
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

  const S3 = { S3_URL: 'https://s3.example/files', S3_ACCESS_KEY: 'krapao', S3_SECRET_KEY: 'the key of the storage' };
  test('storage is an outside party: https, and keys of its own', () => {
    expect(unsafe(S3)).toEqual([]);
    const plain = { ...S3, S3_URL: 'http://s3.example/files' };
    expect(unsafe(plain)).toEqual([expect.stringMatching(/^S3_URL is plain http: use https/)]);
    expect(unsafe({ ...plain, PRIVATE_HOSTS: 's3.example' })).toEqual([]);
    for (const [key, reason] of [
      ['', /^S3_SECRET_KEY is missing/],
      [SANDBOX_KEY, /^S3_SECRET_KEY is the sandbox's/],
      [PRODUCTION.CREDENTIALS_KEY, /^S3_SECRET_KEY is a key of our own/],
      ['aaaaaaaaaaaaaaaa', /^S3_SECRET_KEY is weak/],
    ] as const)
      expect(unsafe({ ...S3, S3_SECRET_KEY: key })).toEqual([expect.stringMatching(reason)]);
    expect(unsafe({ ...S3, S3_ACCESS_KEY: '' })).toEqual([expect.stringMatching(/^S3_ACCESS_KEY is missing/)]);
    const shared = { ...party('SMS', undefined, S3.S3_SECRET_KEY), ...S3 };
    expect(unsafe(shared)).toEqual(['S3_SECRET_KEY is SMS_KEY too: each party has a key of its own.']);
  });

  test.each([
    ...['', 'http://krapao.example', 'http://localhost:3000', 'https://localhost', 'https://127.0.0.1:8443'],
    ...['https://[::1]', 'https://[::ffff:127.0.0.1]', 'https://localhost.', 'https://a.localhost', 'https://0.0.0.0'],
  ])('SERVICE_WEBSITE %j is where no member finds the service', (SERVICE_WEBSITE) => {
    expect(unsafe({ SERVICE_WEBSITE })).toEqual([expect.stringMatching(/^SERVICE_WEBSITE is http.*name the https/)]);
  });

  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2001:db8::/31', '::ffff:0.0.0.0/96', '::ffff:10.0.0.0/103'])(
    'a proxy network of %s has strangers in it',
    (network) => {
      expect(unsafe({ TRUST_PROXY: `203.0.113.1,${network}` })).toEqual([
        expect.stringMatching(`^TRUST_PROXY has ${network}, so wide that`),
      ]);
    },
  );

  test.each(['10.0.0.0/8', '203.0.113.1', '2001:db8::/32', '2001:db8::1', '::ffff:10.0.0.0/104'])(
    'a proxy network of %s is narrow enough',
    (TRUST_PROXY) => expect(unsafe({ TRUST_PROXY })).toEqual([]),
  );

  test.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '0', '0x0', '::ffff:0.0.0.0'])(
    'METRICS_HOST %s is every network',
    (METRICS_HOST) => {
      const reason = /^METRICS_HOST is .*where every network reads/;
      expect(unsafe({ METRICS_HOST, METRICS_PORT: '9100' })).toEqual([expect.stringMatching(reason)]);
      expect(unsafe({ METRICS_HOST, METRICS_PORT: '9100', PRIVATE_HOSTS: METRICS_HOST })).toEqual([]);
      expect(unsafe({ METRICS_HOST: '10.0.0.7', METRICS_PORT: '9100' })).toEqual([]);
      // Without a port nothing listens.
      expect(unsafe({ METRICS_HOST })).toEqual([]);
    },
  );

  test('members are not asked for a code that no gateway would send', () => {
    expect(unsafe({ REGISTER_OTP: 'on' })).toEqual([expect.stringMatching(/^SMS_URL is missing/)]);
    expect(unsafe({ REGISTER_OTP: 'on', ...party('SMS') })).toEqual([]);
  });
});

describe.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])('production’s %s', (name) => {
  const reason = new RegExp(`^${name} leads to \\S+ without sslmode=verify-full: `);

  test.each([
    'postgres://u:secret@db.example/krapao',
    'postgres://u:secret@DB.example:5433/krapao?sslmode=require',
    'postgres://u:secret@10.0.0.5/krapao?sslmode=no-verify',
    'postgres://u:secret@[2001:db8::1]/krapao',
    'postgres://u:secret@localhost/krapao?host=db.example',
    'postgres://u:secret@db.example/krapao?sslmode=verify-full&sslmode=disable',
    'postgres://u:secret@localhost.example/krapao',
  ])('is refused as %s, without a word of the password', (url) => {
    const [said = ''] = unsafe({ [name]: url });
    expect(said).toMatch(reason);
    expect(said).not.toContain('secret');
  });

  test.each([
    'postgres://u:secret@localhost/krapao',
    'postgres://u:secret@127.0.0.1:5433/krapao',
    'postgres://u:secret@[::1]/krapao',
    'postgres://u:secret@%2Fvar%2Frun%2Fpostgresql/krapao',
    'postgres:///krapao?host=/var/run/postgresql',
    'postgres://u:secret@db.example/krapao?sslmode=verify-full',
  ])('may be %s', (url) => {
    expect(unsafe({ [name]: url })).toEqual([]);
  });

  test('may lead to a host that is said to be private', () => {
    expect(unsafe({ [name]: 'postgres://u:secret@DB.internal/krapao', PRIVATE_HOSTS: 'db.internal' })).toEqual([]);
  });
});

describe('outside production', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '0'])('HOST %s has to be asked for', (HOST) => {
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
