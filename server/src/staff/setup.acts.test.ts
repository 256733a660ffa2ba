import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { IN_FULL } from '../../../world/tier.ts';
import { inThree, openCampaign, wordsInThree } from '../../test/campaigns.ts';
import { BY_ITSELF, cloneDatabase, newMember, spawnProduct } from '../../test/harness.ts';
import { openActs } from '../acts.ts';
import { readConfig } from '../config.ts';
import { findCommand } from '../operator/command.ts';
import { openCommands } from '../operator/commands.ts';
import { SESSION_COMMANDS } from '../operator/session-commands.ts';
import { inTransaction } from '../platform/database.ts';
import { foundOperators } from './founders.ts';
import { writeOperator } from './operators.queries.ts';
import type { RoleName } from './roles.ts';
import { missingIn } from './setup.acts.ts';

const BARE = {
  NODE_ENV: 'production',
  CREDENTIALS_KEY: randomBytes(32).toString('base64'),
  SANDBOX_URL: '',
  ALLOW_ROOT: 'on',
};
const party = (name: string) => ({
  [`${name}_URL`]: `https://${name.toLowerCase()}.example`,
  [`${name}_KEY`]: `a key that ${name} gave`,
});
const WHOLE = {
  ...BARE,
  ...Object.assign({}, ...['PAYOUTS', 'BANK_FEED', 'VERIFIER', 'SMS', 'TRUEMONEY', 'GAME_PG'].map(party)),
  GAME_PG_SITE: 'https://play.example',
  SERVICE_WEBSITE: 'https://krapao.example',
};
const linesOf = (said: string) => (said === 'Nothing is missing.' ? [] : said.split('\n'));
const setupOf = async (operator: ReturnType<typeof operatorOf>) => linesOf(await operator('setup'));

/** The same before there is an operator who could ask. */
const missingAtFirst = async ({ db, url }: Awaited<ReturnType<typeof cloneDatabase>>, environment: object) => {
  const missing = await missingIn(db, readConfig({ DATABASE_URL: url, ...environment }));
  return missing.map(({ what, fill }) => `${what}  →  ${fill}`);
};

test('a production start from nothing says once what the service lacks, and how to fill it', IN_FULL, async () => {
  const empty = await cloneDatabase();
  const missing = await missingAtFirst(empty, BARE);
  for (const lack of ['PAYOUTS_URL', 'BANK_FEED_URL', 'VERIFIER_URL', 'SMS_URL', 'GAME_<CODE>_URL', 'SERVICE_WEBSITE'])
    expect(missing.filter((line) => line.includes(lack))).toHaveLength(1);
  expect(missing.filter((line) => line.includes('→  join'))).toHaveLength(2);
  for (const fill of ['found', 'receivers add', 'campaign make <kind>', 'wheel make', 'campaign make luckydraw'])
    expect(missing.filter((line) => line.includes(`→  ${fill}`))).toHaveLength(1);
  expect(missing.filter((line) => line.includes('texts set'))).toHaveLength(3);

  const node = await spawnProduct(empty, {
    ...BARE,
    SERVICE_WEBSITE: WHOLE.SERVICE_WEBSITE,
    LOG_LEVEL: 'warn',
    ROLE: 'api',
  });
  await vi.waitFor(() => expect(node.output()).toContain('the service lacks'), BY_ITSELF);
  expect(node.output().match(/the service lacks/g)).toHaveLength(1);
  expect(node.output()).toContain('Members cannot pay in: no account of ours is open in BAHT.');
});

test('what setup tells an operator to type are commands', async () => {
  const commands = openCommands(openActs(readConfig({ DATABASE_URL: 'postgres://of/nobody' })));
  const isSession = (told: string) => SESSION_COMMANDS.some(({ name }) => told.startsWith(`${name} `));
  for (const line of await missingAtFirst(await cloneDatabase(), WHOLE))
    for (const told of (line.split('  →  ')[1] ?? '').split(', then '))
      expect(isSession(told) || findCommand(commands, told.split(' ')), told).toBeTruthy();
});

test(
  'an empty production is filled by acts alone until nothing is missing, one line after the other',
  IN_FULL,
  async () => {
    const database = await cloneDatabase();
    const operator = operatorOf(database.db, WHOLE);
    const shrinksBy = async (lines: number, act: () => Promise<unknown>) => {
      const before = await setupOf(operator);
      await act();
      const after = await setupOf(operator);
      expect(after).toHaveLength(before.length - lines);
      expect(before).toEqual(expect.arrayContaining(after));
    };
    const atFirst = await missingAtFirst(database, WHOLE);
    const founders = ['Nok', 'Lek'].map((name) => ({ name, password: 'chosen by them' }));
    await foundOperators(database.db, founders as [(typeof founders)[0], (typeof founders)[0]]);
    // The testers who type below have every role.
    expect(await setupOf(operator)).toEqual(atFirst.filter((line) => !/→ {2}(?:found|join)/.test(line)));
    await shrinksBy(1, () => operator('receivers add', 'KBANK', '1234567890', 'AUTO', 'BAHT', 'KRAPAO CO'));
    const terms = ['success=300', 'fail=5', 'budget=1000', 'credit=20', ...wordsInThree('description', 'Hello')];
    await shrinksBy(0, () => operator('campaign make', 'promotion', 'HELLO', 'BAHT', ...terms));
    await shrinksBy(1, () => openCampaign(operator, 'promotion', 'HELLO'));
    const slice = (code: string, type: string, amount: number) => {
      const texts = { label: inThree(code), name: inThree(code), description: inThree(code) };
      return { code, type, amount, weight: 1, ...texts, bgColor: '#000000', textColor: '#ffffff' };
    };
    const slices = JSON.stringify([slice('TEN', 'credit', 10), slice('NOTHING', 'nothing', 0)]);
    const wheel = await operator(
      'wheel make',
      'BAHT',
      'couponDays=30',
      ...wordsInThree('name', 'Wheel'),
      `slices=${slices}`,
    );
    await shrinksBy(1, () => operator('wheel put-up', /\d+/.exec(wheel)?.[0] ?? ''));
    await operator('campaign make', 'luckydraw', '-', 'BAHT', 'budget=1000');
    await shrinksBy(1, () => openCampaign(operator, 'luckydraw', '-'));
    for (const name of ['conditions', 'agreements', 'contact'])
      await shrinksBy(1, () => operator('texts set', name, ...wordsInThree('text', name)));
    expect(await operator('setup')).toBe('Nothing is missing.');

    const node = await spawnProduct(database, { ...WHOLE, LOG_LEVEL: 'warn', ROLE: 'api' });
    expect(node.output()).not.toContain('the service lacks');
    const { token } = await newMember({ db: database.db, edition: 'th' });
    const get = async (path: string) => (await node.call(`GET /api/${path}`, { token })).body;
    expect(await get('promotion/find/hello?locale=en')).toMatchObject({ credit: 20, description: 'Hello English' });
    expect(await get('lookup/deposit')).toMatchObject({ banks: [{ bankAccountNo: '1234567890' }] });
    expect(await get('spinwheel/active')).toEqual({ active: true });
    expect(await get('lookup/agreements?locale=la')).toEqual(['agreements ລາວ']);

    // What was filled may be lost again.
    await operator('receivers close', 'KBANK', '1234567890');
    expect(await setupOf(operator)).toHaveLength(1);
    await operator('receivers add', 'TRUEMONEY', '0800000099', 'AUTO', 'BAHT', 'KRAPAO CO');
    expect(await operator('setup')).toBe('Nothing is missing.');
    const deaf = operatorOf(database.db, { ...WHOLE, TRUEMONEY_URL: '', TRUEMONEY_KEY: '' });
    expect(await setupOf(deaf)).toEqual([expect.stringContaining('TrueMoney cannot be asked')]);
    await operator('receivers add', 'TRUEMONEY', '0800000098', 'GIFT', 'BAHT', 'KRAPAO CO');
    await operator('receivers close', 'TRUEMONEY', '0800000099');
    expect(await setupOf(deaf)).toEqual([]);
  },
);

test('a service whose operators are admins alone is told which roles it lacks, until one asks and another agrees', async () => {
  const { db, url } = await cloneDatabase();
  const roles = async (people: Record<string, RoleName[]>) => {
    await db.query('update operators set removed_at = app_now()');
    await inTransaction(db, async (tx) => {
      for (const [name, roles] of Object.entries(people))
        await writeOperator(tx, { name, passwordHash: 'none', roles });
    });
    const missing = await missingIn(db, readConfig({ DATABASE_URL: url, ...WHOLE }));
    return missing.filter(({ fill }) => fill.startsWith('join')).map(({ what }) => what);
  };
  const forTwo = (what: string) => `No operator asks for these while another agrees: ${what}.`;
  const nobodyChats = 'Nobody answers members who write in the chat.';
  const all = 'accounts to pay to, rewards, payments that wait, withdrawals, corrections';
  expect(await roles({ Anong: ['admin'], Boon: ['admin'] })).toEqual([forTwo(all), nobodyChats]);
  expect(await roles({ Anong: ['admin'], Boon: ['finance', 'cashier', 'marketing'] })).toContain(forTwo(all));
  expect(await roles({ Chai: ['cashier', 'support'], Dao: ['cashier', 'marketing'] })).toEqual([forTwo(all)]);
  expect(await roles({ Chai: ['cashier', 'support'], Dao: ['finance'] })).toEqual([forTwo('rewards')]);
  expect(await roles({ Chai: ['cashier', 'marketing', 'support'], Dao: ['finance'] })).toEqual([]);
  expect(await roles({ Chai: ['finance'], Dao: ['finance'] })).toEqual([nobodyChats]);
  await operatorOf(db, WHOLE)('chat-widget', 'off');
  expect(await roles({ Chai: ['finance'], Dao: ['finance'] })).toEqual([]);
});

test('a gateway is used once its settings are there and operators have opened it: setup tells which of both is missing', async () => {
  const { db } = await cloneDatabase();
  const told = async (environment: Record<string, string>) =>
    (await setupOf(operatorOf(db, { ...WHOLE, ...environment }))).filter((line) => line.includes('QR codes'));
  const isNotOpen =
    /^Members cannot pay by QR codes of (\w+): no account .* receivers add \1 <account> AUTO (?:BAHT|LAK) /;
  expect(await told({})).toEqual([]);
  expect(await told({ ...party('PAYMENT_FP'), ...party('PAYMENT_BCEL') })).toEqual([
    expect.stringMatching(isNotOpen),
    expect.stringMatching(isNotOpen),
  ]);
  await operatorOf(db, WHOLE)('receivers add', 'fp', '000000000000024', 'AUTO', 'BAHT', 'KRAPAO CO');
  expect((await db.query('select bank_type from deposit_banks')).rows).toEqual([{ bank_type: 'PAYMENT' }]);
  expect(await told(party('PAYMENT_FP'))).toEqual([]);
  expect(await told({})).toEqual([expect.stringContaining('PAYMENT_FP_URL, PAYMENT_FP_KEY')]);
  await operatorOf(db, WHOLE)('receivers close', 'fp', '000000000000024');
  expect(await told({})).toEqual([]);
  expect(await told(party('PAYMENT_FP'))).toEqual([expect.stringMatching(isNotOpen)]);
});

test('a campaign whose time is over is missing again', async () => {
  const { db } = await cloneDatabase();
  const operator = operatorOf(db, WHOLE);
  const terms = ['success=300', 'fail=5', 'budget=1000', 'credit=20', 'closesAt=2099-01-01T00:00+07:00'];
  await operator('campaign make', 'promotion', 'HELLO', 'BAHT', ...terms, ...wordsInThree('description', 'Hello'));
  await openCampaign(operator, 'promotion', 'HELLO');
  const isMissing = async () => (await operator('setup')).includes('Members receive nothing');
  expect(await isMissing()).toBe(false);
  await db.query(`update clock set ahead = '200 years'`);
  expect(await isMissing()).toBe(true);
});

test('the edition in Laos lacks what there is in baht only', async () => {
  const { db } = await cloneDatabase();
  await operatorOf(db, WHOLE)('receivers add', 'KBANK', '1234567890', 'AUTO', 'BAHT', 'KRAPAO CO');
  const lao = await setupOf(operatorOf(db, { ...WHOLE, EDITION: 'la' }));
  expect(lao).toContainEqual(expect.stringContaining('no account of ours is open in LAK'));
});
