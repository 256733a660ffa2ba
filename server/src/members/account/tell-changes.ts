import type { Edition } from '@krapao/contract/editions.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { giveBack, takeBudgets } from '../../platform/budgets.ts';
import { type Database, one } from '../../platform/database.ts';
import { backOff, type DueWork, leaseDue, putOff, retriedTable } from '../../platform/due-work.ts';
import { textBudgets } from '../../platform/text-budgets.ts';
import { inOnePart } from '../../providers/sms/one-part.ts';
import type { SendSms } from '../../providers/sms/sms.ts';

const TO_TELL = retriedTable('account_changes', ['id'], 'next_try_at is not null');
const LEASE_MS = 60_000;
const FIRST_MS = 1_000;
const LONGEST_MS = 10 * 60_000;
/** Some six hours later the text would only be old news. */
const MOST_TRIES = 40;

type Change = { id: string; member_id: string; what: 'password' | 'bank'; tries: number };
type Deps = { db: Database; config: Config; sendSms: SendSms };

/**
 * Tells members of a new password or bank account by a text to the phone, whoever changed it. One text an hour of each is
 * enough: more would let a member send as many as they like.
 */
export function changesToTell({ db, config, sendSms }: Deps): DueWork<Change> {
  return {
    name: 'telling of an account’s change',
    idOf: ({ id }) => id,
    take: (limit) =>
      leaseDue<Change>(db, TO_TELL, { limit, next: LEASE_MS, returning: 'id::text, member_id, what, tries' }),
    handle: async (change) => {
      if (!config.smsUrl || change.tries > MOST_TRIES || (await wasToldLately(db, change))) return forget(db, change);
      const budgets = textBudgets(config, 'notice');
      const refusal = await takeBudgets(db, ...budgets).catch(budgetRefusal);
      if (refusal) return waitForBudget(db, change, refusal);
      try {
        await send({ db, config, sendSms }, change);
      } catch (error) {
        await giveBack(db, ...budgets);
        const waitMs = backOff({ tries: change.tries, firstMs: FIRST_MS, longestMs: LONGEST_MS });
        await putOff(db, TO_TELL, [change.id], waitMs);
        throw error;
      }
      await forget(db, change, true);
    },
  };
}

async function send({ db, config, sendSms }: Deps, { id, member_id, what }: Change): Promise<void> {
  const { phone } = await one<{ phone: string }>(db, 'select phone from members where id = $1', [member_id]);
  await sendSms({
    to: phone,
    text: inOnePart(config.serviceName, TEXTS[config.edition][what]),
    reference: `change-${member_id}-${id}`,
  });
}

function budgetRefusal(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'REQUEST_LIMIT') return error;
  throw error;
}

/** A change that waits for the next hour's texts was not tried: no change is forgotten because others sent many. */
async function waitForBudget(db: Database, { id }: Change, { retryAfterSeconds = 0 }: AppError): Promise<void> {
  const sql = `update account_changes set tries = tries - 1,
    next_try_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1 and next_try_at is not null`;
  await db.query(sql, [id, Math.min(Math.max(retryAfterSeconds * 1_000, FIRST_MS), LONGEST_MS)]);
}

async function wasToldLately(db: Database, { member_id, what }: Change): Promise<boolean> {
  const sql = `select exists (select from account_changes where member_id = $1 and what = $2
    and told_at > app_now() - interval '1 hour') as yes`;
  return (await one<{ yes: boolean }>(db, sql, [member_id, what])).yes;
}

async function forget(db: Database, { id }: Change, isTold = false): Promise<void> {
  const sql = 'update account_changes set next_try_at = null, told_at = case when $2 then app_now() end where id = $1';
  await db.query(sql, [id, isTold]);
}

/** Members' languages are not kept: the edition's own. */
const TEXTS: Record<Edition, Record<Change['what'], string>> = {
  th: {
    password: 'เปลี่ยนรหัสผ่านและรหัสผ่านเกมแล้ว หากไม่ใช่คุณ โปรดติดต่อเราทันที',
    bank: 'เปลี่ยนบัญชีธนาคารแล้ว หากไม่ใช่คุณ โปรดติดต่อเราทันที',
  },
  la: {
    password: 'ປ່ຽນລະຫັດຜ່ານ ແລະ ລະຫັດຜ່ານເກມແລ້ວ, ບໍ່ແມ່ນທ່ານ? ຕິດຕໍ່ພວກເຮົາທັນທີ',
    bank: 'ປ່ຽນບັນຊີທະນາຄານແລ້ວ, ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ',
  },
};
