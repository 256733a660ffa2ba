import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import product from '../package.json' with { type: 'json' };
import { type LockedPackage, licenceOf, lockedPackages } from './locked-packages.ts';
import { ROOT } from './tool.ts';

/** What the product is made of, as CycloneDX: every package of the lockfile, with its licence and the hash of its archive. */
export async function billOfMaterials() {
  const packages = await lockedPackages();
  const once = new Map(packages.map((locked) => [purlOf(locked), locked]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: product.name, version: product.version, 'bom-ref': product.name },
    },
    components: await Promise.all([...once.values()].map(componentOf)),
  };
}

async function componentOf(locked: LockedPackage) {
  const { name, version, integrity, dev } = locked;
  const licence = await licenceOf(locked);
  const [, algorithm = '', digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    name,
    version,
    'bom-ref': purlOf(locked),
    purl: purlOf(locked),
    // Tools of development and tests are not run by the service.
    scope: dev ? 'excluded' : 'required',
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(digest && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

function purlOf({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

if (import.meta.main) {
  const file = join(ROOT, 'sbom.cdx.json');
  const bill = await billOfMaterials();
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages are listed in ${file}.`);
}
