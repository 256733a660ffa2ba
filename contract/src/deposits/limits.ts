export const TRUE_WALLET_MINIMUM = 2;
export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'FP', 'BCEL'] as const;
export type QrProvider = (typeof QR_PROVIDERS)[number];
export const QR_LIFE_SECONDS = 10 * 60;
export const SLIP_MAX_MB = 10;
