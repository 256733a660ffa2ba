import { bankByCode } from '@krapao/contract/banks.ts';
import { type Minor, moneyToWire } from '@krapao/contract/money.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { openBanks, openWallets } from './receivers.queries.ts';

/** Whether and how a member can pay at a bank by a QR code. */
type QrTermsOf = (bankCode: string) => { minimum: Minor; lifeMinutes: number } | null;

/** The bank accounts and wallets of the service that members pay into. */
export function receiverRoutes(platform: Platform, qrTermsOf: QrTermsOf): void {
  const { db, config } = platform;
  route(platform, 'GET /api/lookup/deposit', async ({ member: { currency } }) => ({
    banks: (await openBanks(db, currency)).map((bank) => ({
      bank: bankByCode(bank.bank_code),
      bankCode: bank.bank_code,
      bankType: bank.bank_type,
      mode: bank.mode,
      bankAccountName: bank.account_name,
      bankAccountNo: bank.account_no,
      currency: bank.currency,
      qrcode: bank.mode === 'AUTO' ? wireOf(qrTermsOf(bank.bank_code)) : null,
    })),
    // Money that is sent to a wallet is reported only where TrueMoney can be asked.
    wallets: (await openWallets(db, currency)).filter(({ mode }) => mode === 'GIFT' || config.truemoney.url !== ''),
    isManual: config.manualDeposits,
  }));
}

const wireOf = (terms: ReturnType<QrTermsOf>) => terms && { ...terms, minimum: moneyToWire(terms.minimum) };
