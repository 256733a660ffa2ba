type Reader = { query: (sql: string) => Promise<{ rows: { line: string }[] }> };

/**
 * The schema of a migrated database as a text that a person can read and a test can compare: each table with its columns,
 * constraints, indexes and triggers, then types, and the signatures of views and functions, whose text is in server/sql/.
 */
export async function describeSchema(db: Reader): Promise<string> {
  const lines = async (sql: string) => (await db.query(sql)).rows.map(({ line }) => line);
  const parts = [
    '-- Written by "npm run schema" from a migrated database. What the tables mean is in migrations/0001_baseline.sql.',
    ...(await lines(TABLES)),
    ...(await lines(TYPES)),
    (await lines(VIEWS)).join('\n'),
    (await lines(FUNCTIONS)).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const IN_SCHEMA = `relnamespace = 'public'::regnamespace`;

const COLUMNS = `(select string_agg(concat_ws(' ', '  ' || quote_ident(attname), format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end,
      case when attidentity <> '' then 'generated always as identity'
        when attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid))
        else 'default ' || pg_get_expr(adbin, adrelid) end), E',\\n' order by attnum)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = relation.oid and attnum > 0 and not attisdropped)`;

// PostgreSQL 18 lists what is not null as constraints too.
const CONSTRAINTS = `(select string_agg(format(E',\\n  constraint %I %s', conname, pg_get_constraintdef(oid)), '' order by conname)
    from pg_constraint where conrelid = relation.oid and contype <> 'n')`;

const INDEXES = `(select string_agg(E'\\n' || pg_get_indexdef(indexrelid) || ';', '' order by indexrelid::regclass::text)
    from pg_index where indrelid = relation.oid
      and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid))`;

const TRIGGERS = `(select string_agg(E'\\n' || pg_get_triggerdef(oid) || ';', '' order by tgname)
    from pg_trigger where tgrelid = relation.oid and not tgisinternal)`;

/** A partition is a line: it has the columns of its table. */
const TABLES = `select case when relispartition
      then format('create table %I partition of %s %s;', relname,
        (select inhparent::regclass from pg_inherits where inhrelid = relation.oid), pg_get_expr(relpartbound, oid))
        || coalesce(${TRIGGERS}, '')
      else format(E'create %stable %I (\\n%s%s\\n)%s%s;', case relpersistence when 'u' then 'unlogged ' end, relname, ${COLUMNS},
        ${CONSTRAINTS}, ' partition by ' || pg_get_partkeydef(oid), ' with (' || array_to_string(reloptions, ', ') || ')')
        || coalesce(${INDEXES}, '') || coalesce(${TRIGGERS}, '') end as line
  from pg_class relation where ${IN_SCHEMA} and relkind in ('r', 'p') order by relname`;

const TYPES = `select format(E'create type %I as (\\n%s\\n);', relname, ${COLUMNS}) as line
  from pg_class relation where ${IN_SCHEMA} and relkind = 'c'
  union all
  select format('create sequence %I;', relname) from pg_class relation where ${IN_SCHEMA} and relkind = 'S'
    and not exists (select from pg_depend where objid = relation.oid and deptype in ('a', 'i')) order by 1`;

const VIEWS = `select format('-- view %I (%s)', relname, (select string_agg(attname, ', ' order by attnum)
    from pg_attribute where attrelid = relation.oid and attnum > 0)) as line
  from pg_class relation where ${IN_SCHEMA} and relkind = 'v' order by relname`;

const FUNCTIONS = `select format('-- %s %I(%s)%s%s', case prokind when 'p' then 'procedure' else 'function' end, proname,
    pg_get_function_arguments(oid), ' returns ' || pg_get_function_result(oid),
    case when prosecdef then ' security definer' end) as line
  from pg_proc where pronamespace = 'public'::regnamespace order by proname`;
