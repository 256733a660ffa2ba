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

/** No provider is asked for a smaller amount. */
const LEAST: Minor = 100n;

/** `null` is an amount that may be sent. An ignored amount gets no message: there is nothing to correct yet. */
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

/** Amounts that the provider refuses are not offered. */
export function quickPicks(provider: string, minimum: Minor): readonly number[] {
  const picks: readonly number[] = provider in QR_QUICK_PICKS ? QR_QUICK_PICKS[provider as QrProvider] : [];
  return picks.filter((pick) => BigInt(pick) * 100n >= minimum);
}
