import { many } from '../../platform/database.ts';
import { list, MOST_LISTED } from '../../staff/act.ts';

type PendingLink = { hash: string; member_id: string; code: string | null; tries: number };

export const truelinkActs = {
  listLinks: list({
    name: 'links pending',
    summary: 'gift links of which it is not known what became',
    permission: 'payments.see',
    run: (tx) =>
      many<PendingLink>(
        tx,
        `select hash, member_id, code, tries from truelinks where status = 'RESERVED' order by created_at limit $1`,
        [MOST_LISTED],
      ),
  }),
};
