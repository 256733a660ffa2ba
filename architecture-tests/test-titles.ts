import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';

const SEPARATOR = ' › ';
const NAMES = ['test', 'it', 'describe'];
const NOT_RUN = ['skip', 'todo', 'fixme'];

/**
 * The title of every group, test and step of a test file, as the source writes it, each after the titles of what it
 * stands in: `group › test › step`. What a test is repeated for stays a placeholder: `%s`, `$name` or `${name}`.
 */
export function testTitles(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const { program } = parseSync(path, text);
  const found: string[] = [];
  const inside: string[] = [];
  new Visitor({
    CallExpression: (node) => {
      const title = titleOf(node, text);
      if (title === null) return;
      inside.push(title);
      found.push(inside.join(SEPARATOR));
    },
    'CallExpression:exit': (node) => {
      if (titleOf(node, text) !== null) inside.pop();
    },
  }).visit(program);
  return found;
}

/** Whether the title is that of a group, a test or a step, with or without the titles of what it stands in. */
export const isTitled = (title: string) => (full: string) => full === title || full.endsWith(SEPARATOR + title);

type Call = Extract<Node, { type: 'CallExpression' }>;

/** Null for a call that is no test. */
function titleOf({ callee, arguments: [first] }: Call, text: string): string | null {
  if (!first || !NAMES.includes(nameOf(callee))) return null;
  if (first.type === 'Literal') return typeof first.value === 'string' ? first.value : null;
  return first.type === 'TemplateLiteral' ? text.slice(first.start + 1, first.end - 1) : null;
}

/** `test` of `test.concurrent.each([…])`, and nothing of a test that is not run. */
function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return NOT_RUN.includes(callee.name) ? '' : callee.name;
  if (callee.type === 'MemberExpression') return nameOf(callee.property) && nameOf(callee.object);
  return callee.type === 'CallExpression' ? nameOf(callee.callee) : '';
}
