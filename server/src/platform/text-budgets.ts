import type { Config } from '../config.ts';
import { addressBudgets } from './addresses.ts';
import type { Budget } from './budgets.ts';

const AN_HOUR = 60 * 60;

/** One network sends at most this part of the texts that the service sends in an hour. */
const PART_OF_NETWORK = 0.05;

/** The code for a new password, and the notice of the password that is set with it. */
export const TEXTS_OF_A_RESET = 2;

/**
 * Registering may use 70 % of the hour's texts, registering and new passwords together 90 %, and with notices all. So each
 * text counts for its own kind and for those after it.
 */
const PARTS = [
  { upTo: 'registering', part: 0.7 },
  { upTo: 'new password', part: 0.9 },
  { upTo: 'notice', part: 1 },
] as const;

export type TextKind = (typeof PARTS)[number]['upTo'];

/** The budgets of the whole service that a text of this kind is counted for. */
export function textBudgets({ smsAnHour }: Config, kind: TextKind): Budget[] {
  const first = PARTS.findIndex(({ upTo }) => upTo === kind);
  return PARTS.slice(first).map(({ upTo, part }) => ({
    scope: 'sms',
    subject: upTo,
    limit: Math.max(1, Math.floor(smsAnHour * part)),
    windowSeconds: AN_HOUR,
  }));
}

/**
 * Codes, and changes that the member is told of, count for the address that asks for them. A change without a text left is
 * refused: otherwise a thief uses the texts up first, and then makes a change that the member does not hear of.
 */
export function textBudgetsOf({ smsAnHour, otpPerAddressAnHour }: Config, address: string, texts: number): Budget[] {
  const most = Math.max(TEXTS_OF_A_RESET, Math.floor(smsAnHour * PART_OF_NETWORK));
  const budgets = addressBudgets({
    scope: 'otp address',
    address,
    limit: otpPerAddressAnHour,
    windowSeconds: AN_HOUR,
    amount: texts,
  });
  return budgets.map((budget) => ({ ...budget, limit: Math.min(budget.limit, most) }));
}

/** What a change counts for whose member gets a text. Nothing where the service sends no texts. */
export function noticeBudgetsOf(config: Config, address: string): Budget[] {
  return config.smsUrl ? textBudgetsOf(config, address, 1) : [];
}
