import { placeOfToken } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';

const DEPOSIT_WAYS = ['qr', 'bank', 'true'] as const;
export type DepositWay = (typeof DEPOSIT_WAYS)[number];

/** `amount`: of the last QR code, in the currency of its provider. */
type LastDeposit = { way: DepositWay; provider?: string; amount?: number };

/** How this sign-in deposited last, to offer it again. */
export function lastDeposit(): Partial<LastDeposit> {
  try {
    const { way, provider, amount } = JSON.parse(readStored('last-deposit', placeOfToken()) ?? '{}');
    return {
      ...(DEPOSIT_WAYS.includes(way) && { way }),
      ...(typeof provider === 'string' && { provider }),
      ...(Number.isFinite(amount) && { amount }),
    };
  } catch {
    return {};
  }
}

/** A transfer to an account leaves the QR provider that was used before as it was. */
export function noteDeposit(deposit: LastDeposit): void {
  writeStored('last-deposit', JSON.stringify({ ...lastDeposit(), ...deposit }), placeOfToken());
}
