import { access, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Parts } from '../world/databases.ts';

const PERIOD_US = 100_000;
const ROOTS = { one: '/sys/fs/cgroup/cpu', two: '/sys/fs/cgroup' };

/** Holds a process to a share of one core, by a control group of either kind; root alone may. */
export async function holdTo(parts: Parts, pid: number, share: number): Promise<void> {
  const isFirstKind = await access(join(ROOTS.one, 'cpu.cfs_quota_us')).then(
    () => true,
    () => false,
  );
  const group = join(isFirstKind ? ROOTS.one : ROOTS.two, `krapao-${pid}`);
  if (!isFirstKind) await writeFile(join(ROOTS.two, 'cgroup.subtree_control'), '+cpu');
  await mkdir(group);
  parts.defer(() => removeWhenEmpty(group));
  const quota = String(share * PERIOD_US);
  if (isFirstKind) await writeFile(join(group, 'cpu.cfs_quota_us'), quota);
  else await writeFile(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`);
  await writeFile(join(group, 'cgroup.procs'), String(pid));
}

/** The system removes a process from its group a moment after the process has ended. */
async function removeWhenEmpty(group: string): Promise<void> {
  for (let left = 50; ; left--) {
    try {
      return await rmdir(group);
    } catch (error) {
      if (left === 0) throw error;
      await delay(100);
    }
  }
}
