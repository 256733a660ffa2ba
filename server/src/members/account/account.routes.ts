import { failAs } from '../../platform/app-error.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { endSession } from '../../platform/sessions.ts';
import { memberById, profileOf } from './account.queries.ts';
import { changePassword } from './change-password.ts';
import { editBankAccountName, editProfile } from './edit-profile.ts';
import { type IsKnownDevice, login } from './login.ts';
import { register, type VerifiedPhones, validateRegistration } from './register.ts';

/** The browsers that members signed in from. */
export type Devices = {
  rememberDevice: (db: Queryable, memberId: string, device: string) => Promise<void>;
  isKnownDevice: IsKnownDevice;
};

export function accountRoutes(
  platform: Platform,
  phones: VerifiedPhones,
  { rememberDevice, isKnownDevice }: Devices,
): void {
  const { db, config } = platform;
  route(platform, 'POST /api/account/validate', ({ body, address }) =>
    validateRegistration(db, config, phones, body, address),
  );
  route(platform, 'POST /api/account', async ({ body, address, device }) => {
    const registered = await register(db, config, phones, body, address).catch(failAs('REGISTER_FAIL'));
    if (device) await rememberDevice(db, registered._id, device);
    return registered;
  });
  route(platform, 'POST /api/login', async ({ body, address, device }) => {
    const from = { address, device, isKnownDevice };
    const { token, memberId } = await login(db, config, body, from).catch(failAs('LOGIN_FAIL'));
    if (device) await rememberDevice(db, memberId, device);
    return { token };
  });
  route(platform, 'POST /api/logout', async ({ member }) => {
    await endSession(db, member.tokenHash);
    return {};
  });
  route(platform, 'GET /api/account/profile', async ({ member }) => profileOf(await memberById(db, member.memberId)));
  route(platform, 'PUT /api/account/profile', ({ body, member }) => editProfile(db, config, member.memberId, body));
  route(platform, 'PUT /api/account/bankAccountName', ({ body, member }) =>
    editBankAccountName(db, config, member.memberId, body),
  );
  route(platform, 'PUT /api/account/changepwd', ({ body, member }) => changePassword(db, config, member, body));
}
