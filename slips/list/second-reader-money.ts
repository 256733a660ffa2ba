import type { Slip } from '../slip.ts';

const GAMES = 'server/src/money/games';
const TRANSFERS = 'server/src/money/transfers';
const WITHDRAWALS = 'server/src/money/withdrawals';
const GAME_DIALECTS = 'server/src/providers/games';

export const secondReaderMoney: Slip[] = [
  {
    name: 'transfers of the ledger can be rewritten',
    file: 'server/migrations/0033_one_row_a_transfer.sql',
    from: 'before update or delete or truncate on ledger_transfers\n',
    to: 'before delete or truncate on ledger_transfers\n',
    why: 'the books can be made to tell another story',
    noticedBy: ['server/src/ledger/ledger-laws.test.ts'],
  },
  {
    name: 'the first moment of a day belongs to the day before',
    file: 'server/src/money/statement/statement.queries.ts',
    from: 'where member_id = $1 and created_at < $2',
    to: 'where member_id = $1 and created_at <= $2',
    why: 'an entry at the edge of two stretches is missing in one of them',
    noticedBy: ['server/src/money/statement/statement.test.ts'],
    test: 'the very moment at which a day begins',
  },
  {
    name: 'everything is moved out of the game that it shall go to',
    file: `${TRANSFERS}/make-transfer.ts`,
    from: 'code !== to && (staleSince ?',
    to: `code !== '' && (staleSince ?`,
    why: 'money is taken out of a game and brought back there for nothing',
    noticedBy: [`${TRANSFERS}/transfer-all.test.ts`],
  },
  {
    name: 'money goes on to a game although a part of it was spent meanwhile',
    file: 'server/migrations/0036_transfer_steps.sql',
    from: 'if v_due between 1 and (select balance',
    to: 'if v_due between 1 and (select v_due + balance',
    why: 'the transfer never ends, and what a game gave back stays on its way for ever',
    noticedBy: [`${TRANSFERS}/pending-transfers.test.ts`],
    test: 'a later worker ends it',
  },
  {
    name: 'what leaves for the bank earns coins like what comes from it',
    file: `${WITHDRAWALS}/pay-out.ts`,
    from: 'await onBankMove(tx, { memberId, currency }, -amount);',
    to: 'await onBankMove(tx, { memberId, currency }, amount);',
    why: 'the same money in and out again turns the wheel for ever',
    noticedBy: ['server/src/rewards/spin-wheel/coins.test.ts'],
  },
  {
    name: 'a withdrawal that was refused is never over',
    file: `${WITHDRAWALS}/withdrawals.queries.ts`,
    from: `to === 'returned' || to === 'refused' ||`,
    to: `to === 'returned' ||`,
    why: 'workers take it up for ever, and the member gets no reward any more',
    noticedBy: [`${WITHDRAWALS}/withdraw-all.test.ts`],
  },
  {
    name: 'money is brought home from a game that cannot be read',
    file: `${WITHDRAWALS}/withdraw.ts`,
    from: '!staleSince && available > 0n',
    to: 'staleSince !== undefined && available > 0n',
    why: 'a withdrawal counts on money that may have been lost long ago',
    noticedBy: [`${WITHDRAWALS}/withdraw-all.test.ts`],
  },
  {
    name: 'what is staked counts as available',
    file: `${GAMES}/read-account.ts`,
    from: 'available: balance < amount ? balance : amount, inPlay',
    to: 'available: amount, inPlay',
    why: 'bringing everything home fails while a bet is open',
    noticedBy: [`${TRANSFERS}/transfer-all.test.ts`, `${GAMES}/game-balances.test.ts`],
  },
  {
    name: 'one game that was read stands for all of them',
    file: 'server/src/conditions/follow-results.ts',
    from: '(isFresh ? inPlay : amount)',
    to: 'inPlay',
    why: 'a condition is met by a game that has won while another has lost',
    noticedBy: ['server/src/conditions/condition.test.ts'],
    test: 'a win ends nothing while the loss of another game cannot be read',
  },
  {
    name: 'a used reference is taken for a refusal',
    file: `${GAME_DIALECTS}/action.ts`,
    from: `205: 'repeated'`,
    to: `205: 'refused'`,
    why: 'money that a game has got is given back as well',
    noticedBy: [`${GAME_DIALECTS}/dialects.test.ts`],
  },
  {
    name: 'a payout whose question was turned away is taken for refused',
    file: 'server/src/providers/payouts/payouts.ts',
    from: 'return onRejected;',
    to: `return onRejected === 'unknown' ? 'refused' : onRejected;`,
    why: 'money that the bank has paid out is given back as well',
    noticedBy: [`${WITHDRAWALS}/payout-outcomes.test.ts`],
  },
];
