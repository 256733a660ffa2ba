import type { Slip } from '../slip.ts';

const LEDGER = 'server/migrations/0003_ledger.sql';
const BALANCE = 'server/migrations/0026_reconciliation.sql';
const LAWS = 'server/src/ledger/ledger-laws.test.ts';
const LEDGER_TEST = 'server/src/ledger/ledger.test.ts';

export const ledger: Slip[] = [
  {
    name: 'the check of the books overlooks balances without entries',
    file: LEDGER,
    from: 'from ledger_accounts left join ledger_entries on account_id = ledger_accounts.id',
    to: 'from ledger_accounts join ledger_entries on account_id = ledger_accounts.id',
    why: 'money that was written into a balance by hand is never found',
    noticedBy: [LAWS],
    test: 'the check of the books names',
  },
  {
    name: 'entries that sum to more than zero are taken for balanced',
    file: BALANCE,
    from: 'group by transfer_id, currency having sum(amount) <> 0',
    to: 'group by transfer_id, currency having sum(amount) < 0',
    why: 'money comes from nowhere',
    noticedBy: [LAWS],
  },
  {
    name: 'a transfer may have entries of another member',
    file: BALANCE,
    from: 'or ledger_accounts.member_id <> ledger_transfers.member_id',
    to: '',
    why: 'one member pays for another',
    noticedBy: [LAWS],
  },
  {
    name: 'balances can be changed without an entry',
    file: LEDGER,
    from: 'pg_trigger_depth() > 1',
    to: 'pg_trigger_depth() >= 1',
    why: 'a balance and its history part',
    noticedBy: [LAWS],
  },
  {
    name: 'a used key is answered as a replay whatever is asked under it',
    file: LEDGER,
    from: 'if v_first.input_hash <> v_hash then',
    to: 'if v_first.input_hash is null then',
    why: 'a movement is told as done that never was',
    noticedBy: [LEDGER_TEST],
  },
  {
    name: 'what was settled can be released as well',
    file: LEDGER,
    from: 'array[-v_held.amount, v_held.amount], v_hold.id, p_detail',
    to: 'array[-v_held.amount, v_held.amount], null, p_detail',
    why: 'held money is paid twice',
    noticedBy: [LEDGER_TEST],
  },
  {
    name: 'undoing a movement makes it once more',
    file: LEDGER,
    from: '(select array_agg(-amount order by id)',
    to: '(select array_agg(amount order by id)',
    why: 'what was to go back leaves a second time',
    noticedBy: [LEDGER_TEST],
  },
  {
    name: 'a member’s transactions do not wait for each other',
    file: 'server/src/ledger/ledger.ts',
    from: 'pg.escapeLiteral(memberId)} for no key update',
    to: 'pg.escapeLiteral(memberId)}',
    why: 'two nodes decide by the same balance',
    noticedBy: ['server/src/ledger/ledger-concurrency.test.ts'],
    test: 'is decided after it',
  },
  {
    name: 'the times of a statement go back with the clock',
    file: 'server/migrations/0008_statement.sql',
    from: 'newest_at = greatest(totals.newest_at, excluded.newest_at)',
    to: 'newest_at = excluded.newest_at',
    why: 'entries between two moments are missing from the statement',
    noticedBy: ['server/src/money/statement/statement.test.ts'],
    test: 'fifty movements at the same moment',
  },
];
