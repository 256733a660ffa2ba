import { expect, test } from 'vitest';
import { ERRORS } from '../contract/src/errors.ts';
import { readSqlFiles } from '../server/src/platform/sql-files.ts';
import { keysIn, keysPostedIn } from './posting-keys.ts';
import {
  DATABASE_ERRORS,
  DYNAMIC_SQL,
  KEY_MAKERS,
  LEDGER_KEYS,
  LONGEST_FUNCTION,
  SERVER_LAYERS,
  SQL_CALLS_BETWEEN_SLICES,
  SQL_OWNERS,
  TABLE_OWNERS,
  TRIGGERS_OF_OTHERS,
  WRITE_ANY_TABLE,
} from './rules.ts';
import { readSources } from './sources.ts';
import {
  argumentsOf,
  calledIn,
  dynamicSqlIn,
  errorCodesIn,
  namelessInsertsIn,
  normalised,
  tablesWrittenIn,
} from './sql.ts';
import { functionOf, readSqlFolder, readStatements, type SqlDefinition } from './sql-definitions.ts';

const FILES = readSqlFolder('sql').map(readStatements);
const DEFINITIONS = FILES.flatMap(({ defined }) => defined);
const OTHERS = FILES.flatMap(({ others }) => others).map(({ file, line, text }) => ({
  at: `${file}.sql, line ${line}`,
  text,
}));
const ofKind = (...kinds: string[]) => DEFINITIONS.filter(({ kind }) => kinds.includes(kind));
const ROUTINES = ofKind('function', 'procedure');
const NAMES = ROUTINES.map(({ name }) => name);
const VIEWS = ofKind('view').map(({ name }) => name);
const SERVER = readSources().filter(({ path }) => path.startsWith('server/src/'));

const ownerOf = ({ file }: SqlDefinition) => SQL_OWNERS[file] ?? '';
const routine = (name: string) => ROUTINES.find((one) => one.name === name);
const calls = ({ name, text }: SqlDefinition) =>
  calledIn(text, NAMES).flatMap((called) => (called === name ? [] : (routine(called) ?? [])));

/** The routines that write a table, by themselves or through others. */
const WRITING = (() => {
  const writing = new Set(ROUTINES.filter(({ text }) => tablesWrittenIn(text).length > 0));
  for (let before = -1; before < writing.size; ) {
    before = writing.size;
    for (const one of ROUTINES) if (calls(one).some((called) => writing.has(called))) writing.add(one);
  }
  return writing;
})();

test('every file of server/sql has an owner and is applied', async () => {
  const files = readSqlFolder('sql').map(({ file }) => file);
  const applied = (await readSqlFiles()).map(({ name }) => name.replace(/^.*\/|\.sql$/g, ''));
  expect(applied.toSorted(), 'SQL_FILES of server/src/platform/sql-files.ts').toEqual(files);
  expect(Object.keys(SQL_OWNERS).toSorted(), 'SQL_OWNERS of architecture-tests/rules.ts').toEqual(files);
});

test('server/sql holds definitions that can be applied again, each in the spelling by which the server finds it', () => {
  expect(WRITING.size).toBeGreaterThan(25);
  const unread = OTHERS.filter(({ at }) => !(at in DYNAMIC_SQL)).map(({ at, text }) => `${at}: ${text.split('\n')[0]}`);
  expect(
    unread.map((line) => `${line} … : begin a line with "create or replace function|procedure|view|trigger name"`),
  ).toEqual([]);
});

test('a function, view or trigger is defined once', () => {
  const twice = DEFINITIONS.flatMap((one, at) =>
    DEFINITIONS.slice(0, at)
      .filter(({ name }) => name === one.name)
      .map(({ file }) => `${one.name} is defined in ${file}.sql and in ${one.file}.sql: one of them has to go`),
  );
  expect(twice).toEqual([]);
});

test('migrations define no function, view, trigger or rule', () => {
  const definition = /\bcreate (?:or replace )?(?:\w+ )?(?:function|procedure|view|trigger|rule)\b/i;
  const found = readSqlFolder('migrations').filter(({ text }) => definition.test(normalised(text)));
  expect(found.map(({ file }) => `${file} defines what belongs in server/sql`)).toEqual([]);
});

test('a statement that is put together while it runs is listed', () => {
  const found = [...ROUTINES.map(({ name, text }) => ({ at: name, text })), ...OTHERS].filter(
    ({ text }) => dynamicSqlIn(text).length > 0,
  );
  expect(found.map(({ at }) => at).toSorted(), 'write plain statements, or DYNAMIC_SQL').toEqual(
    Object.keys(DYNAMIC_SQL).toSorted(),
  );
  const inCode = SERVER.filter(({ strings }) => strings.some((text) => dynamicSqlIn(text).includes('do')));
  expect(inCode.map(({ path }) => `${path} has a do block: write a function of server/sql`)).toEqual([]);
});

test('a function of the database writes only the tables of its own owner', () => {
  const texts = [
    ...ROUTINES.map((one) => ({ at: one.name, owner: ownerOf(one), text: one.text })),
    ...OTHERS.map(({ at, text }) => ({ at, owner: SQL_OWNERS[at.replace(/\.sql.*/, '')] ?? '', text })),
  ];
  const strangers = texts.flatMap(({ at, owner, text }) =>
    tablesWrittenIn(text)
      .filter((table) => TABLE_OWNERS[table] !== owner)
      .map((table) => `${at} of ${owner} writes ${table}, which is of ${TABLE_OWNERS[table] ?? 'nobody: no table'}`),
  );
  expect(strangers).toEqual([]);
});

test('nothing is written through a view', () => {
  const inCode = SERVER.flatMap(({ path, strings }) => strings.map((text) => ({ at: path, text })));
  const found = [...ROUTINES.map(({ name, text }) => ({ at: name, text })), ...inCode].flatMap(({ at, text }) =>
    tablesWrittenIn(text)
      .filter((table) => VIEWS.includes(table))
      .map((view) => `${at} writes the view ${view}: write the table, which has an owner`),
  );
  expect(found).toEqual([]);
});

test('a trigger runs a function of its table’s owner, or one that is listed and changes nothing of the row', () => {
  const strangers = ofKind('trigger').filter((trigger) => {
    const runs = routine(functionOf(trigger));
    return !runs || ownerOf(runs) !== TABLE_OWNERS[trigger.name.split('.')[0] ?? ''];
  });
  expect(
    [...new Set(strangers.map(functionOf))].toSorted(),
    'let a function of the table’s owner run, or write TRIGGERS_OF_OTHERS',
  ).toEqual(Object.keys(TRIGGERS_OF_OTHERS).toSorted());
  const changing = Object.keys(TRIGGERS_OF_OTHERS).filter((name) =>
    /\breturn (new|old)\b|\bnew\b[\w.]* ?:=|[;n] new\.\w+ ?=|\binto new\b/i.test(routine(name)?.text ?? ''),
  );
  expect(changing.map((name) => `${name} changes rows of other owners`)).toEqual([]);
});

const layerOf = (owner: string) =>
  SERVER_LAYERS.findIndex((places) =>
    places.some((place) => `server/src/${owner}` === place || `server/src/${owner}`.startsWith(`${place}/`)),
  );

test('a function that writes is called by functions of its owner, of an upper layer, or of a slice that is listed', () => {
  const between = ROUTINES.flatMap((one) =>
    calls(one)
      .filter((called) => WRITING.has(called) && ownerOf(called) !== ownerOf(one))
      .filter((called) => layerOf(ownerOf(called)) >= layerOf(ownerOf(one)))
      .map((called) => `${one.name} → ${called.name}`),
  );
  expect(between.toSorted()).toEqual(Object.keys(SQL_CALLS_BETWEEN_SLICES).toSorted());
});

test('a function that writes is called from the folder of its owner alone', () => {
  const writing = [...WRITING].map(({ name }) => name);
  const strangers = SERVER.filter(
    ({ path }) => !Object.keys(WRITE_ANY_TABLE).some((folder) => path.startsWith(folder)),
  ).flatMap(({ path, strings }) =>
    strings
      .flatMap((text) => calledIn(text, writing))
      .flatMap((called) => routine(called) ?? [])
      .filter((called) => !path.startsWith(`server/src/${ownerOf(called)}/`))
      .map((called) => `${path} calls ${called.name}: call a function of its owner, server/src/${ownerOf(called)}`),
  );
  expect(strangers).toEqual([]);
});

test('every kind of posting that a function of the database makes is one that reconciliation can explain', () => {
  const isPartOf = (kind: string, key: string) => new RegExp(`^${key.replaceAll('*', '.+')}(/|$)`).test(`${kind}/`);
  const found = ROUTINES.flatMap(({ name, text }) =>
    keysIn(text).map((key) => ({ name, key: key.replace(/\/$/, '') })),
  );
  const unknown = found.filter(({ key }) => !LEDGER_KEYS.some((kind) => isPartOf(kind, key)));
  expect(unknown.map(({ name, key }) => `${name} posts ${key}: write it into LEDGER_KEYS`)).toEqual([]);
});

test('the key of every posting of the database can be read where it is posted, and is listed', () => {
  const made = Object.keys(KEY_MAKERS).map((name) => [name, keysIn(routine(name)?.text ?? '')]);
  expect(Object.fromEntries(made)).toEqual(
    Object.fromEntries(Object.entries(KEY_MAKERS).map(([name, start]) => [name, [`${start}*`]])),
  );
  const found = ROUTINES.flatMap((one) => keysPostedIn(one).map((posted) => ({ ...posted, name: one.name })));
  expect(found.length).toBeGreaterThan(2);
  const wrong = found.flatMap((posted) => {
    if ('unreadable' in posted)
      return [`${posted.name} posts (${posted.unreadable}): write the key there, by || or by a function of KEY_MAKERS`];
    return LEDGER_KEYS.includes(posted.key) ? [] : [`${posted.name} posts ${posted.key}: write it into LEDGER_KEYS`];
  });
  expect(wrong).toEqual([]);
});

test(`a function of the database has at most ${LONGEST_FUNCTION} lines`, () => {
  const long = ROUTINES.filter(({ lines }) => lines > LONGEST_FUNCTION);
  expect(long.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
});

test('a function of the database refuses with codes of the catalogue alone', () => {
  const refusing = ROUTINES.filter(({ text }) => text.includes('KR013'));
  expect(refusing.map(({ name }) => name)).toEqual(['refuse']);
  const refusals = ROUTINES.filter(({ name }) => name !== 'refuse').flatMap(({ name, text }) =>
    argumentsOf('refuse', text).map(([given = '']) => ({ name, code: /^'([^']*)'$/.exec(given)?.[1] ?? given })),
  );
  expect(refusals.length).toBeGreaterThan(5);
  const unknown = refusals.filter(({ code }) => !Object.hasOwn(ERRORS, code));
  expect(unknown.map(({ name, code }) => `${name} refuses with ${code}, which the catalogue does not have`)).toEqual(
    [],
  );
});

test('a function of the database raises errors by the codes of DATABASE_ERRORS alone', () => {
  const raised = ROUTINES.flatMap(({ name, text }) => errorCodesIn(text).map((code) => ({ name, code })));
  const unknown = raised.filter(({ code }) => !(code in DATABASE_ERRORS));
  expect(unknown.map(({ name, code }) => `${name} raises ${code}: write a literal that is in DATABASE_ERRORS`)).toEqual(
    [],
  );
  expect([...new Set(raised.map(({ code }) => code))].toSorted()).toEqual(Object.keys(DATABASE_ERRORS));
});

test('every insert names its columns, so that a column that is added later takes nothing else’s place', () => {
  const inSql = [...readSqlFolder('sql'), ...readSqlFolder('migrations')].map(({ file, text }) => ({
    path: file,
    text,
  }));
  const inCode = SERVER.flatMap(({ path, strings }) => strings.map((text) => ({ path, text })));
  const nameless = [...inSql, ...inCode].flatMap(({ path, text }) =>
    namelessInsertsIn(text).map((table) => `${path} inserts into ${table}: write the names of its columns`),
  );
  expect(nameless).toEqual([]);
});
