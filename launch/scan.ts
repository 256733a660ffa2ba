import { findLicenceProblems } from './licences.ts';
import { lockedPackages } from './locked-packages.ts';

const REGISTRY = process.env.npm_config_registry ?? 'https://registry.npmjs.org/';
const PATIENCE_MS = 20_000;

type Advisory = { title: string; severity: string; url: string };
type Found = { isAsked: true; advisories: string[] } | { isAsked: false; why: string };

/** What is known against the versions of the lockfile, where a source of advisories can be asked. */
export async function findAdvisories(registry: string): Promise<Found> {
  const versions: Record<string, string[]> = {};
  for (const { name, version } of await lockedPackages())
    if (version) versions[name] = [...new Set([...(versions[name] ?? []), version])];
  try {
    const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return { isAsked: false, why: `${registry} answers ${response.status}` };
    const told = (await response.json()) as Record<string, Advisory[]>;
    const advisories = Object.entries(told).flatMap(([name, about]) =>
      about.map(({ severity, title, url }) => `${name} ${versions[name]?.join(', ')}: ${severity}: ${title} (${url})`),
    );
    return { isAsked: true, advisories };
  } catch (error) {
    return { isAsked: false, why: `${registry} does not answer (${(error as Error).message})` };
  }
}

if (import.meta.main) {
  const [licences, found] = await Promise.all([findLicenceProblems(), findAdvisories(REGISTRY)]);
  console.log(
    licences.length === 0 ? '✓ Every licence is on our list.' : licences.map((line) => `✗ ${line}`).join('\n'),
  );
  if (!found.isAsked) console.log(`• Advisories are not known: ${found.why}. Run this where a source can be reached.`);
  else if (found.advisories.length === 0) console.log('✓ No advisory is known of any locked version.');
  else console.log(found.advisories.map((line) => `✗ ${line}`).join('\n'));
  process.exitCode = licences.length > 0 || (found.isAsked && found.advisories.length > 0) ? 1 : 0;
}
