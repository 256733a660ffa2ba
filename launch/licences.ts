import { licenceOf, lockedPackages } from './locked-packages.ts';

/** Licences of code that we may distribute under MIT. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

/** Licences of data and tools for development and tests, which we neither modify nor distribute. */
const ALLOWED_IN_DEVELOPMENT = new Set(['CC-BY-4.0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0']);

/** Unmodified libraries loaded at run time: a user can replace them, as their licence demands. */
const SHARED_LIBRARIES = /^node_modules\/@img\/sharp-/;
const ALLOWED_IN_SHARED_LIBRARIES = new Set(['LGPL-3.0-or-later']);

/** The problems with licences and addresses of every package in the lockfile, for any system. */
export async function findLicenceProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const locked of await lockedPackages()) {
    const { path, resolved, dev } = locked;
    if (resolved?.startsWith('http')) problems.push(`${path} is locked to one registry: ${resolved}`);
    const licence = await licenceOf(locked);
    if (licence === undefined) problems.push(`${path} names no licence`);
    else if (!isAllowed(licence, dev === true, SHARED_LIBRARIES.test(path)))
      problems.push(`${path} is ${licence}, which is not on our list`);
  }
  return problems;
}

/** Reads an SPDX expression: of alternatives one must be allowed, of licences that apply together every one. */
export function isAllowed(expression: string, development: boolean, sharedLibrary = false): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const alternatives = (): boolean => {
    let allowed = together();
    while (tokens[0] === 'OR') {
      tokens.shift();
      allowed = together() || allowed;
    }
    return allowed;
  };
  const together = (): boolean => {
    let allowed = one();
    while (tokens[0] === 'AND') {
      tokens.shift();
      allowed = one() && allowed;
    }
    return allowed;
  };
  const one = (): boolean => {
    const token = tokens.shift() ?? '';
    if (token !== '(')
      return (
        ALLOWED.has(token) ||
        (development && ALLOWED_IN_DEVELOPMENT.has(token)) ||
        (sharedLibrary && ALLOWED_IN_SHARED_LIBRARIES.has(token))
      );
    const allowed = alternatives();
    return tokens.shift() === ')' && allowed;
  };
  return alternatives() && tokens.length === 0;
}
