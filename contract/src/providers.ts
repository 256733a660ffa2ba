/** Games that a member enters by a link this service asks for. */
export const LINK_LOGIN_PROVIDERS = [
  'pg',
  'betflix',
  'askmebet',
  'imi',
  'usun',
  'areaslot',
  'circus',
  'slotracha',
  'pgslot',
  'joker2',
  'huayhd',
] as const;

/** Games that a member enters by a form the browser posts to the provider's site. */
export const FORM_LOGIN_PROVIDERS = ['joker', 'ufabet', 'slotxo'] as const;

/** Games with one address for all members, who sign in there by hand. */
export const FIXED_LINK_PROVIDERS = ['yeekee', 'laolotto'] as const;

export const GAME_PROVIDERS = [...LINK_LOGIN_PROVIDERS, ...FORM_LOGIN_PROVIDERS, ...FIXED_LINK_PROVIDERS] as const;
export type GameProvider = (typeof GAME_PROVIDERS)[number];

/** Where deposits arrive: four banks, then four gateways. */
export const PAYMENT_PROVIDERS = ['KBANK', 'SCB', 'GSB', 'BCEL', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];
