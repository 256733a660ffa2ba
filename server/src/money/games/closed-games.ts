import { many, maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';

/** A game that an operator has closed: no money goes in. */
type ClosedGame = { code: string; operator: string; since: Date };

const COLUMNS = 'code, operator, since';

export function closedGames(db: Queryable): Promise<ClosedGame[]> {
  return many<ClosedGame>(db, `select ${COLUMNS} from closed_games order by code`);
}

/** Null if it is closed already. */
export function closeGame(tx: Transaction, code: string, operator: string): Promise<ClosedGame | null> {
  const sql = `insert into closed_games (code, operator) values ($1, $2) on conflict do nothing returning ${COLUMNS}`;
  return maybeOne<ClosedGame>(tx, sql, [code, operator]);
}

/** Null if it is not closed. */
export function openGame(tx: Transaction, code: string): Promise<ClosedGame | null> {
  return maybeOne<ClosedGame>(tx, `delete from closed_games where code = $1 returning ${COLUMNS}`, [code]);
}
