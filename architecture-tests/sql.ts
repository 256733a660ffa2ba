/**
 * Reads SQL without a parser: a text is first brought into one spelling, then searched by patterns. Where a spelling
 * could hide something, the pattern reads too much rather than too little.
 */

/** A string comes first: two dashes inside a string begin no comment. */
const PIECE = /\be'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\//gi;

/** The same text with spaces in place of comments: every line keeps its number. */
export const withoutComments = (sql: string) =>
  sql.replaceAll(PIECE, (piece) => (/^(--|\/\*)/.test(piece) ? piece.replaceAll(/[^\n]/g, ' ') : piece));

/** One spelling of a text: no comments, no quotes around names, no name of the schema, one space between words. */
export const normalised = (sql: string) =>
  withoutComments(sql)
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bpublic ?\. ?/gi, '')
    .trim();

const TARGET = '(?:only\\b ?\\(? ?)?([\\w.]+)';
const WRITES = [
  `insert into ${TARGET}`,
  // Rows that are locked (`for update`) are not written.
  `(?<!\\b(?:for|key) )update ${TARGET}`,
  `delete from ${TARGET}`,
  `merge into ${TARGET}`,
  `copy ${TARGET} ?(?:\\([^)]*\\) ?)?from`,
  `truncate (?:table )?((?:only )?[\\w.]+(?: ?\\*)?(?: ?, ?(?:only )?[\\w.]+(?: ?\\*)?)*)`,
].map((pattern) => new RegExp(`\\b${pattern}`, 'gi'));

/** What stands behind `update` and `truncate` where they are words of a trigger, of `on conflict` or of `merge`. */
const NO_TABLES = ['set', 'of', 'on', 'or'];

/** `idempotency_keys` for its partition `idempotency_keys_0`, also where the number is put in (`idempotency_keys_%s`). */
const tableOf = (name: string) => (name.toLowerCase().split('.').at(-1) ?? '').replace(/_\d*$/, '');

/** The tables that a text writes. A partition counts as its table. */
export function tablesWrittenIn(sql: string): string[] {
  const text = normalised(sql);
  const targets = WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = '']) => target));
  const names = targets.flatMap((target) => target.split(',')).map((name) => name.replace(/^ ?only |\*/gi, '').trim());
  return [...new Set(names.map(tableOf))].filter((table) => !NO_TABLES.includes(table));
}

/** The writes of a text that do not say which table they write. The sources have `?` where a value is put in. */
export function unnamedTargetsIn(sql: string): string[] {
  const pattern = /\b(?:insert into|update|delete from|merge into|truncate|copy)(?: table| only)* [\w.]*\?/gi;
  return normalised(sql).match(pattern) ?? [];
}

/** The tables that a text inserts into without the names of the columns. */
export function namelessInsertsIn(sql: string): string[] {
  const insert = /\binsert into ([\w.?]+)(?: as \w+)? ?(\(?) ?(\w+|\()?/gi;
  const isNameless = (bracket = '', next = '') =>
    bracket ? /^(select|with|values|table|\()$/i.test(next) : next.toLowerCase() !== 'default';
  return [...normalised(sql).matchAll(insert)]
    .filter(([, , bracket, next]) => isNameless(bracket, next))
    .map(([, table = '']) => tableOf(table));
}

/** The tables that a text makes. */
export function tablesMadeIn(sql: string): string[] {
  const pattern = /\bcreate (?:(?:unlogged|temp|temporary|local|global) )*table (?:if not exists )?([\w.]+)/gi;
  return [...new Set([...normalised(sql).matchAll(pattern)].map(([, name = '']) => tableOf(name)))];
}

/** Statements that are put together while they run: what they write cannot be read here. */
export function dynamicSqlIn(sql: string): string[] {
  const pattern = /\bexecute (?!function\b|procedure\b|on\b)|(?:^|; ?)do (?:language \w+ )?(?=\$|')/gi;
  return [...normalised(sql).matchAll(pattern)].map(([found]) => (/\w+/.exec(found)?.[0] ?? '').toLowerCase());
}

/** Which of the functions a text calls. */
export function calledIn(sql: string, names: readonly string[]): string[] {
  const called = new Set([...normalised(sql).matchAll(/\b(\w+) ?\(/g)].map(([, name = '']) => name.toLowerCase()));
  return names.filter((name) => called.has(name));
}

/** The arguments of each call of a function. */
export function argumentsOf(name: string, sql: string): string[][] {
  const text = normalised(sql);
  return [...text.matchAll(new RegExp(`\\b${name} ?\\(`, 'gi'))].map(({ 0: call, index }) =>
    splitArguments(text.slice(index + call.length)),
  );
}

/** The arguments up to the parenthesis that closes the call. */
function splitArguments(text: string): string[] {
  const found = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/'(?:''|[^'])*'|[\s\S]/g)) {
    if (piece === ')' && depth === 0) break;
    if (piece === '(' || piece === '[') depth += 1;
    if (piece === ')' || piece === ']') depth -= 1;
    if (piece === ',' && depth === 0) found.push('');
    else found[found.length - 1] += piece;
  }
  return found.map((argument) => argument.trim());
}

/** The codes by which a text raises errors: each a literal, or the text that stands in its place. */
export function errorCodesIn(sql: string): string[] {
  const text = normalised(sql);
  const given = /\berrcode ?:?= ?((?:'(?:''|[^'])*'|[^,;'])*)/gi;
  const codes = [...text.matchAll(given)].map(([, code = '']) => code.trim());
  const direct = [...text.matchAll(/\braise (?:exception )?(sqlstate ?'[^']*')/gi)].map(([, code = '']) => code);
  return [...codes.map((code) => /^'(\w+)'$/.exec(code)?.[1] ?? code), ...direct];
}
