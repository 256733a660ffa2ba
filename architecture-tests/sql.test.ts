import { expect, test } from 'vitest';
import { ERRORS } from '../contract/src/errors.ts';
import {
  LEDGER_KEYS,
  LONGEST_FUNCTION,
  SERVER_LAYERS,
  SQL_CALLS_BETWEEN_SLICES,
  SQL_OWNERS,
  TABLE_OWNERS,
} from './rules.ts';
import { readSources } from './sources.ts';
import {
  argumentsOf,
  keysIn,
  readDefinitions,
  readSqlFolder,
  type SqlDefinition,
  tablesWrittenIn,
  withoutComments,
} from './sql.ts';

const DEFINITIONS = readDefinitions();
const ROUTINES = DEFINITIONS.filter(({ kind }) => kind !== 'view');
const ownerOf = ({ file }: SqlDefinition) => SQL_OWNERS[file] ?? '';
const CALL = new RegExp(`\\b(${ROUTINES.map(({ name }) => name).join('|')})\\(`, 'g');

/** The routines that a text calls. */
function calledIn(text: string): SqlDefinition[] {
  const names = new Set([...text.matchAll(CALL)].map(([, name]) => name));
  return ROUTINES.filter(({ name }) => names.has(name));
}
const calls = ({ name, text }: SqlDefinition) => calledIn(text).filter((other) => other.name !== name);

/** The routines that write a table, by themselves or through others. */
const WRITING = (() => {
  const writing = new Set(ROUTINES.filter(({ text }) => tablesWrittenIn(text).some((table) => table in TABLE_OWNERS)));
  for (let before = -1; before < writing.size; ) {
    before = writing.size;
    for (const routine of ROUTINES) if (calls(routine).some((called) => writing.has(called))) writing.add(routine);
  }
  return writing;
})();

test('the files of server/sql are read whole', () => {
  const defined = readSqlFolder('sql').flatMap(({ text }) => text.match(/^create or replace (?!trigger)/gm) ?? []);
  expect(DEFINITIONS).toHaveLength(defined.length);
  expect(WRITING.size).toBeGreaterThan(25);
});

test('every file of server/sql has an owner', () => {
  expect(readSqlFolder('sql').map(({ file }) => file)).toEqual(Object.keys(SQL_OWNERS));
});

test('functions, views and triggers are defined in server/sql, and can be applied again; migrations define none', () => {
  const inMigrations = readSqlFolder('migrations').filter(({ text }) =>
    /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|view|trigger)\b/i.test(
      withoutComments(text),
    ),
  );
  expect(inMigrations.map(({ file }) => `${file} defines what belongs in server/sql`)).toEqual([]);
  const others = readSqlFolder('sql').flatMap(({ file, text }) =>
    (withoutComments(text).match(/^[a-z]+ .*$/gim) ?? [])
      .filter((line) => /^(create|alter|drop|insert|update|delete|grant|select)\b/i.test(line))
      .filter((line) => !/^create or replace (function|procedure|view|trigger) /.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(others).toEqual([]);
});

test('a function of the database writes only the tables of its own owner', () => {
  const strangers = ROUTINES.flatMap((routine) =>
    tablesWrittenIn(routine.text)
      .filter((table) => table in TABLE_OWNERS && TABLE_OWNERS[table] !== ownerOf(routine))
      .map((table) => `${routine.name} of ${ownerOf(routine)} writes ${table}, which is of ${TABLE_OWNERS[table]}`),
  );
  expect(strangers).toEqual([]);
});

const layerOf = (owner: string) =>
  SERVER_LAYERS.findIndex((places) =>
    places.some((place) => `server/src/${owner}` === place || `server/src/${owner}`.startsWith(`${place}/`)),
  );

test('a function that writes is called by functions of its owner, of an upper layer, or of a slice that is listed', () => {
  const between = ROUTINES.flatMap((routine) =>
    calls(routine)
      .filter((called) => WRITING.has(called) && ownerOf(called) !== ownerOf(routine))
      .filter((called) => layerOf(ownerOf(called)) >= layerOf(ownerOf(routine)))
      .map((called) => `${routine.name} → ${called.name}`),
  );
  expect(between.toSorted()).toEqual(Object.keys(SQL_CALLS_BETWEEN_SLICES).toSorted());
});

test('a function that writes is called from the folder of its owner alone', () => {
  const strangers = readSources()
    .filter(({ path }) => path.startsWith('server/src/') && !path.startsWith('server/src/demo/'))
    .flatMap(({ path, strings }) =>
      calledIn(strings.join('\n'))
        .filter((called) => WRITING.has(called) && !path.startsWith(`server/src/${ownerOf(called)}`))
        .map((called) => `${path} calls ${called.name}, which is of ${ownerOf(called)}`),
    );
  expect(strangers).toEqual([]);
});

test('every kind of posting that a function of the database makes is one that reconciliation can explain', () => {
  const isPartOf = (kind: string, key: string) => new RegExp(`^${key.replaceAll('*', '.+')}(/|$)`).test(`${kind}/`);
  const found = ROUTINES.flatMap(({ name, text }) =>
    keysIn(text).map((key) => ({ name, key: key.replace(/\/$/, '') })),
  );
  expect(found.map(({ key }) => key)).toContain('transfer/*/*/*/*');
  const unknown = found.filter(({ key }) => !LEDGER_KEYS.some((kind) => isPartOf(kind, key)));
  expect(unknown.map(({ name, key }) => `${name} posts ${key}: write it into LEDGER_KEYS`)).toEqual([]);
});

test(`a function of the database has at most ${LONGEST_FUNCTION} lines`, () => {
  const long = ROUTINES.filter(({ lines }) => lines > LONGEST_FUNCTION);
  expect(long.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
});

test('a function of the database refuses with codes of the catalogue alone', () => {
  const refusing = ROUTINES.filter(({ text }) => text.includes('KR013'));
  expect(refusing.map(({ name }) => name)).toEqual(['refuse']);
  const refusals = ROUTINES.filter(({ name }) => name !== 'refuse').flatMap(({ name, text }) =>
    argumentsOf('refuse', text).map((given) => ({ name, code: /^'([^']*)'(,|$)/.exec(given)?.[1] ?? given })),
  );
  expect(refusals.length).toBeGreaterThan(5);
  const unknown = refusals.filter(({ code }) => !Object.hasOwn(ERRORS, code));
  expect(unknown.map(({ name, code }) => `${name} refuses with ${code}, which the catalogue does not have`)).toEqual(
    [],
  );
});

test('every insert names its columns, so that a column that is added later takes nothing else’s place', () => {
  const insert = /\binsert\s+into\s+(\w+)(?:\s+as\s+\w+)?\s*(\S+)/gi;
  const inSql = [...readSqlFolder('sql'), ...readSqlFolder('migrations')].map(({ file, text }) => ({
    path: file,
    text: withoutComments(text),
  }));
  const inCode = readSources()
    .filter(({ path }) => path.startsWith('server/src/'))
    .flatMap(({ path, strings }) => strings.map((text) => ({ path, text })));
  const nameless = [...inSql, ...inCode].flatMap(({ path, text }) =>
    [...text.matchAll(insert)]
      .filter(([, , next = '']) => !next.startsWith('(') && next !== 'default')
      .map(([, table]) => `${path} inserts into ${table} without the names of its columns`),
  );
  expect(nameless).toEqual([]);
});
