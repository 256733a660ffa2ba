import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { WRITING_HELPERS } from './rules.ts';

const ROOT = dirname(import.meta.dirname);

export type Source = {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
  imports: Import[];
  functions: { name: string; lines: number }[];
  /** Every string, template and sum of strings, with `?` for what is put in. */
  strings: string[];
  /** The tables that the file names to a helper that writes; null where a name cannot be read. */
  tablesNamed: (string | null)[];
  program: Program;
};
export type Program = ReturnType<typeof parseSync>['program'];
type Import = { to: string; isType: boolean };

let known: Source[] | undefined;

/** Every TypeScript file that git knows or would add, tests left out: the rules are about the product. Read once. */
export function readSources(): Source[] {
  known ??= listed().map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
  return known;
}

function listed(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((path) => path !== '' && !/\.(test|spec|d)\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
}

export function readSource(path: string, text: string): Source {
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ to: moduleRequest.value, isType }] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      to: text.slice(start + 1, end - 1),
      isType: false,
    })),
  ].map((found) => ({ ...found, to: resolve(path, found.to) }));
  return {
    path,
    text,
    imports,
    functions: functionsOf(program, text),
    strings: stringsOf(program),
    tablesNamed: tablesNamedIn(program),
    program,
  };
}

/** A path from the root where the import names a file of ours, else the package's name. */
function resolve(from: string, to: string): string {
  if (to.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), to.replace(/\?.*$/, '')));
  return to.replace(/^@krapao\/contract\//, 'contract/src/');
}

function functionsOf(program: Node, text: string): Source['functions'] {
  const found: Source['functions'] = [];
  const named = (name: string, { start, end }: Node) => {
    found.push({ name, lines: text.slice(start, end).split('\n').length });
  };
  const isFunction = (node: Node | null | undefined) =>
    node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
  new Visitor({
    FunctionDeclaration: (node) => named(node.id?.name ?? 'default', node),
    VariableDeclarator: ({ id, init }) => {
      if (init && isFunction(init) && id.type === 'Identifier') named(id.name, init);
    },
    Property: ({ key, value }) => {
      if (isFunction(value)) named(key.type === 'Identifier' ? key.name : text.slice(key.start, key.end), value);
    },
    MethodDefinition: ({ key, value }) => named(text.slice(key.start, key.end), value),
  }).visit(program as Parameters<Visitor['visit']>[0]);
  return found;
}

function stringsOf(program: Program): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') found.push(node.value);
    },
    TemplateLiteral: (node) => found.push(textOf(node)),
    BinaryExpression: (node) => found.push(textOf(node)),
  }).visit(program);
  return found.filter((text) => text !== '?');
}

/** The text that an expression makes, with `?` for what is not written there. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '?';
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?');
  if (node.type === 'BinaryExpression' && node.operator === '+') return textOf(node.left) + textOf(node.right);
  return '?';
}

/** The name of what is called: `insertRow` also for `database.insertRow` and for an import under another name. */
export function calledName(program: Program, callee: Node): string {
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name;
  if (callee.type !== 'Identifier') return '';
  for (const statement of program.body)
    for (const entry of statement.type === 'ImportDeclaration' ? statement.specifiers : [])
      if (entry.type === 'ImportSpecifier' && entry.local.name === callee.name)
        return entry.imported.type === 'Identifier' ? entry.imported.name : entry.imported.value;
  return callee.name;
}

const literalOf = (node: Node | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

function tablesNamedIn(program: Program): Source['tablesNamed'] {
  const found: Source['tablesNamed'] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const at = WRITING_HELPERS.get(calledName(program, callee));
      if (at !== undefined) found.push(literalOf(given[at]));
    },
    ObjectExpression: ({ properties }) => {
      const propertyOf = (name: string) =>
        properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name);
      const table = propertyOf('table');
      const literal = table?.type === 'Property' ? literalOf(table.value) : null;
      // A `DueTable`, or the name of a table in any other object.
      if (table && (literal !== null || propertyOf('due'))) found.push(literal);
    },
  }).visit(program);
  return found;
}
