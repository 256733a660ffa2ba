import { list } from '../../staff/act.ts';
import { slipsInProgress } from './slips.queries.ts';

const SHOWN = 200;

export const slipActs = {
  listSlips: list({
    name: 'slips pending',
    summary: 'slips that are still in progress, oldest first',
    permission: 'payments',
    run: (tx) => slipsInProgress(tx, SHOWN),
  }),
};
