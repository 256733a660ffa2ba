import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';

const ROOT = dirname(import.meta.dirname);

export type Source = {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
  imports: Import[];
  functions: { name: string; lines: number }[];
  /** Every string and template of the file, an expression inside a template as `?`. */
  strings: string[];
};
type Import = { to: string; isType: boolean };

let known: Source[] | undefined;

/** Every TypeScript file that git knows or would add, tests left out: the rules are about the product. Read once. */
export function readSources(): Source[] {
  known ??= listed().map(readSource);
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

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
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
  return { path, text, imports, functions: functionsOf(program, text), strings: stringsOf(program) };
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

function stringsOf(program: Node): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') found.push(node.value);
    },
    TemplateLiteral: ({ quasis }) => {
      found.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('?'));
    },
  }).visit(program as Parameters<Visitor['visit']>[0]);
  return found;
}
