import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { addressBudgets } from './addresses.ts';
import { AppError } from './app-error.ts';
import { type Budget, giveBack, LONGEST_WINDOW_SECONDS, spend, takeBudgets } from './budgets.ts';
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
/** No network, a /48 of IPv6 as an IPv4 address, has more of what all share. */
const PART_OF_NETWORK = 0.1;

/** Says how much of a file came. */
export type CameOnly = (bytes: number) => Promise<void>;

/**
 * Asked before any of the file is received: a file that is refused costs neither disk nor network. What did not come is
 * given back, or announcing files would keep others from sending theirs, as would forms that do not say their length.
 */
export async function requireMayUpload(deps: Deps, coming: Coming): Promise<CameOnly> {
  await requireFreeDisk(deps);
  const bytes = byteBudgetsOf(deps.config, coming);
  await takeBudgets(deps.db, ...fileBudgetsOf(deps.config, coming), ...bytes);
  return async (came) => {
    if (came >= coming.bytes) return;
    await giveBack(deps.db, ...bytes);
    await spend(deps.db, ...bytes.map((budget) => ({ ...budget, amount: Math.max(1, came) })));
  };
}

function fileBudgetsOf({ uploadsAnHour: limit }: Config, { kind, person, address }: Coming): Budget[] {
  const files = { scope: `uploads/${kind}`, limit, windowSeconds: LONGEST_WINDOW_SECONDS };
  return person === null ? addressBudgets({ ...files, address }) : [{ ...files, subject: person }];
}

function byteBudgetsOf(config: Config, { kind, person, address, bytes }: Coming): Budget[] {
  const each = config.uploadMbAnHour;
  const whose = person === null ? 'visitors' : 'members';
  const all = config.uploadMbAnHourOfService * (person === null ? PART_OF_VISITORS : 1);
  const megabytes = (limit: number) => ({
    ...{ scope: `upload bytes/${kind}/${whose}`, limit: Math.floor(limit * MB) },
    ...{ windowSeconds: LONGEST_WINDOW_SECONDS, amount: bytes },
  });
  const most = Math.floor(all * PART_OF_NETWORK * MB);
  const ofAddress = addressBudgets({ ...megabytes(person === null ? each : each * TIMES_AT_AN_ADDRESS), address });
  return [
    ...(person === null ? [] : [{ ...megabytes(each), subject: person }]),
    ...ofAddress.map((budget) => ({ ...budget, limit: Math.min(budget.limit, most) })),
    { ...megabytes(all), subject: 'service' },
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
