import type { QrProvider } from '@krapao/contract/deposits/limits.ts';
import type { Minor } from '@krapao/contract/money.ts';

/** In the provider's currency: kip at BCEL, baht elsewhere. */
const QR_QUICK_PICKS = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  PAYTIMZ: [10, 50, 100, 500, 1000],
  FP: [10, 50, 100, 500, 1000],
  BCEL: [10_000, 50_000, 100_000, 500_000, 1_000_000],
} as const satisfies Record<QrProvider, readonly number[]>;

/** Less than this is not asked for at any provider. */
const LEAST: Minor = 100n;

/** `null` is an amount that may be sent. What is ignored gets no message: there is nothing to correct yet. */
export type QrProblem = 'IGNORED' | 'AMOUNT' | 'MINIMUM';

/** KBANK has no minimum worth a message: its button waits for an amount instead. */
export function waitsForAmount(provider: string): boolean {
  return provider === 'KBANK';
}

export function qrProblem(provider: string, amount: Minor | null, minimum: Minor): QrProblem | null {
  if (amount === null) return 'AMOUNT';
  if (amount < minimum && !waitsForAmount(provider)) return 'MINIMUM';
  return amount < LEAST ? 'IGNORED' : null;
}

export function isQrDisabled(provider: string, amount: Minor | null): boolean {
  return waitsForAmount(provider) && (amount === null || amount <= 0n);
}

/** What the provider does not take is not offered. */
export function quickPicks(provider: string, minimum: Minor): readonly number[] {
  const picks: readonly number[] = provider in QR_QUICK_PICKS ? QR_QUICK_PICKS[provider as QrProvider] : [];
  return picks.filter((pick) => BigInt(pick) * 100n >= minimum);
}
