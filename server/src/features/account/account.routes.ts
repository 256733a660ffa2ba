import { failAs } from '../../platform/app-error.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { endSession } from '../../platform/sessions.ts';
import { memberById, profileOf } from './account.queries.ts';
import { changePassword } from './change-password.ts';
import { editBankAccountName, editProfile } from './edit-profile.ts';
import { login } from './login.ts';
import { register, type VerifiedPhones, validateRegistration } from './register.ts';

export function accountRoutes(platform: Platform, phones: VerifiedPhones): void {
  const { db, config } = platform;
  route(platform, 'POST /api/account/validate', ({ body }) => validateRegistration(db, config, phones, body));
  route(platform, 'POST /api/account', ({ body }) => register(db, config, phones, body).catch(failAs('REGISTER_FAIL')));
  route(platform, 'POST /api/login', ({ body, address }) =>
    login(db, config, body, address).catch(failAs('LOGIN_FAIL')),
  );
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
