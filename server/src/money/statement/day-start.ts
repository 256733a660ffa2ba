import { dayInBangkok } from '@krapao/contract/days.ts';

export function dayStart(moment: Date): Date {
  return new Date(`${dayInBangkok(moment)}T00:00:00+07:00`);
}
