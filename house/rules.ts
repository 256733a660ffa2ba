/** From the lowest layer to the highest: a file imports from its own layer and from those before it. */
export const SERVER_LAYERS = [
  ['server/src/config.ts', 'server/src/platform'],
  ['server/src/staff'],
  ['server/src/ledger', 'server/src/providers'],
  ['server/src/conditions'],
  ['server/src/allowances'],
  ['server/src/members', 'server/src/money', 'server/src/deposits', 'server/src/rewards', 'server/src/support'],
  ['server/src/app.ts', 'server/src/acts.ts'],
  ['server/src/demo', 'server/src/operator'],
  ['server/src/main.ts'],
] as const;

export const WEB_LAYERS = [
  ['web/src/platform', 'web/src/i18n', 'web/src/ui'],
  ['web/src/wallet', 'web/src/conditions', 'web/src/messaging'],
  ['web/src/features'],
  ['web/src/shell'],
  ['web/src/router.tsx'],
  ['web/src/main.tsx'],
  // Only its own page opens it: the product knows nothing of the gallery.
  ['web/src/gallery'],
] as const;

/** The folder of `server/src` whose code alone writes the table. */
export const TABLE_OWNERS: Record<string, string> = {
  clock: 'platform',
  settings: 'platform',
  address_rules: 'staff',
  attempts: 'platform',
  sessions: 'platform',
  idempotency_keys: 'platform',
  audit_log: 'staff',
  operators: 'staff',
  operator_sessions: 'platform',
  ledger_accounts: 'ledger',
  ledger_transfers: 'ledger',
  ledger_entries: 'ledger',
  statement_entries: 'ledger',
  statement_totals: 'ledger',
  campaigns: 'conditions',
  conditions: 'conditions',
  money_pauses: 'conditions',
  members: 'members/account',
  otp_phones: 'members/otp',
  otp_codes: 'members/otp',
  game_accounts: 'money/games',
  transfers: 'money/transfers',
  transfer_legs: 'money/transfers',
  withdrawals: 'money/withdrawals',
  deposit_banks: 'deposits/payments',
  deposit_wallets: 'deposits/payments',
  payments: 'deposits/payments',
  payment_references: 'deposits/payments',
  payment_notices: 'deposits/payments',
  confirmed_senders: 'deposits/payments',
  member_flags: 'deposits/payments',
  disputes: 'deposits/payments',
  unread_news: 'deposits/payments',
  qrcodes: 'deposits/qrcodes',
  callback_nonces: 'deposits/qrcodes',
  slips: 'deposits/slips',
  truelinks: 'deposits/truelinks',
  manual_deposits: 'deposits/announced',
  game_days: 'rewards/refunds',
  refunds: 'rewards/refunds',
  invites: 'rewards/invites',
  invite_days: 'rewards/invites',
  member_devices: 'rewards/invites',
  inviters_themselves: 'rewards/invites',
  coin_counts: 'rewards/spin-wheel',
  wheels: 'rewards/spin-wheel',
  wheel_slices: 'rewards/spin-wheel',
  wheel_seeds: 'rewards/spin-wheel',
  spins: 'rewards/spin-wheel',
  chat_rooms: 'support/chat',
  chat_entries: 'support/chat',
  chat_files: 'support/chat',
};

export const LONGEST_FUNCTION = 70;

/** Those that are longer today, with their lines: a function may leave this list or shrink in it, none may join. */
export const LONG_FUNCTIONS: Record<string, number> = {};
