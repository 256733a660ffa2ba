import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { sized } from '../../../../../world/stress-size.ts';
import { BY_ITSELF, makeQrcode, startPayingWorld, uploadSlip } from '../../../../test/harness.ts';
import { BY_SMS, eventually, GSB, KBANK, type Member, payersOf, SCB } from '../../../../test/payers.ts';
import { problems } from '../../../ledger/ledger.ts';
import { many, openDatabase } from '../../../platform/database.ts';

const MEMBERS = sized(4, 12);
const PAYMENTS = sized(2, 40);
const TIME = { timeout: 600_000 };
const ACCOUNTS = [KBANK, GSB, SCB, BY_SMS];
const FEEDS = ACCOUNTS.map(({ toBank, toAccount }) => [
  toBank,
  toAccount,
  toAccount === BY_SMS.toAccount ? 'SMS' : 'AUTO',
]);
const BANKS = ['kbank', 'gsb', 'scb'];
const LIES = [
  'spelled references',
  'clock behind',
  'clock ahead',
  'another sender',
  'whole senders',
  'cut senders',
  'SMS twice',
  'SMS without balance',
  'SMS of Buddhist years',
  'wrong-next',
  'another currency',
  'own references',
  'QR lines without code',
  'QR lines late',
];

const world = await startPayingWorld({ DEPOSIT_TRIES_AN_HOUR: '10000' });
const { product, sandbox, database } = world;
const { db } = database;
const { named, pay, toldOf } = payersOf(world);
const operator = operatorOf(db);
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

const SHARED_REFERENCES = [KBANK.toAccount, GSB.toAccount];

/** Transfers, by the sandbox's own books, for which more than one payment was credited, under whichever references. */
async function creditedTwice(): Promise<string[]> {
  const books = openDatabase(database.sandboxUrl, 1);
  const transfers = await many<{ id: string; reference: string }>(
    books,
    `select id::text, upper(regexp_replace(reference, '[^0-9A-Za-z]', '', 'g')) as reference from transfers
      where receiver_account = any($1)`,
    [SHARED_REFERENCES],
  );
  await books.end();
  const isOf = new Map(
    transfers.flatMap(({ id, reference }) => [
      [reference, id],
      // A bank that lies tells the transfer by this reference of its own.
      [`STM${id.padStart(12, '0')}`, id],
    ]),
  );
  const credited = await many<{ reference: string }>(
    db,
    'select reference from payments where receiver_account = any($1) and member_id is not null',
    [SHARED_REFERENCES],
  );
  const ids = credited.map(({ reference }) => isOf.get(reference) ?? reference);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}

const beHonest = async () => {
  for (const bank of BANKS) for (const lie of LIES) await sandbox.honest({ target: `banks/${bank}`, lie });
  await sandbox.honest({ target: 'payments/kbank', lie: 'no-payer' });
  await sandbox.honest({ target: 'verifier', lie: 'another receiver' });
};

test(
  'whatever banks and the verifier report, each payment is credited once at most, and to the member who paid',
  TIME,
  async () => {
    // This bank's feed never tells the references of slips.
    await operator('receivers references', SCB.toBank, SCB.toAccount, 'own');
    await sandbox.lie({ target: 'banks/scb', lie: 'own references' });

    const members = await Promise.all(Array.from({ length: MEMBERS }, () => named()));
    const slips: string[] = [];
    /** By member and account. */
    const paid = new Map<string, number>();
    const payTo = async (member: Member, amount: number, account: typeof KBANK) => {
      const { slip } = await pay(member, amount, account);
      const pair = `${member.id} to ${account.toAccount}`;
      paid.set(pair, (paid.get(pair) ?? 0) + amount);
      slips.push(slip);
      return slip;
    };
    /** By a code of the member, from the member's own account or from one that nobody knows. */
    const payCode = async (member: Member, amount: number) => {
      const { qrcodeId } = await makeQrcode(product, member, 'KBANK', amount);
      const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = member.registration;
      const times = randomInt(2);
      await sandbox.pay(qrcodeId, randomInt(2) ? { fromBank, fromAccount, fromName, times } : { times });
      const pair = `${member.id} to ${KBANK.toAccount}`;
      paid.set(pair, (paid.get(pair) ?? 0) + amount);
    };
    const prove = async (member: Member, slip: string) => {
      const picture = new Uint8Array(await (await fetch(slip)).arrayBuffer());
      await uploadSlip(product, member, picture);
    };
    const steps: ((member: Member) => Promise<void>)[] = [
      async (member) => prove(member, pick(slips)),
      async () => sandbox.lie({ target: `banks/${pick(BANKS)}`, lie: pick(LIES), times: randomInt(1, 6) }),
      async () => sandbox.lie({ target: 'verifier', lie: 'another receiver', times: 1 }),
      async () => sandbox.lie({ target: 'payments/kbank', lie: 'no-payer', times: randomInt(1, 6) }),
      async (member) => payCode(member, pick([100, 200])),
    ];
    const goOn = async (member: Member) => {
      for (let payment = 0; payment < PAYMENTS; payment += 1) {
        // Few amounts, so that equal payments of several members come close together.
        const slip = await payTo(member, pick([100, 200]), pick(ACCOUNTS));
        if (randomInt(2)) await prove(member, slip);
        await pick(steps)(member);
      }
    };
    await Promise.all(members.map(goOn));
    await beHonest();
    const last = await named();
    // Feeds are read in order: when the last payment was reported, all were.
    const readToTheEnd = async (amount: number) => {
      for (const account of ACCOUNTS) await payTo(last, amount, account);
      for (const account of ACCOUNTS)
        await expect.poll(async () => (await toldOf(account, amount)).length, BY_ITSELF).toBeGreaterThan(0);
      await eventually(() => toldOf(KBANK, amount), [{ member_id: last.id, remark: null, reported_by: 'feed' }]);
    };
    await readToTheEnd(77);
    // Everything is told a second time, and otherwise than the first time.
    for (const [bank = '', account = '', mode = ''] of FEEDS) await operator('feeds rewind', bank, account, '0', mode);
    await readToTheEnd(78);
    // Every slip that is undecided is looked at once more.
    const sql = `update slips set look_at = app_now() where status = 'PROCESSING' returning reference, tries`;
    const undecided = await many<{ reference: string; tries: number }>(db, sql);
    const notLookedAt = () =>
      many(
        db,
        `select slips.reference from slips join unnest($1::text[], $2::integer[]) as before (reference, tries)
          using (reference) where status = 'PROCESSING' and slips.tries <= before.tries`,
        [undecided.map(({ reference }) => reference), undecided.map(({ tries }) => tries)],
      );
    await expect.poll(notLookedAt, BY_ITSELF).toEqual([]);

    const credited = await many<{ pair: string; amount: bigint }>(
      db,
      `select member_id || ' to ' || receiver_account as pair, sum(amount)::bigint as amount from payments
        where member_id is not null group by 1`,
    );
    const tooMuch = credited.filter(({ pair, amount }) => Number(amount) / 100 > (paid.get(pair) ?? 0));
    expect(tooMuch).toEqual([]);
    expect(await creditedTwice()).toEqual([]);
    expect(await problems(db)).toEqual([]);
  },
);
