import { moneyToWire } from '@krapao/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { now } from '../../platform/clock.ts';
import { type MediaLinks, mediaRoute } from '../../platform/media-links.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Storage } from '../../providers/storage/stored-file.ts';
import { slipWindow } from './slip-window.ts';
import { findSlip, slipsOf } from './slips.queries.ts';
import { uploadSlip } from './upload-slip.ts';

type SlipDeps = { storage: Storage; links: MediaLinks };

/** The folder in links to slips. */
export const SLIP_FOLDER = 'slips';

export function slipRoutes(platform: Platform, { storage, links }: SlipDeps): void {
  const { app, db, config } = platform;
  const times = async () => slipWindow(await now(db), (await readSettings(db, config)).slipsClosed);
  const isOpen = async () => config.verifier.url !== '' && (await times()).open;
  route(platform, 'GET /api/lookup/slip', times);
  route(platform, 'POST /api/wallet/slip', ({ member, attempt, upload }) =>
    uploadSlip({ db, storage, isOpen, triesAnHour: config.depositTriesAnHour }, member, attempt, upload),
  );
  route(platform, 'POST /api/statement/slip', async ({ member, body }) => {
    const [{ total, slips }, at] = await Promise.all([slipsOf(db, member.memberId, body), now(db)]);
    return {
      total,
      slips: slips.map(({ reference, created_at, amount, status, note }) => ({
        createdAt: created_at.toISOString(),
        amount: amount === null ? null : moneyToWire(amount),
        status,
        note,
        link: links.linkTo(reference, { signIn: member.tokenHash, at }),
        reference,
      })),
    };
  });
  route(platform, 'GET /api/statement/slip/reference/{reference}', async ({ member, params }) => {
    const slip = await findSlip(db, params.reference);
    if (slip?.member_id !== member.memberId) throw new AppError('NO_DATA');
    return { url: links.linkTo(slip.reference, { signIn: member.tokenHash, at: await now(db) }) };
  });
  mediaRoute(app, SLIP_FOLDER, {
    db,
    links,
    open: async (reference, range) => {
      const slip = await findSlip(db, reference);
      const opened = slip && (await storage.open(slip.file, range));
      return opened && { file: slip.file, ...opened };
    },
  });
}
