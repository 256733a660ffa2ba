import { randomInt } from 'node:crypto';
import { requireMayDeposit } from '../../allowances/allowances.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { type Attempt, claim, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Upload } from '../../platform/uploads.ts';
import type { Storage } from '../../providers/storage/stored-file.ts';
import { insertSlip } from './slips.queries.ts';

type SlipDeps = { db: Database; storage: Storage; isOpen: () => Promise<boolean>; triesAnHour: number };

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Keeps the picture and leaves the judging to a worker. The file is kept before the row is written: a node that dies in
 * between leaves a file without a row, never a row without a file.
 */
export async function uploadSlip(
  { db, storage, isOpen, triesAnHour }: SlipDeps,
  { memberId }: Owner,
  attempt: Attempt,
  upload: Upload | null,
): Promise<{ message: 'SLIP_RECEIVED' }> {
  if (!(await isOpen())) throw new AppError('SLIP_UPLOAD_FAIL');
  if (!upload || upload.bytes === 0) throw new AppError('SLIP_NO_FILE');
  // Loaded with the first slip: a node that gets none spares the library's memory.
  const { inspectPicture } = await import('../../providers/pictures/picture.ts');
  const picture = await inspectPicture(upload.path);
  if (!picture) throw new AppError('SLIP_INVALID_FILE');

  const reference = Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const file = `slips/${reference.slice(0, 2)}/${reference}.${picture.type}`;
  const answer = { message: 'SLIP_RECEIVED' } as const;
  await storage.keep(file, upload.path);
  await inTransaction(db, async (tx) => {
    await claim(tx, attempt);
    await requireMayDeposit(tx, { memberId, way: 'slip', triesAnHour });
    await insertSlip(tx, { reference, member_id: memberId, file });
    await recordAnswer(tx, attempt, { status: 200, body: answer });
  }).catch(async (refusal: unknown) => {
    await storage.remove(file).catch(() => {});
    throw refusal;
  });
  return answer;
}
