import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderFor } from './programs.ts';

export type Certificate = {
  file: string;
  keyFile: string;
  /** In PEM. */
  text: string;
};

/** A host's certificate, and who signed it. */
export type Signed = { certificate: Certificate; authority: Certificate };

/** What a program shows of itself, and what it believes others by. Its user alone can read the key. */
export type Papers = { certFile: string; keyFile: string; caFile: string };

const run = promisify(execFile);
const KIND = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];

/** Signed by the authority, or by itself. */
export async function makeCertificate(
  folder: string,
  name: string,
  { names, by }: { names: string[]; by?: Certificate },
): Promise<Certificate> {
  const [file, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const subject = ['-subj', `/CN=${name}`];
  const alternatives = names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : [];
  const signedBy = by ? ['-CA', by.file, '-CAkey', by.keyFile, '-addext', 'basicConstraints=critical,CA:FALSE'] : [];
  await run('openssl', [
    'req',
    '-x509',
    ...KIND,
    ...subject,
    ...alternatives,
    ...signedBy,
    '-keyout',
    keyFile,
    '-out',
    file,
  ]);
  return { file, keyFile, text: await readFile(file, 'utf8') };
}

/** For one of the programs of a host, in a folder of its user's. */
export async function givePapers(user: string, within: string, { certificate, authority }: Signed): Promise<Papers> {
  const folder = await folderFor(user, within, 'papers');
  const give = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    await run('chown', [`${user}:${user}`, file]);
    await run('chmod', ['600', file]);
    return file;
  };
  return {
    certFile: await give('host.pem', certificate.text),
    keyFile: await give('host.key', await readFile(certificate.keyFile, 'utf8')),
    caFile: await give('ca.pem', authority.text),
  };
}
