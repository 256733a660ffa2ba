import { expect, test } from 'vitest';
import { calls } from '../contract/src/calls.ts';
import type { CallSchema } from '../contract/src/schemas.ts';
import { WRITTEN_BY_FUNCTIONS } from '../server/src/platform/grants.ts';
import { keysPostedBy } from './posting-keys.ts';
import {
  LEDGER_KEYS,
  LONG_FUNCTIONS,
  LONGEST_FUNCTION,
  NO_LEDGER_KEYS,
  SERVER_LAYERS,
  TABLE_OWNERS,
  TABLES_GIVEN_BY_CALLERS,
  WEB_LAYERS,
  WRITE_ANY_TABLE,
} from './rules.ts';
import { readSources, type Source } from './sources.ts';
import { tablesMadeIn, tablesWrittenIn, unnamedTargetsIn } from './sql.ts';
import { readSqlFolder } from './sql-definitions.ts';

const SOURCES = readSources();
const BY_PATH = new Map(SOURCES.map((source) => [source.path, source]));
const GROUPS = ['members', 'money', 'deposits', 'rewards', 'support'];

const below = (folder: string) => SOURCES.filter(({ path }) => path.startsWith(folder));

/** Each broken rule as a line that says which file breaks it and how. */
function breaches(sources: Source[], rule: (source: Source, to: string) => string | false | null): string[] {
  return sources.flatMap((source) =>
    source.imports.flatMap(({ to }) => {
      const why = rule(source, to);
      return why ? [`${source.path} imports ${to}: ${why}`] : [];
    }),
  );
}

/** The layer of a file, counted from the lowest; null where the file belongs to none. */
function layerOf(layers: readonly (readonly string[])[], path: string): number | null {
  const level = layers.findIndex((places) => places.some((place) => path === place || path.startsWith(`${place}/`)));
  return level < 0 ? null : level;
}

test.each([
  ['server/src', SERVER_LAYERS],
  ['web/src', WEB_LAYERS],
] as const)('imports in %s run one way, from the upper layers to the lower', (root, layers) => {
  const homeless = below(`${root}/`).filter(({ path }) => layerOf(layers, path) === null);
  expect(homeless.map(({ path }) => `${path} belongs to no layer`)).toEqual([]);
  expect(
    breaches(below(`${root}/`), ({ path }, to) => {
      const upper = layerOf(layers, to);
      return upper !== null && upper > (layerOf(layers, path) ?? 0) && 'a lower layer knows nothing of an upper one';
    }),
  ).toEqual([]);
});

/** `money/transfers` for a file of a slice, `money` for a file of the group itself. */
function placeOf(root: string, path: string): { group: string; slice: string | null } | null {
  if (!path.startsWith(`${root}/`)) return null;
  const [group = '', slice, file] = path.slice(root.length + 1).split('/');
  return GROUPS.includes(group) ? { group, slice: slice !== undefined && file !== undefined ? slice : null } : null;
}

test.each(['server/src', 'web/src/features', 'contract/src'])('%s has the same groups as the others', (root) => {
  const groups = new Set(below(`${root}/`).flatMap(({ path }) => placeOf(root, path)?.group ?? []));
  expect([...groups].toSorted()).toEqual(GROUPS.toSorted());
});

test.each(['server/src', 'web/src/features'])('a slice of %s imports no other slice', (root) => {
  expect(
    breaches(SOURCES, ({ path }, to) => {
      const [from, target] = [placeOf(root, path), placeOf(root, to)];
      if (!from || !target?.slice || (from.group === target.group && from.slice === target.slice)) return null;
      if (from.slice) return 'a slice knows no other slice: the file of the group, or of the app, hands it over';
      return from.group !== target.group && 'a group composes its own slices only';
    }),
  ).toEqual([]);
});

test('only home composes the screens of other features', () => {
  const features = /^web\/src\/features\/([^/]+)\//;
  const others = breaches(below('web/src/features/'), ({ path }, to) => {
    const [from, target] = [features.exec(path)?.[1], features.exec(to)?.[1]];
    return target && from !== target && from !== 'home' ? 'what two features share lives below them' : null;
  });
  expect(others).toEqual([]);
});

test('no file imports itself by way of others', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), path].join(' → '));
    if (seenAt >= 0 || done.has(path)) return;
    for (const { to } of BY_PATH.get(path)?.imports ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const { path } of SOURCES) visit(path, []);
  expect(cycles).toEqual([]);
});

test('a workspace imports of the others only what it may', () => {
  const outside = breaches(SOURCES, ({ path }, to) => {
    const [from = '', target = ''] = [path.split('/')[0], to.split('/')[0]];
    if (path.includes('/test/')) return null;
    if (!BY_PATH.has(to) || from === target) return null;
    if (from === 'contract') return 'the contract stands alone';
    if (from === 'web') return target !== 'contract' && 'the web knows the contract only';
    if (from === 'server') return target !== 'contract' && 'the server knows the contract only';
    if (from === 'sandbox') return target !== 'contract' && 'the outside world knows the contract only';
    return null;
  });
  expect(outside).toEqual([]);
});

test('the web takes no schema library into the browser', () => {
  const takesSchemas = (path: string, seen = new Set<string>()): boolean => {
    if (path === 'typebox') return true;
    if (seen.has(path)) return false;
    seen.add(path);
    return (BY_PATH.get(path)?.imports ?? []).some(({ to, isType }) => !isType && takesSchemas(to, seen));
  };
  const found = below('web/src/').flatMap(({ path, imports }) =>
    imports.filter(({ to, isType }) => !isType && takesSchemas(to)).map(({ to }) => `${path} imports ${to}`),
  );
  expect(found).toEqual([]);
});

/** The tables that a file writes: in statements, and by helpers to which it names a table. */
const tablesWrittenBy = ({ strings, tablesNamed }: Source) => [
  ...strings.flatMap((text) => tablesWrittenIn(text)),
  ...tablesNamed.filter((table) => table !== null),
];

test('a table is written by its own slice alone', () => {
  const found = below('server/src/').flatMap((source) =>
    tablesWrittenBy(source)
      .filter((table) => table in TABLE_OWNERS)
      .map((table) => ({ path: source.path, table })),
  );
  expect(found.length).toBeGreaterThan(100);
  const strangers = found.filter(
    ({ path, table }) =>
      !path.startsWith(`server/src/${TABLE_OWNERS[table]}/`) &&
      !Object.keys(WRITE_ANY_TABLE).some((folder) => path.startsWith(folder)),
  );
  expect(
    strangers.map(
      ({ path, table }) => `${path} writes ${table}: call a function of its owner, server/src/${TABLE_OWNERS[table]}`,
    ),
  ).toEqual([]);
});

test('a statement names its table, or stands in a file that is listed', () => {
  const unnamed = below('server/src/').flatMap(({ path, strings, tablesNamed }) => [
    ...strings.flatMap(unnamedTargetsIn).map((text) => ({ path, text })),
    ...tablesNamed.filter((table) => table === null).map(() => ({ path, text: 'a helper that writes' })),
  ]);
  const others = unnamed.filter(({ path }) => !(path in TABLES_GIVEN_BY_CALLERS));
  expect(others.map(({ path, text }) => `${path}: ${text}: write the name of the table there, as a literal`)).toEqual(
    [],
  );
  expect(
    Object.keys(TABLES_GIVEN_BY_CALLERS).filter((path) => !unnamed.some((found) => found.path === path)),
    'files that can leave TABLES_GIVEN_BY_CALLERS',
  ).toEqual([]);
});

test('a table that only functions of the database write is written by no statement of the server', () => {
  const found = below('server/src/').flatMap((source) =>
    tablesWrittenBy(source)
      .filter((table) => WRITTEN_BY_FUNCTIONS.includes(table))
      .map((table) => `${source.path} writes ${table}: call a function of server/sql`),
  );
  expect(found.filter((line) => !line.startsWith('server/src/platform/migrate.ts '))).toEqual([]);
});

test('outside parties are asked through one door, which limits answers and follows no redirect', () => {
  const asking = below('server/src/').filter(({ path, text }) => /\bfetch\(/.test(text) && !/\.test\.ts$/.test(path));
  // The demo plays the sandbox's own people. What a bucket answers are files, which are passed on as they come.
  expect(asking.map(({ path }) => path)).toEqual([
    'server/src/demo/first-steps.ts',
    'server/src/providers/http-json.ts',
    'server/src/providers/storage/s3.ts',
  ]);
});

test('every table has an owner', () => {
  const tables = [...new Set(readSqlFolder('migrations').flatMap(({ text }) => tablesMadeIn(text)))];
  expect(tables.length).toBeGreaterThan(70);
  const homeless = tables.filter((table) => !(table in TABLE_OWNERS));
  expect(homeless.map((table) => `${table} has no owner: write it into TABLE_OWNERS`)).toEqual([]);
  const gone = Object.keys(TABLE_OWNERS).filter((table) => !tables.includes(table));
  expect(gone.map((table) => `no migration makes ${table}: take it out of TABLE_OWNERS`)).toEqual([]);
});

test('a code that a call lists as its refusal is named by the server, or by the rules that it judges fields by', () => {
  const sources = [...below('server/src/'), ...below('contract/src/rules.ts')];
  const named = new Set(sources.flatMap(({ strings }) => strings));
  const listed = Object.entries<CallSchema>(calls).flatMap(([name, { refuses, refusesInReply }]) =>
    Object.keys({ ...refuses, ...refusesInReply }).map((code) => ({ name, code })),
  );
  expect(listed.length).toBeGreaterThan(100);
  const stale = listed.filter(({ code }) => !named.has(code));
  expect(stale.map(({ name, code }) => `${name} lists ${code}, which the server does not name`)).toEqual([]);
});

test('every kind of posting is one that reconciliation can explain', () => {
  const posting = /\b(?:post|postInHouse|hold|settle|release|reverse|takeFromMember|bookLate)\(/;
  const files = below('server/src/').filter(
    ({ text, imports }) => posting.test(text) && imports.some(({ to }) => /^server\/src\/ledger\/|late-money/.test(to)),
  );
  expect(files.length).toBeGreaterThan(15);
  const isPartOf = (kind: string, key: string) => new RegExp(`^${key.replaceAll('*', '.+')}(/|$)`).test(kind);
  const unknown = files.flatMap(({ path, strings }) =>
    strings
      .map((text) => text.replaceAll('?', '*'))
      .filter((text) => /^([a-z-]+\/\*|\*\/)[a-z*/-]*$/.test(text) && !NO_LEDGER_KEYS.includes(text))
      .filter((key) => !LEDGER_KEYS.some((kind) => isPartOf(kind, key)))
      .map((key) => `${path} posts ${key}: write it into LEDGER_KEYS, and make it in server/test/put-right.ts`),
  );
  expect(unknown).toEqual([]);
});

test('the key of every posting of the server can be read where it is posted, and is listed', () => {
  const found = below('server/src/').flatMap((source) =>
    keysPostedBy(source).map((posted) => ({ ...posted, path: source.path })),
  );
  expect(found.length).toBeGreaterThan(25);
  const wrong = found.flatMap((posted) => {
    if ('unreadable' in posted) return [`${posted.path}: ${posted.unreadable}: write the key there, as a template`];
    return LEDGER_KEYS.includes(posted.key) ? [] : [`${posted.path} posts ${posted.key}: write it into LEDGER_KEYS`];
  });
  expect(wrong).toEqual([]);
});

test(`a function has at most ${LONGEST_FUNCTION} lines, and the list of longer ones only shrinks`, () => {
  const long = SOURCES.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > LONGEST_FUNCTION)
      .map(({ name, lines }) => ({ at: `${path} ${name}`, lines })),
  );
  expect(Object.fromEntries(long.map(({ at, lines }) => [at, lines]))).toEqual(LONG_FUNCTIONS);
});

test('one word for one thing', () => {
  const files = SOURCES.flatMap(({ path }) => {
    const nothing = /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path);
    const barrel = /(^|\/)index\.tsx?$/.test(path);
    const capital = /[A-Z]/.test(path.split('/').at(-1) ?? '');
    return nothing || barrel || capital ? [`${path}: a file is named after what is in it, in kebab-case`] : [];
  });
  const desks = SOURCES.filter(({ path }) => !/support|staff|e2e|howto|bench/.test(path)).flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:type|interface) (\w+Desk)\b/g)].map(
      ([, name]) => `${path}: ${name}: the desk is people; what a function is given is …Deps`,
    ),
  );
  expect([...files, ...desks]).toEqual([]);
});
