import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Texts } from '../../staff/texts.ts';

type Notice = {
  id: bigint;
  html: Texts;
  shows_from: Date;
  shows_to: Date | null;
  made_by: string;
  ended_by: string | null;
  ended_at: Date | null;
};

const COLUMNS = 'id, html, shows_from, shows_to, made_by, ended_by, ended_at';

/** What is shown at this moment, in the order in which it began. */
export async function noticesNow(db: Queryable): Promise<Texts[]> {
  const sql = `select html from notices where ended_at is null and shows_from <= app_now()
    and coalesce(shows_to > app_now(), true) order by shows_from, id`;
  return (await many<Pick<Notice, 'html'>>(db, sql)).map(({ html }) => html);
}

/** Newest first, those that are over too. */
export function allNotices(db: Queryable, limit: number): Promise<Notice[]> {
  return many<Notice>(db, `select ${COLUMNS} from notices order by id desc limit $1`, [limit]);
}

type NewNotice = Pick<Notice, 'html' | 'shows_from' | 'shows_to' | 'made_by'>;

export function insertNotice(tx: Transaction, { html, ...notice }: NewNotice): Promise<Notice> {
  return insertRow<Notice>(tx, 'notices', { html: JSON.stringify(html), ...notice });
}

export function lockNotice(tx: Transaction, id: bigint): Promise<Notice | null> {
  return maybeOne<Notice>(tx, `select ${COLUMNS} from notices where id = $1 for update`, [id]);
}

export function endNotice(tx: Transaction, id: bigint, operator: string): Promise<Notice> {
  const sql = `update notices set ended_at = app_now(), ended_by = $2 where id = $1 returning ${COLUMNS}`;
  return one<Notice>(tx, sql, [id, operator]);
}
