/** A coin is earned for each of these by which deposits less withdrawals reach a new high. */
export const COIN_PRICES = { BAHT: 500, LAK: 300_000 } as const;
