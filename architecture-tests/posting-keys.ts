import type { Node } from 'oxc-parser';
import { KEY_MAKERS, POSTING, POSTING_IN_SQL } from './rules.ts';
import { calledName, type Source } from './sources.ts';
import { argumentsOf } from './sql.ts';

/** The keys of postings, with `*` for what is put in; or the text that stands where a key could not be read. */
export type PostedKey = { key: string } | { unreadable: string };

const isPattern = (found: string | null): found is string => found !== null;

/** Strings of SQL that look like a key of the ledger. */
export function keysIn(sql: string): string[] {
  const concatenation = /'[a-z-]+\/[^']*'(?:\s*\|\|\s*(?:'[^']*'|[\w.]+(?:\([^()]*\))?(?:::\w+)?))*/g;
  return [...sql.matchAll(concatenation)].map(([text]) => concatenated(text));
}

const concatenated = (text: string) =>
  text
    .split('||')
    .map((part) => (part.trim().startsWith("'") ? part.trim().slice(1, -1) : '*'))
    .join('');

/** The keys with which a function of the database posts. `text`: the function in one spelling. */
export function keysPostedIn({ name, text }: { name: string; text: string }): PostedKey[] {
  if (POSTING_IN_SQL.includes(name)) return [];
  return POSTING_IN_SQL.flatMap((posting) => argumentsOf(posting, text)).flatMap((given): PostedKey[] => {
    const isNamed = given.some((argument) => /^\w+ ?(=>|:=)/.test(argument));
    const keys = isNamed ? null : sqlKeys(given[1] ?? '', text);
    return keys ? keys.map((key) => ({ key })) : [{ unreadable: given.join(', ') }];
  });
}

/** What an expression of SQL can be, null where it cannot be read: literals and columns, a listed maker, a variable. */
function sqlKeys(expression: string, body: string): string[] | null {
  if (expression === 'null') return [];
  if (/^'[^']*'(?: ?\|\| ?(?:'[^']*'|[\w.]+(?:::\w+)?))*$/.test(expression)) return [concatenated(expression)];
  const maker = /^(\w+) ?\(/.exec(expression)?.[1] ?? '';
  if (KEY_MAKERS[maker] && expression.endsWith(')')) {
    const step = /^'([^']*)'$/.exec(argumentsOf(maker, expression)[0]?.at(-1) ?? '')?.[1];
    return step ? [KEY_MAKERS[maker] + step] : null;
  }
  if (
    !/^\w+$/.test(expression) ||
    new RegExp(`\\binto [\\w., ]*\\b${expression}\\b|\\bfor ${expression} in\\b`).test(body)
  )
    return null;
  const before = '(?:;|\\bbegin|\\bthen|\\belse|\\bloop|\\bdeclare)';
  const assigned = `${before} ${expression} (?:constant )?(?:text )?(?::?=|default) ?((?:'(?:''|[^'])*'|[^';])*);`;
  const values = [...body.matchAll(new RegExp(`(?=${assigned})`, 'gi'))].map(([, value = '']) => value.trim());
  const keys = values.map((value) => sqlKeys(value, body));
  return values.length > 0 && keys.every((key) => key !== null) ? keys.flat() : null;
}

const POSTING_NAMES = new Map(Object.entries(POSTING).map(([place, how]) => [place.split(' ')[1], how]));
const POSTING_FILES = Object.keys(POSTING).map((place) => place.split(' ')[0]);

/** The keys with which a file of the server posts. A function that is given its key is left out: its callers are read. */
export function keysPostedBy({ path, text, imports, program }: Source): PostedKey[] {
  if (!POSTING_FILES.includes(path) && !imports.some(({ to }) => POSTING_FILES.includes(to))) return [];
  const tree = new Tree(program);
  return tree.nodes.flatMap((node): PostedKey[] => {
    if (node.type !== 'CallExpression') return [];
    const posting = POSTING_NAMES.get(calledName(program, node.callee));
    if (!posting || tree.functionsAround(node).some((name) => `${path} ${name}` in POSTING)) return [];
    const given = node.arguments[posting.at];
    const key = given ? (tree.keyIn(given) ?? tree.patternOf(given)) : null;
    if (!isPattern(key)) return [{ unreadable: text.slice(node.start, node.end).replaceAll(/\s+/g, ' ') }];
    return (posting.adds ?? ['']).map((added) => ({ key: key + added }));
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const belowOf = (node: Node) => Object.values(node).flat().filter(isNode);

/** Whether a parameter, or the left side of a declaration, gives the name a meaning. */
const bindsName = (node: Node, name: string): boolean =>
  node.type === 'Identifier' ? node.name === name : belowOf(node).some((below) => bindsName(below, name));

/** The nodes of a file, each with the node around it: an expression is followed to where its parts were declared. */
class Tree {
  readonly nodes: Node[] = [];
  readonly #around = new Map<Node, Node>();

  constructor(program: Node) {
    const visit = (node: Node, around?: Node) => {
      this.nodes.push(node);
      if (around) this.#around.set(node, around);
      for (const below of belowOf(node)) visit(below, node);
    };
    visit(program);
  }

  functionsAround(node: Node): string[] {
    const around = this.#around.get(node);
    if (!around) return [];
    const named = around.type === 'FunctionDeclaration' ? around.id : null;
    return [...(named ? [named.name] : []), ...this.functionsAround(around)];
  }

  /** What the name stands for at this node; null for a parameter, or for what comes from elsewhere. */
  #declared(name: string, node: Node): Node | null {
    const around = this.#around.get(node);
    if (!around) return null;
    const statements = around.type === 'BlockStatement' || around.type === 'Program' ? around.body : [];
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration' && statement.id?.name === name) return statement;
      if (statement.type !== 'VariableDeclaration') continue;
      for (const { id, init } of statement.declarations)
        if (bindsName(id, name)) return id.type === 'Identifier' && statement.kind === 'const' ? init : null;
    }
    if ('params' in around && [around.params].flat().some((one) => isNode(one) && bindsName(one, name))) return null;
    return this.#declared(name, around);
  }

  /** What an expression stands for, if it is a name or a call of a function of this file. */
  #meaning(node: Node): Node | null {
    if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression') return node.expression;
    if (node.type === 'Identifier') return this.#declared(node.name, node);
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null;
    const called = this.#declared(node.callee.name, node);
    if (called?.type !== 'FunctionDeclaration' && called?.type !== 'ArrowFunctionExpression') return null;
    if (called.body?.type !== 'BlockStatement') return called.body;
    const last = called.body.body.at(-1);
    return called.body.body.length === 1 && last?.type === 'ReturnStatement' ? last.argument : null;
  }

  /** The text that an expression makes, with `*` for what is put in; null where it is not written in this file. */
  patternOf(node: Node): string | null {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'key')
      return this.keyIn(node.object) ?? null;
    if (node.type !== 'TemplateLiteral') {
      const meaning = this.#meaning(node);
      return meaning ? this.patternOf(meaning) : null;
    }
    const between = node.expressions.map((put) => this.patternOf(put) ?? (isOneValue(put) ? '*' : null));
    if (!between.every(isPattern)) return null;
    return node.quasis.map(({ value }, at) => (value.cooked ?? '') + (between[at] ?? '')).join('');
  }

  /** The pattern of an object's `key`; null where it cannot be read, undefined where there is none. */
  keyIn(node: Node): string | null | undefined {
    if (node.type !== 'ObjectExpression') {
      const meaning = this.#meaning(node);
      return meaning ? this.keyIn(meaning) : node.type === 'Identifier' ? null : undefined;
    }
    for (const one of node.properties.toReversed()) {
      if (one.type === 'SpreadElement') {
        const key = this.keyIn(one.argument);
        if (key !== undefined) return key;
      } else if (one.key.type === 'Identifier' ? one.key.name === 'key' : one.computed || one.key.type === 'Literal')
        return this.patternOf(one.value);
    }
    return undefined;
  }
}

/** A value, or what a function makes of one; a list that is joined may be several parts of a key. */
const isOneValue = (node: Node) =>
  ['Identifier', 'MemberExpression', 'LogicalExpression'].includes(node.type) ||
  (node.type === 'CallExpression' && node.callee.type === 'Identifier');
