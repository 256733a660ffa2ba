import type { Currency } from '@krapao/contract/money.ts';

/** The keys of the currencies' names. */
export const CURRENCY_NAMES = { BAHT: 'money.baht', LAK: 'money.kip' } as const satisfies Record<Currency, string>;
