import { Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { CannotDo } from '../staff/act.ts';
import { lastDay } from './runs.queries.ts';

const SAY_A_DAY = 'Say a day that is over, such as 2026-11-15.';

/** A field for a day of Bangkok; left out, it is the last one that is over. */
export const day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: SAY_A_DAY }));

export async function readDay(tx: Transaction, given: string | undefined): Promise<string> {
  const last = await lastDay(tx);
  if (given === undefined) return last;
  const moment = new Date(`${given}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(given);
  if (!isDay || given > last) throw new CannotDo(SAY_A_DAY);
  return given;
}
