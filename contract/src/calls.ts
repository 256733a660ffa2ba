import { announcedCalls } from './deposits/announced.ts';
import { qrcodeCalls } from './deposits/qrcodes.ts';
import { slipCalls } from './deposits/slips.ts';
import { truelinkCalls } from './deposits/truelinks.ts';
import { accountCalls } from './members/account.ts';
import { lookupCalls } from './members/lookups.ts';
import { otpCalls } from './members/otp.ts';
import { autoLoginCalls } from './money/auto-login.ts';
import { gameCalls } from './money/games.ts';
import { statementCalls } from './money/statement.ts';
import { transferCalls } from './money/transfers.ts';
import { walletCalls } from './money/wallet.ts';
import { withdrawalCalls } from './money/withdrawals.ts';
import { bonusCalls } from './rewards/bonuses.ts';
import { inviteCalls } from './rewards/invites.ts';
import { promotionCalls } from './rewards/promotions.ts';
import { refundCalls } from './rewards/refunds.ts';
import { spinWheelCalls } from './rewards/spin-wheel.ts';
import { chatCalls } from './support/chat.ts';
import { deskCalls } from './support/desk.ts';

/**
 * Every call of the product by method and path. The server registers handlers under these names, the web
 * calls them by name and takes nothing from here but types.
 */
export const calls = {
  ...lookupCalls,
  ...accountCalls,
  ...otpCalls,
  ...walletCalls,
  ...gameCalls,
  ...autoLoginCalls,
  ...transferCalls,
  ...withdrawalCalls,
  ...statementCalls,
  ...announcedCalls,
  ...qrcodeCalls,
  ...slipCalls,
  ...truelinkCalls,
  ...bonusCalls,
  ...promotionCalls,
  ...refundCalls,
  ...inviteCalls,
  ...spinWheelCalls,
  ...chatCalls,
  ...deskCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
