import type pg from 'pg';

type Kept = { table: string; name: string; kind: 'foreign' | 'own' | 'index'; definition: string };

/**
 * Does work on tables that have neither keys nor indexes meanwhile, and then makes these as they were, each by one sort
 * instead of a search for every row.
 */
export async function withoutKeys(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Kept>(KEPT, [tables]);
  const ofKind = (kind: Kept['kind']) => rows.filter((kept) => kept.kind === kind);
  const constraints = (kind: Kept['kind'], turn: (kept: Kept) => string) =>
    ofKind(kind).map((kept) => `alter table ${kept.table} ${turn(kept)}`);
  const drop = ({ name }: Kept) => `drop constraint ${name}`;
  const add = ({ name, definition }: Kept) => `add constraint ${name} ${definition}`;

  for (const sql of [
    ...constraints('foreign', drop),
    ...constraints('own', drop),
    ...ofKind('index').map(({ name }) => `drop index ${name}`),
  ])
    await client.query(sql);
  await work();
  for (const sql of [
    ...constraints('own', add),
    ...ofKind('index').map(({ definition }) => definition),
    ...constraints('foreign', add),
  ])
    await client.query(sql);
}

/** What partitions have of their table comes and goes with the table's. */
const KEPT = `
  select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
      case contype when 'f' then 'foreign' else 'own' end as kind
    from pg_constraint
    where conparentid = 0 and (contype in ('p', 'u') and conrelid = any($1::regclass[])
      or contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
  union all
  select indrelid::regclass, indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), 'index'
    from pg_index
    where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
`;
