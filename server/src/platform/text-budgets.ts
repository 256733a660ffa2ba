import type { Config } from '../config.ts';
import { addressBudgets } from './addresses.ts';
import type { Budget } from './budgets.ts';

const AN_HOUR = 60 * 60;

/** One network sends at most this part of the texts that the service sends in an hour. */
const PART_OF_NETWORK = 0.05;

/**
 * How much of the hour's texts may be taken together by texts of these kinds. Each text counts for its own kind and for
 * all behind it: what registrations leave is for codes of new passwords, and what both leave is for notices.
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

/** The budgets of an address, and of the networks that the address is of. */
export function codeBudgetsOf({ smsAnHour, otpPerAddressAnHour }: Config, address: string): Budget[] {
  const most = Math.max(1, Math.floor(smsAnHour * PART_OF_NETWORK));
  const budgets = addressBudgets({
    scope: 'otp address',
    address,
    limit: otpPerAddressAnHour,
    windowSeconds: AN_HOUR,
  });
  return budgets.map((budget) => ({ ...budget, limit: Math.min(budget.limit, most) }));
}
