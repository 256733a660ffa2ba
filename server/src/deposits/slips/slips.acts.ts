import { fields, look } from '../../staff/act.ts';
import { slipsInProgress } from './slips.queries.ts';

const SHOWN = 200;

export const slipActs = {
  listSlips: look({
    name: 'slips pending',
    summary: 'slips that are still in progress, oldest first',
    permission: 'payments',
    readOnly: true,
    schema: fields({}),
    run: (tx) => slipsInProgress(tx, SHOWN),
  }),
};
