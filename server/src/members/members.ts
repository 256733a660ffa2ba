import type { Locale } from '@krapao/contract/editions.ts';
import type { DueWork } from '../platform/due-work.ts';
import type { Sweep } from '../platform/housekeeping.ts';
import type { Platform } from '../platform/routes.ts';
import { httpGateway } from '../providers/sms/http-gateway.ts';
import { isPhoneTaken } from './account/account.queries.ts';
import { accountRoutes, type Devices } from './account/account.routes.ts';
import type { EndGamePasswords } from './account/game-passwords.ts';
import { changesToTell } from './account/tell-changes.ts';
import { contactTextOf } from './lookups/contact-text.ts';
import { lookupRoutes } from './lookups/lookups.routes.ts';
import { isPhoneProven, sweepOtpCodes, useProof } from './otp/otp.queries.ts';
import { otpRoutes } from './otp/otp.routes.ts';
import { resetCodes } from './otp/reset-codes.ts';

/** The lists that members choose from, their phones and their accounts. */
export function memberRoutes(
  platform: Platform,
  { endGamePasswords, ...devices }: Devices & { endGamePasswords: EndGamePasswords },
): { sweeps: Sweep[]; works: DueWork<unknown>[]; contactText: (locale: Locale) => Promise<string> } {
  lookupRoutes(platform);
  const { app, db, config } = platform;
  const sendSms = httpGateway(config);
  otpRoutes(platform, sendSms, (queryable, phone) => isPhoneTaken(queryable, config.edition, phone));
  accountRoutes(platform, {
    proofs: { isGood: isPhoneProven, useUp: useProof },
    resetCodes: resetCodes({ db, config, sendSms }, app.log),
    devices,
    endGamePasswords,
  });
  return {
    sweeps: [sweepOtpCodes],
    works: [changesToTell({ db, config, sendSms })],
    contactText: contactTextOf(db),
  };
}
