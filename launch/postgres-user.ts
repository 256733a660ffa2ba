import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as, if another than the launcher's. */
export type ServerUser = { uid: number; gid: number };

/** Only root changes users: PostgreSQL refuses to run as root, so it runs as the cluster's owner or the user `nobody`. */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return nobody ? { uid: Number(nobody[1]), gid: Number(nobody[2]) } : { uid: 65534, gid: 65534 };
}

/** Whether the user may pass through this folder and every folder above it. */
export async function canReach(user: ServerUser | undefined, folder: string): Promise<boolean> {
  if (!user) return true;
  const { mode, uid, gid } = await stat(folder);
  const pass = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & pass) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(user, parent);
}
