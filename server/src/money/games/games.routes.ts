import type { DueWork } from '../../platform/due-work.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { sealer } from '../../platform/sealed.ts';
import { enterGame } from './enter-game.ts';
import { giveCredentials, openAccount, resetPassword } from './game-accounts.ts';
import { duePasswords } from './new-passwords.ts';
import type { RationedGames } from './rationed-games.ts';

export function gameRoutes(platform: Platform, { games, countQuestion }: RationedGames): { works: DueWork<unknown>[] } {
  const { db, config } = platform;
  const passwords = sealer(config.credentialsKeys, 'game passwords');
  const deps = { db, passwords, games, countQuestion, passwordsAnHour: config.gamePasswordsAnHour };

  route(platform, 'GET /api/wallet/activate/{slotCode}', ({ member, params, attempt }) =>
    openAccount(deps, member, params.slotCode, attempt),
  );
  route(platform, 'GET /api/wallet/account/{slotCode}', ({ member, params }) =>
    giveCredentials(deps, member, params.slotCode),
  );
  route(platform, 'GET /api/wallet/resetpassword/{slotCode}', ({ member, params, attempt }) =>
    resetPassword(deps, member, params.slotCode, attempt),
  );

  for (const code of ['pg', 'betflix', 'areaslot', 'joker2', 'huayhd'] as const) {
    route(platform, `GET /api/autoLogin/${code}/{username}`, ({ member, params }) =>
      enterGame(deps, member, code, params),
    );
  }
  for (const code of ['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot'] as const) {
    route(platform, `GET /api/autoLogin/${code}/{username}/{password}`, ({ member, params }) =>
      enterGame(deps, member, code, params),
    );
  }
  return { works: [duePasswords({ ...deps, providerTimeoutMs: config.providerTimeoutMs })] };
}
