import { CannotDo } from './act.ts';

/** A moment as an operator types it. Without its zone it would be one of the machine's. */
export function readMoment(given: string, otherwise: string): Date {
  const moment = /T.*(Z|[+-]\d\d:?\d\d)$/.test(given) ? new Date(given) : null;
  if (!moment || Number.isNaN(moment.getTime())) throw new CannotDo(otherwise);
  return moment;
}
