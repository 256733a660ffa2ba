/** From the lowest layer to the highest: a file imports from its own layer and from those before it. */
export const SERVER_LAYERS = [
  ['server/src/config.ts', 'server/src/platform'],
  ['server/src/staff'],
  ['server/src/ledger', 'server/src/providers'],
  ['server/src/fence'],
  ['server/src/conditions', 'server/src/reconciliation'],
  ['server/src/allowances'],
  ['server/src/members', 'server/src/money', 'server/src/deposits', 'server/src/rewards', 'server/src/support'],
  ['server/src/app.ts', 'server/src/acts.ts'],
  ['server/src/demo', 'server/src/operator'],
  ['server/src/main.ts', 'server/src/migrate-database.ts'],
] as const;

export const WEB_LAYERS = [
  ['web/src/platform', 'web/src/i18n', 'web/src/ui'],
  ['web/src/wallet', 'web/src/conditions', 'web/src/messaging'],
  ['web/src/features'],
  ['web/src/shell'],
  ['web/src/router.tsx'],
  ['web/src/main.tsx', 'web/src/after-paint.ts', 'web/src/rendering.tsx'],
  // Only its own page opens it: the product knows nothing of the gallery.
  ['web/src/gallery'],
] as const;

/** The folder of `server/src` whose code alone writes the table. */
export const TABLE_OWNERS: Record<string, string> = {
  clock: 'platform',
  production_marker: 'platform',
  seeded_rows: 'demo',
  settings: 'platform',
  address_rules: 'staff',
  rate_limit_events: 'platform',
  sessions: 'platform',
  security_events: 'platform',
  idempotency_keys: 'platform',
  sweeper_lease: 'platform',
  storage_marker: 'providers',
  heartbeats: 'fence',
  standstills: 'fence',
  audit_log: 'staff',
  operators: 'staff',
  operator_devices: 'staff',
  operator_candidates: 'staff',
  act_requests: 'staff',
  stops: 'staff',
  operator_sessions: 'platform',
  ledger_accounts: 'ledger',
  ledger_postings: 'ledger',
  ledger_days: 'ledger',
  ledger_day_accounts: 'ledger',
  statement_entries: 'ledger',
  statement_totals: 'ledger',
  reconciliations: 'reconciliation',
  findings: 'reconciliation',
  campaigns: 'conditions',
  campaign_versions: 'conditions',
  conditions: 'conditions',
  possible_returns: 'conditions',
  condition_wins: 'conditions',
  money_pauses: 'conditions',
  limit_changes: 'allowances',
  members: 'members/account',
  account_changes: 'members/account',
  otp_phones: 'members/otp',
  otp_codes: 'members/otp',
  texts: 'members/lookups',
  notices: 'members/lookups',
  game_accounts: 'money/games',
  game_falls: 'money/games',
  provider_trust_overrides: 'money/games',
  closed_games: 'money/games',
  provider_rate_limits: 'money/games',
  game_questions: 'money/games',
  write_offs: 'money/games',
  transfers: 'money/transfers',
  transfer_legs: 'money/transfers',
  fetched_money: 'money/transfers',
  withdrawals: 'money/withdrawals',
  corrections: 'money/corrections',
  debts_collected: 'money/corrections',
  deposit_banks: 'deposits/payments',
  deposit_wallets: 'deposits/payments',
  payments: 'deposits/payments',
  payment_lines: 'deposits/payments',
  payment_moves: 'deposits/payments',
  payment_references: 'deposits/payments',
  payment_sms: 'deposits/payments',
  confirmed_senders: 'deposits/payments',
  member_flags: 'deposits/payments',
  disputes: 'deposits/payments',
  unparsed_reports: 'deposits/payments',
  qrcodes: 'deposits/qrcodes',
  callback_nonces: 'deposits/qrcodes',
  slips: 'deposits/slips',
  truelinks: 'deposits/truelinks',
  manual_deposits: 'deposits/announced',
  game_days: 'rewards/refunds',
  refunds: 'rewards/refunds',
  invites: 'rewards/invites',
  invite_days: 'rewards/invites',
  friend_decisions: 'rewards/invites',
  member_devices: 'rewards/invites',
  self_invites: 'rewards/invites',
  coin_counts: 'rewards/spin-wheel',
  deposit_coins: 'rewards/spin-wheel',
  wheels: 'rewards/spin-wheel',
  wheel_slices: 'rewards/spin-wheel',
  wheel_seeds: 'rewards/spin-wheel',
  spins: 'rewards/spin-wheel',
  chat_rooms: 'support/chat',
  chat_entries: 'support/chat',
  chat_files: 'support/chat',
};

/** Folders that write tables of others, and why. */
export const WRITE_ANY_TABLE: Record<string, string> = {
  'server/src/demo/': 'it fills an empty database with what members, operators and providers would have done',
};

/** These files write a table whose name a caller passes to them. Each entry says where the rule reads the passed name. */
export const TABLES_GIVEN_BY_CALLERS: Record<string, string> = {
  'server/src/platform/database.ts': '`insertRow` is counted where it is called, with the name of its table',
  'server/src/platform/due-work.ts': 'a `DueTable` is counted where it is made, with the name of its table',
  'server/src/platform/housekeeping.ts': '`deleteInBatches` is counted where it is called, with the name of its table',
  'server/src/deposits/payments/feeds/feeds.queries.ts': 'types leave its own two tables of receivers, and no other',
  'server/src/deposits/payments/receivers/receivers.queries.ts':
    'types leave its own two tables of receivers, and no other',
  'server/src/demo/first-steps.ts': 'the demo writes any table',
};

/** The functions by which a file writes a table that it names, and which argument names it. */
export const WRITING_HELPERS = new Map([
  ['insertRow', 1],
  ['deleteInBatches', 1],
  ['retriedTable', 0],
  ['feedsIn', 0],
]);

/** The folder of `server/src` that a file of `server/sql` belongs to: its functions write the tables of that folder. */
export const SQL_OWNERS: Record<string, string> = {
  accounts: 'members/account',
  allowances: 'allowances',
  'append-only': 'platform',
  campaigns: 'conditions',
  chat: 'support/chat',
  defaults: 'platform',
  demo: 'demo',
  fetches: 'money/transfers',
  games: 'money/games',
  idempotency: 'platform',
  invites: 'rewards/invites',
  ledger: 'ledger',
  'ledger-check': 'ledger',
  reconciliation: 'reconciliation',
  'sealed-days': 'ledger',
  clock: 'platform',
  staff: 'staff',
  standstill: 'fence',
  statement: 'ledger',
  transfers: 'money/transfers',
};

/** Where one slice's function calls another slice's in the database, and why no function of the server hands it over. */
export const SQL_CALLS_BETWEEN_SLICES: Record<string, string> = {
  'transfer_book → game_note_movement':
    'a reading from before the movement must be worth nothing in the very transaction that books the movement',
  'fetch_begin → game_begin_fetch': 'nothing else may begin at the account once a fetch has begun',
  'fetch_call → game_add_unowned': 'money that is on its way out must not be shared in by what is won at the game',
  'fetch_book → game_add_unowned': 'money that the game keeps is nobody’s there again in the transaction that books it',
  'fetch_end → game_end_fetch': 'the account waits until the transaction that ends the fetch, and no longer',
};

/** Where statements are put together while they run, and why no plain statement does it. */
export const DYNAMIC_SQL: Record<string, string> = {
  'append-only.sql, line 11': 'eight partitions get the same trigger: `create trigger` takes no variable',
  idempotency_forget: 'it empties a partition by its number: `truncate` takes no variable',
};

/** Functions that run as triggers of other owners' tables: each reads the row and changes nothing of it. */
export const TRIGGERS_OF_OTHERS: Record<string, string> = {
  refuse_change: 'what is never changed is refused in one place for all tables',
  tell_ended_sign_in: 'sockets are closed wherever a sign-in ends: of a session, of a member, of an operator',
};

/** The codes by which functions of the database raise errors, each with its message. */
export const DATABASE_ERRORS: Record<string, string> = {
  KR002: 'LEDGER_NO_POSTING',
  KR003: 'APPEND_ONLY',
  KR004: 'LEDGER_CURRENCY',
  KR005: 'LEDGER_CLOSED',
  KR006: 'IDEMPOTENCY_CONFLICT',
  KR007: 'LEDGER_NO_HOLD',
  KR010: 'REQUEST_IS_SETTLED',
  KR011: 'REQUEST_IS_ANOTHER',
  KR012: 'STATEMENT_NO_END',
  KR013: 'the code of the catalogue that `refuse` is given',
  KR030: 'CLOCK_IS_THE_OWNERS',
};

/**
 * Every kind of posting, by its key, with `*` for what differs. A new kind is written here, explained in `due_effects`
 * (docs/decisions/0018), and made by server/test/put-right.ts: then reconciliation knows it.
 */
export const LEDGER_KEYS = [
  'payment/*',
  'payment/*/heard',
  'payment/*/sent-back',
  'payment/*/same',
  'payment/*/moved/*/taken',
  'payment/*/moved/*/owed',
  'payment/*/moved/*/given',
  'dispute/*/freeze',
  'dispute/*/release',
  'transfer/*/*/*/hold',
  'transfer/*/*/*/done',
  'transfer/*/*/*/refused',
  'late-move/*/in',
  'late-move/*/out',
  'late-move/*/rest',
  'late-move/*/owed',
  'late-move/*/paid/*',
  'game-result/*/*/*',
  'late/*/*/*',
  'fetched/*/*/given',
  'fetched/*/*/kept',
  'write-off/*',
  'write-off/*/given',
  'withdrawal/*/*/hold',
  'withdrawal/*/*/paid',
  'withdrawal/*/*/returned',
  'withdrawal/*/*/bounced',
  'withdrawal/*/*/owed',
  'debt/*/*/collect',
  'correction/*',
  'correction/*/taken',
  'correction/*/owed',
  'correction/*/forgiven',
  'condition/*/*/grant',
  'condition/*/*/take-back/*',
  'condition/*/*/owed/*',
  'refund/*/*',
];

/** Names of other things in the files that post. */
export const NO_LEDGER_KEYS = ['grant/*', 'homecoming/*/*/*', '*/told'];

/** The functions of the database that post: they take the key second, and pass it on as it is. */
export const POSTING_IN_SQL = ['ledger_write', 'ledger_post', 'ledger_settle', 'ledger_undo'];

/** The functions of the database that make a key: the key up to the last argument, which is a literal. */
export const KEY_MAKERS: Record<string, string> = { transfer_key: 'transfer/*/*/*/' };

/**
 * The functions of the server that post with a key of their caller, each with the argument that is the key or has it.
 * Their callers are looked at instead. `adds`: what the function puts behind the key.
 */
export const POSTING: Record<string, { at: number; adds?: string[] }> = {
  'server/src/ledger/ledger.ts post': { at: 1 },
  'server/src/ledger/ledger.ts postInHouse': { at: 1 },
  'server/src/ledger/ledger.ts hold': { at: 1 },
  'server/src/ledger/ledger.ts settle': { at: 1 },
  'server/src/ledger/ledger.ts release': { at: 1 },
  'server/src/ledger/ledger.ts reverse': { at: 1 },
  'server/src/ledger/ledger.ts reverseInHouse': { at: 1 },
  'server/src/ledger/take-from-member.ts takeFromMember': { at: 1, adds: ['/taken', '/owed'] },
  'server/src/money/games/late-money.ts bookLate': { at: 1 },
  'server/src/money/games/games.acts.ts giveInstead': { at: 1, adds: ['/given'] },
  'server/src/money/transfers/settle-late-moves.ts follow': { at: 2, adds: ['/in', '/out', '/rest'] },
  'server/src/money/transfers/settle-late-moves.ts followFetch': { at: 2, adds: ['/out', '/rest'] },
  'server/src/deposits/payments/ingest/book-payment.ts moveInHouse': { at: 2 },
};

export const LONGEST_FUNCTION = 70;

/** Those that are longer today, with their lines: a function may leave this list or shrink in it, none may join. */
export const LONG_FUNCTIONS: Record<string, number> = {};
