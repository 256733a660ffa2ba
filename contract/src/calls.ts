import { accountCalls } from './account.ts';
import { autoLoginCalls } from './auto-login.ts';
import { bonusCalls } from './bonuses.ts';
import { chatCalls } from './chat.ts';
import { deskCalls } from './desk.ts';
import { inviteCalls } from './invites.ts';
import { lookupCalls } from './lookups.ts';
import { promotionCalls } from './promotions.ts';
import { qrcodeCalls } from './qrcodes.ts';
import { refundCalls } from './refunds.ts';
import { spinWheelCalls } from './spin-wheel.ts';
import { statementCalls } from './statement.ts';
import { walletCalls } from './wallet.ts';

/**
 * Every call of the product by method and path. The server registers handlers under these names, the web
 * calls them by name and takes nothing from here but types.
 */
export const calls = {
  ...lookupCalls,
  ...accountCalls,
  ...walletCalls,
  ...qrcodeCalls,
  ...autoLoginCalls,
  ...bonusCalls,
  ...promotionCalls,
  ...refundCalls,
  ...inviteCalls,
  ...spinWheelCalls,
  ...statementCalls,
  ...chatCalls,
  ...deskCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
