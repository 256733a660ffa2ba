import { failAs } from '../../platform/app-error.ts';
import { inTransaction, type Queryable } from '../../platform/database.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { noteEvent } from '../../platform/security-events.ts';
import { endSession } from '../../platform/sessions.ts';
import { memberById, profileOf } from './account.queries.ts';
import { changePassword } from './change-password.ts';
import { editBankAccountName, editProfile } from './edit-profile.ts';
import type { EndGamePasswords } from './game-passwords.ts';
import { type IsKnownDevice, login } from './login.ts';
import { ownSecurity, signOutElsewhere } from './own-security.ts';
import { type PhoneProofs, register, validateRegistration } from './register.ts';
import { askForReset, type ResetCodes, resetPassword } from './reset-password.ts';

/** The browsers that members signed in from. */
export type Devices = {
  rememberDevice: (db: Queryable, memberId: string, device: string) => Promise<void>;
  isKnownDevice: IsKnownDevice;
};

type AccountDeps = {
  proofs: PhoneProofs;
  resetCodes: ResetCodes;
  devices: Devices;
  endGamePasswords: EndGamePasswords;
};

export function accountRoutes(platform: Platform, accounts: AccountDeps): void {
  const { db, config } = platform;
  const { proofs, resetCodes, devices, endGamePasswords } = accounts;
  const deps = { db, config, endGamePasswords };
  const { rememberDevice, isKnownDevice } = devices;
  route(platform, 'POST /api/account/validate', ({ body, address }) =>
    validateRegistration(db, config, proofs, body, address),
  );
  route(platform, 'POST /api/account', async ({ body, address, device }) => {
    const registered = await register(db, config, proofs, body, address).catch(failAs('REGISTER_FAIL'));
    if (device) await rememberDevice(db, registered._id, device);
    return registered;
  });
  route(platform, 'POST /api/login', async ({ body, address, agent, device }) => {
    const from = { address, agent, device, isKnownDevice };
    const { token, memberId } = await login(db, config, body, from).catch(failAs('LOGIN_FAIL'));
    if (device) await rememberDevice(db, memberId, device);
    return { token };
  });
  route(platform, 'POST /api/account/reset/otp', ({ body: { phoneNumber }, query, language, address }) => {
    const locale = localeOf(query.locale, language, config.edition);
    return askForReset(db, config, resetCodes, { phoneNumber, address, locale });
  });
  route(platform, 'POST /api/account/reset', ({ body, address, agent }) =>
    resetPassword(deps, resetCodes, body, { address, agent }),
  );
  route(platform, 'POST /api/logout', async ({ member: { memberId, tokenHash }, address, agent }) => {
    await inTransaction(db, async (tx) => {
      await endSession(tx, tokenHash);
      await noteEvent(tx, { what: 'signed-out', memberId, from: { address, agent } });
    });
    return {};
  });
  route(platform, 'GET /api/account/security', ({ member }) => ownSecurity(db, member));
  route(platform, 'POST /api/account/security/signOutElsewhere', ({ member, address, agent }) =>
    signOutElsewhere(deps, member, { address, agent }),
  );
  route(platform, 'GET /api/account/profile', async ({ member }) => profileOf(await memberById(db, member.memberId)));
  route(platform, 'PUT /api/account/profile', ({ body, member, address, agent }) =>
    editProfile(db, config, member.memberId, body, { address, agent }),
  );
  route(platform, 'PUT /api/account/bankAccountName', ({ body, member, address, agent }) =>
    editBankAccountName(db, config, member.memberId, body, { address, agent }),
  );
  route(platform, 'PUT /api/account/changepwd', ({ body, member, address, agent }) =>
    changePassword(deps, member, body, { address, agent }),
  );
}
