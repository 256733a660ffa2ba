import pg from 'pg';
import { many, type Transaction } from './database.ts';

/**
 * What the server's role may do with each table. A table that is listed nowhere is read and written; a new migration
 * needs no thought unless its table belongs here.
 *
 * These are only read: functions of the owner (`security definer`) write them.
 */
export const WRITTEN_BY_FUNCTIONS = [
  'ledger_accounts',
  'ledger_postings',
  'ledger_days',
  'ledger_day_accounts',
  'statement_entries',
  'statement_totals',
  'audit_log',
  'migrations',
];

/** These are read and added to: what is in them neither changes nor goes, but for the columns that are named. */
const APPEND_ONLY: Record<string, string[]> = {
  account_changes: ['next_try_at', 'tries', 'told_at'],
  production_marker: [],
  security_events: [],
  seeded_rows: [],
  standstills: ['number', 'ended_at', 'ended_by', 'ended_how'],
};

const changing = (table: string) =>
  APPEND_ONLY[table]?.length ? `, update (${APPEND_ONLY[table].map(pg.escapeIdentifier).join(', ')})` : '';

/**
 * Gives the server's role what it needs and takes all else from it. The owner runs this after each migrating, so that
 * what was made by then is covered. A partition gets nothing: it is reached through its table, whose rights count.
 */
export async function grantRights(tx: Transaction, role: string): Promise<void> {
  const tables = await many<{ name: string }>(
    tx,
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const names = tables.map(({ name }) => name);
  const appended = names.filter((name) => name in APPEND_ONLY);
  const written = names.filter((name) => !(name in APPEND_ONLY) && !WRITTEN_BY_FUNCTIONS.includes(name));
  const [{ database } = { database: '' }] = await many<{ database: string }>(
    tx,
    'select current_database() as database',
  );
  const to = pg.escapeIdentifier(role);
  const statements = [
    `revoke create on schema public from public, ${to}`,
    `revoke temporary on database ${pg.escapeIdentifier(database)} from public, ${to}`,
    `grant usage on schema public to ${to}`,
    `revoke all on all tables in schema public from public, ${to}`,
    `revoke all on all sequences in schema public from public, ${to}`,
    `revoke all on all routines in schema public from public`,
    `grant execute on all routines in schema public to ${to}`,
    // Views too, and those only to be read: one that could be written would write with the rights of its owner.
    `grant select on all tables in schema public to ${to}`,
    ...written.map((name) => `grant insert, update, delete on ${pg.escapeIdentifier(name)} to ${to}`),
    ...appended.map((name) => `grant insert${changing(name)} on ${pg.escapeIdentifier(name)} to ${to}`),
  ];
  await tx.query(statements.join(';\n'));
}
