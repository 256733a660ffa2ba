import { randomInt } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { BankTransfer } from '../../world/sandbox-controls.ts';
import { BY_ITSELF, mainWalletOf, newMember, slipsOf, type startPayingWorld, uploadSlip } from './harness.ts';

export type Member = Awaited<ReturnType<typeof newMember>>;

/** Our accounts: which bank shows the whole sender, which cuts it, and which tells by SMS. */
export const KBANK = { toBank: 'KBANK', toAccount: '0000000012' };
export const GSB = { toBank: 'GSB', toAccount: '000000000014' };
export const SCB = { toBank: 'SCB', toAccount: '0000000011' };
export const BY_SMS = { toBank: 'KBANK', toAccount: '0000000130' };
export const BCEL = { toBank: 'BCEL', toAccount: '0000000000015' };

/** A first name that no other member has: only four digits of the account are shown beside it. */
export const firstName = () => Array.from({ length: 8 }, () => String.fromCharCode(65 + randomInt(26))).join('');

/** Unlike `expect.poll`, for tests that run side by side. */
export const eventually = (read: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), BY_ITSELF);

/** What members who pay from their banks do, and what becomes of it. */
export function payersOf({ product, sandbox, database }: Awaited<ReturnType<typeof startPayingWorld>>) {
  const named = (more: Record<string, unknown> = {}) =>
    newMember(product, { bankAccountName: `${firstName()} JAIDEE`, ...more });
  const pay = ({ registration }: Member, amount: number, more: Partial<BankTransfer> & typeof SCB) => {
    const { bankCode: fromBank, bankAccountNo: fromAccount, bankAccountName: fromName } = registration;
    return sandbox.bankTransfer({ fromBank, fromAccount, fromName, amount, ...more });
  };
  const inWallet = async (member: Member, at: Pick<typeof product, 'call'> = product) =>
    (await mainWalletOf(at, member)).amount;
  const expectInWallet = (member: Member, amount: number, at?: Pick<typeof product, 'call'>) =>
    eventually(() => inWallet(member, at), amount);
  return {
    named,
    pay,
    inWallet,
    expectInWallet,
    /** A member who has paid one baht from the registered account, wholly shown. */
    confirmed: async (more: Record<string, unknown> = {}) => {
      const member = await named(more);
      await pay(member, 1, KBANK);
      await expectInWallet(member, 1);
      return member;
    },
    sendSlip: async (member: Member, slip: string, at: Pick<typeof product, 'url'> = product) => {
      const picture = new Uint8Array(await (await fetch(slip)).arrayBuffer());
      expect(await uploadSlip(at, member, picture)).toMatchObject({ status: 200 });
    },
    slipEnds: async (member: Member) => (await slipsOf(product, member)).map(({ status, note }) => note ?? status),
    /**
     * What is written of the payments of this amount at an account of ours, in the order in which they were reported.
     */
    toldOf: async ({ toAccount }: typeof SCB, amount: number) => {
      const sql = `select member_id, remark, reported_by from payments
        where receiver_account = $1 and amount = $2 order by id`;
      const { rows } = await database.db.query<{
        member_id: string | null;
        remark: string | null;
        reported_by: string[];
      }>(sql, [toAccount, amount * 100]);
      return rows.map(({ member_id, remark, reported_by }) => ({
        member_id,
        remark,
        reported_by: reported_by.join('+'),
      }));
    },
    /** Reads the feed of a bank again at once, after it was made to fail. */
    readAgain: async (bank: string) => {
      await sandbox.fault({ target: `banks/${bank.toLowerCase()}`, mode: 'ok' });
      await database.db.query('update deposit_banks set read_at = clock_timestamp() where bank_code = $1', [bank]);
    },
    silence: (bank: string) =>
      Promise.all(
        ['transactions', 'notices'].map((call) =>
          sandbox.fault({ target: `banks/${bank.toLowerCase()}`, call, mode: 'refuse' }),
        ),
      ),
  };
}
