import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DOCUMENT = 'docs/specification.md';
export const DECISION = 'docs/decisions/0024-to-the-letter.md';

export type Statement = {
  /** Like `2.13`; `D.1` for what was decided later. */
  number: string;
  /** The short names of the tests that show it. */
  tests: string[];
  isDecided: boolean;
};

/** A test by the short name that the document's tables use. */
export type NamedTest = { name: string; path: string; title: string };

/** The rows of the document's tables, and the tests that are listed below them. */
export function readSpecification(root: string): { statements: Statement[]; named: NamedTest[] } {
  const text = readFileSync(join(root, DOCUMENT), 'utf8');
  const rows = text.matchAll(/^\| ([\dD]\.\d+) \|[^|]+\|([^|]+)\|$/gm);
  const statements = [...rows].map(([, number = '', shown = '']) => ({
    number,
    tests: [...shown.matchAll(/\[([^\]]+)\](?!\()/g)].map(([, name = '']) => name),
    isDecided: shown.includes('](decisions/0024-to-the-letter.md)'),
  }));
  const listed = text.matchAll(/^\[([^\]]+)\]: \.\.\/(\S+) "(.+)"$/gm);
  const named = [...listed].map(([, name = '', path = '', title = '']) => ({
    name,
    path,
    title: title.replaceAll('\\"', '"'),
  }));
  return { statements, named };
}

/** The statements that the decision names, each in a line of its own. */
export function readDecided(root: string): string[] {
  const text = readFileSync(join(root, DECISION), 'utf8');
  return [...text.matchAll(/^- \*\*([\d.]+)\*\* /gm)].map(([, number = '']) => number);
}
