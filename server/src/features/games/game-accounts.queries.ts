import { many, maybeOne, type Queryable } from '../../platform/database.ts';

export type GameAccountRow = {
  code: string;
  username: string;
  password: Buffer;
  next_password: Buffer | null;
  opened_at: Date | null;
  changed_by: string | null;
  in_play: bigint;
  stale_since: Date | null;
};

export async function findAccount(db: Queryable, memberId: string, code: string): Promise<GameAccountRow | null> {
  return maybeOne<GameAccountRow>(db, 'select * from game_accounts where member_id = $1 and code = $2', [
    memberId,
    code,
  ]);
}

export async function openedAccounts(db: Queryable, memberId: string): Promise<GameAccountRow[]> {
  const sql = 'select * from game_accounts where member_id = $1 and opened_at is not null';
  return many<GameAccountRow>(db, sql, [memberId]);
}

export async function openedGames(db: Queryable, memberId: string): Promise<Set<string>> {
  return new Set((await openedAccounts(db, memberId)).map(({ code }) => code));
}
