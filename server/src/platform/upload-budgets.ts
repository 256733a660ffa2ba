import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { addressBudgets } from './addresses.ts';
import { AppError } from './app-error.ts';
import { type Budget, LONGEST_WINDOW_SECONDS, takeBudgets } from './budgets.ts';
import type { Database } from './database.ts';
import type { Warnings } from './warnings.ts';

type Deps = { db: Database; config: Config; warnings: Warnings };

type Coming = {
  /** Files of one kind, such as slips, use up nothing of another's. */
  kind: string;
  /** The member or operator whose file it is; null for a visitor. */
  person: string | null;
  address: string;
  bytes: number;
};

const MB = 1024 * 1024;
/** Members cost nothing: those who come from one address bring at most so many times as much as one. */
const TIMES_AT_AN_ADDRESS = 10;
/** Visitors together have this part of what the service takes, and use up nothing of the members'. */
const PART_OF_VISITORS = 0.1;

/** Asked before any of the file is received: a file that is refused costs neither disk nor network. */
export async function requireMayUpload(deps: Deps, coming: Coming): Promise<void> {
  await requireFreeDisk(deps);
  await takeBudgets(deps.db, ...budgetsOf(deps.config, coming));
}

function budgetsOf(config: Config, { kind, person, address, bytes }: Coming): Budget[] {
  const each = config.uploadMbAnHour;
  const all = config.uploadMbAnHourOfService;
  const windowSeconds = LONGEST_WINDOW_SECONDS;
  const files = { scope: `uploads/${kind}`, limit: config.uploadsAnHour, windowSeconds };
  const megabytes = (whose: string, limit: number) => {
    return { scope: `upload bytes/${kind}/${whose}`, limit: Math.floor(limit * MB), windowSeconds, amount: bytes };
  };
  if (person === null) {
    return [
      ...addressBudgets({ ...files, address }),
      ...addressBudgets({ ...megabytes('visitors', each), address }),
      { ...megabytes('visitors', all * PART_OF_VISITORS), subject: 'service' },
    ];
  }
  return [
    { ...files, subject: person },
    { ...megabytes('members', each), subject: person },
    ...addressBudgets({ ...megabytes('members', each * TIMES_AT_AN_ADDRESS), address }),
    { ...megabytes('members', all), subject: 'service' },
  ];
}

/** The database may be on the same disk, and a full one would stop money. */
export async function requireFreeDisk({ config, warnings }: Omit<Deps, 'db'>): Promise<void> {
  const folders = config.s3.url === '' ? [config.uploadsDir, config.mediaDir] : [config.uploadsDir];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    const freeMb = Math.floor((bavail * bsize) / MB);
    if (freeMb >= config.uploadFreeMb) continue;
    warnings.raise('DISK_NEARLY_FULL', 'uploads and visitors are refused: the disk is nearly full', { folder, freeMb });
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 60 });
  }
}
