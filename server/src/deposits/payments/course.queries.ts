import { maybeOne, one, type Queryable } from '../../platform/database.ts';

/** When the payment behind a deposit of the member's statement was paid, and when it was credited. */
export function paymentOfEntry(db: Queryable, memberId: string, entryId: string) {
  const sql = 'select paid_at, credited_at from payments where member_id = $1 and entry_id = $2';
  return maybeOne<{ paid_at: Date; credited_at: Date | null }>(db, sql, [memberId, entryId]);
}

/** Fewer say nothing about the next one. */
const ENOUGH = 20;
/** The newest of the last seven days; more make no other median. */
const NEWEST = 2_000;

const medianSince = (start: string) =>
  `case when count(${start}) >= ${ENOUGH} then
    round(percentile_cont(0.5) within group (order by extract(epoch from credited_at - ${start})))::int end`;

/** Medians in seconds until the money was credited, since the slip was uploaded or the QR code was made. */
export function usualDeposits(db: Queryable): Promise<{ slip: number | null; qrcode: number | null }> {
  const sql = `select ${medianSince('slip_at')} as slip, ${medianSince('code_at')} as qrcode
    from (select credited_at, code.created_at as code_at, case when code.id is null then slip.created_at end as slip_at
      from (select id, credited_at, qrcode_id, member_id from payments
        where credited_at > app_now() - interval '7 days' order by credited_at desc limit ${NEWEST}) lately
      left join qrcodes code on code.id = lately.qrcode_id and code.member_id = lately.member_id
      left join slips slip on slip.payment_id = lately.id and slip.status = 'SUCCESS' and slip.member_id = lately.member_id
        and slip.created_at <= credited_at) as took`;
  return one(db, sql);
}
