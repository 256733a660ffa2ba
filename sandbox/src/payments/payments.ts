import type { FaultPoint } from '../faults.ts';
import type { Lie } from '../lies.ts';
import type { Sandbox } from '../sandbox.ts';
import { bankQrcodeCalls, bankTokenTables, registerBankQrcodes } from './bank-qrcodes.ts';
import { registerBankTransfers } from './bank-transfers.ts';
import { callbackTables } from './callbacks.ts';
import { feedCalls, feedLies, registerFeeds } from './feeds.ts';
import { gatewayLies } from './gateway-lies.ts';
import { gatewayCalls, registerGateways } from './gateways.ts';
import { tellingLies } from './lies.ts';
import { registerPayers } from './payers.ts';
import { payoutCalls, registerPayouts } from './payout-channel.ts';
import { payoutLies } from './payout-lies.ts';
import { payoutTables } from './payouts.ts';
import { qrcodeTables } from './qrcodes.ts';
import { registerSlips } from './slips.ts';
import { transferTables } from './transfers.ts';
import { registerTrueMoney, trueMoneyCalls, voucherTables } from './truemoney.ts';
import { registerVerifier, verifierCalls, verifierTables } from './verifier.ts';
import { registerWalletTransfers, walletCalls, walletLies } from './wallet-transfers.ts';

export const paymentTables: string[] = [
  transferTables,
  qrcodeTables,
  callbackTables,
  bankTokenTables,
  verifierTables,
  voucherTables,
  payoutTables,
];

export const paymentCalls: FaultPoint[] = [
  ...gatewayCalls,
  ...bankQrcodeCalls,
  ...feedCalls,
  ...verifierCalls,
  ...trueMoneyCalls,
  ...walletCalls,
  ...payoutCalls,
];

export const paymentLies: Lie[] = [...gatewayLies, ...feedLies, ...walletLies, ...tellingLies, ...payoutLies];

/** Every bank, gateway and payout channel that moves money, and the payers. */
export function registerPayments(sandbox: Sandbox): void {
  registerGateways(sandbox);
  registerBankQrcodes(sandbox);
  registerPayers(sandbox);
  registerBankTransfers(sandbox);
  registerSlips(sandbox);
  registerFeeds(sandbox);
  registerVerifier(sandbox);
  registerTrueMoney(sandbox);
  registerWalletTransfers(sandbox);
  registerPayouts(sandbox);
}
