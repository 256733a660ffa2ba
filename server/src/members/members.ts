import type { Sweep } from '../platform/housekeeping.ts';
import type { Platform } from '../platform/routes.ts';
import { httpGateway } from '../providers/sms/http-gateway.ts';
import { accountRoutes, type Devices } from './account/account.routes.ts';
import { lookupRoutes } from './lookups/lookups.routes.ts';
import { isPhoneVerified, sweepOtpCodes, useVerification } from './otp/otp.queries.ts';
import { otpRoutes } from './otp/otp.routes.ts';

/** The lists that members choose from, their phones and their accounts. */
export function memberRoutes(platform: Platform, devices: Devices): { sweeps: Sweep[] } {
  lookupRoutes(platform);
  otpRoutes(platform, httpGateway(platform.config));
  accountRoutes(platform, { isVerified: isPhoneVerified, useUp: useVerification }, devices);
  return { sweeps: [sweepOtpCodes] };
}
