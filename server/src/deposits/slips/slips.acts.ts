import { list, MOST_LISTED } from '../../staff/act.ts';
import { slipsInProgress } from './slips.queries.ts';

export const slipActs = {
  listSlips: list({
    name: 'slips pending',
    summary: 'slips that are still in progress, oldest first',
    permission: 'payments.see',
    run: (tx) => slipsInProgress(tx, MOST_LISTED),
  }),
};
