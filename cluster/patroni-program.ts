import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** How a program of Patroni's package is started. */
type Started = { command: string; args: string[]; env: Record<string, string> };
export type Patroni = { patroni: Started; patronictl: Started };

/**
 * An older Patroni writes itself into the leader's key without a look at who holds it: a primary that was frozen takes the
 * lead back, and movements that members were told of meanwhile are gone.
 */
const OLDEST = '3.3';
/** The first Debian whose package is new enough. Its Patroni is Python alone, and runs on the libraries of Debian 12. */
const NEWER_DEBIAN = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Where that package is unpacked: it is not installed, so that the system stays the Debian that it is. */
const FOLDER = '/opt/krapao-patroni';

const run = promisify(execFile);

/** The system's own if it is new enough, or else the newer Debian's, which is fetched once. */
export async function findPatroni(): Promise<Patroni> {
  const own = { patroni: itself('/usr/bin/patroni'), patronictl: itself('/usr/bin/patronictl') };
  if (isNewEnough(await versionOf(own.patroni))) return own;
  const unpacked = { patroni: byPython('usr/bin/patroni'), patronictl: byPython('usr/bin/patronictl') };
  if (isNewEnough(await versionOf(unpacked.patroni))) return unpacked;
  console.log(`• unpacking the Patroni of Debian ${NEWER_DEBIAN} in ${FOLDER} …`);
  await unpackNewer().catch((error: Error & { stderr?: string }) => refuse(error.stderr || error.message));
  const version = await versionOf(unpacked.patroni);
  if (!isNewEnough(version)) refuse(`what was unpacked says "${version}"`);
  return unpacked;
}

const itself = (command: string): Started => ({ command, args: [], env: {} });

const byPython = (program: string): Started => ({
  // Not another Python that comes first on PATH: the libraries are those of the system's.
  command: '/usr/bin/python3',
  args: [join(FOLDER, program)],
  env: { PYTHONPATH: join(FOLDER, 'usr/lib/python3/dist-packages') },
});

function refuse(why: string): never {
  throw new Error(
    `The cluster needs Patroni ${OLDEST} or newer, and Debian ${NEWER_DEBIAN}'s could not be fetched (${why.trim()}): ` +
      `unpack its package in ${FOLDER} (dpkg-deb -x), or install a newer one in place of /usr/bin/patroni.`,
  );
}

/** Its number, or what kept it from telling. */
function versionOf({ command, args, env }: Started): Promise<string> {
  return run(command, [...args, '--version'], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => /\d+(\.\d+)+/.exec(stdout)?.[0] ?? stdout,
    ({ message }: Error) => message,
  );
}

function isNewEnough(version: string): boolean {
  const [[major = Number.NaN, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbersOf(version), numbersOf(OLDEST)];
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

const numbersOf = (version: string) => version.split('.').map(Number);

/** Debian's signature is checked; none of the system's own lists and sources is changed. */
async function unpackNewer(): Promise<void> {
  const mirror = await debianMirror();
  const folder = await mkdtemp(join(tmpdir(), 'krapao-patroni-'));
  try {
    const inFolder = (name: string) => join(folder, name);
    for (const name of ['lists/partial', 'cache/archives/partial', 'unpacked']) {
      await mkdir(inFolder(name), { recursive: true });
    }
    const sources = {
      Types: 'deb',
      URIs: mirror,
      Suites: NEWER_DEBIAN,
      Components: 'main',
      'Signed-By': KEYRING,
    };
    await writeFile(inFolder('debian.sources'), lines(Object.entries(sources).map(([name, is]) => `${name}: ${is}`)));
    const settings = {
      'Dir::Etc::SourceList': inFolder('debian.sources'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State::Lists': inFolder('lists'),
      'Dir::Cache': inFolder('cache'),
      'APT::Sandbox::User': 'root',
    };
    await writeFile(inFolder('apt.conf'), lines(Object.entries(settings).map(([name, is]) => `${name} "${is}";`)));
    const asked = { cwd: folder, env: { ...process.env, APT_CONFIG: inFolder('apt.conf') } };
    await run('apt-get', ['--error-on=any', 'update'], asked);
    await run('apt-get', ['download', 'patroni'], asked);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    await run('dpkg-deb', ['-x', file, 'unpacked'], asked);
    await putInPlace(inFolder('unpacked'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** At once, so that nobody finds half of it. */
async function putInPlace(unpacked: string): Promise<void> {
  await mkdir(dirname(FOLDER), { recursive: true });
  const beside = await mkdtemp(`${FOLDER}-`);
  await cp(unpacked, beside, { recursive: true });
  await run('chmod', ['-R', 'a+rX', beside]);
  await rm(FOLDER, { recursive: true, force: true });
  await rename(beside, FOLDER);
}

const lines = (all: string[]) => all.map((line) => `${line}\n`).join('');

/** Where this system's own packages come from: every mirror of Debian has all of its suites. */
async function debianMirror(): Promise<string> {
  await access(KEYRING);
  const { stdout: codename } = await run('sh', ['-c', '. /etc/os-release && printf %s "$VERSION_CODENAME"']);
  const wanted = ['Created-By: Packages', 'Component: main', `Codename: ${codename}`];
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...wanted]);
  const [mirror] = stdout.split('\n');
  if (!mirror) throw new Error(`apt-get knows no mirror of Debian ${codename}: run apt-get update`);
  return mirror;
}
