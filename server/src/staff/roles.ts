import type { Currency, Minor } from '@krapao/contract/money.ts';

/** The money that an act moves. */
export type Worth = { amount: Minor; currency: Currency };

/** What an operator may do, one word per kind of act. */
export type Permission =
  | 'members.see'
  | 'members.help'
  | 'members.block'
  | 'members.bank'
  | 'payments.see'
  | 'payments.give'
  | 'payments.record'
  | 'payments.doubts'
  | 'receivers.see'
  | 'receivers.close'
  | 'receivers.open'
  | 'movements.see'
  | 'movements.ask'
  | 'movements.mend'
  | 'withdrawals.decide'
  | 'withdrawals.prove'
  | 'corrections'
  | 'rewards.see'
  | 'rewards.make'
  | 'rewards.open'
  | 'rewards.stop'
  | 'rewards.friends'
  | 'limits.see'
  | 'limits.tighten'
  | 'limits.loosen'
  | 'settings.see'
  | 'settings'
  | 'texts'
  | 'addresses'
  | 'chat'
  | 'books.see'
  | 'findings'
  | 'operators'
  | 'audit.see';

/**
 * How far a permission goes. `asks`: every act is a request for a second operator. `does`: acts that need no second
 * operator are done at once. `checks`: and requests of others can be approved.
 */
type Reach = 'asks' | 'does' | 'checks';

type Role = {
  may: Partial<Record<Permission, Reach>>;
  /** The most money that one act may move without a second operator, and that may be approved; null is any amount. */
  most: Record<Currency, Minor> | null;
};

const KIP_A_BAHT = 600n;
const upTo = (baht: bigint) => ({ BAHT: baht * 100n, LAK: baht * 100n * KIP_A_BAHT });

const SEES = {
  'members.see': 'does',
  'payments.see': 'does',
  'movements.see': 'does',
  'receivers.see': 'does',
} as const;

/** Bundles of permissions. An operator has one or more, and may do what any of them allows. */
export const ROLES = {
  support: {
    may: {
      ...SEES,
      chat: 'does',
      'members.help': 'does',
      'movements.ask': 'does',
      'members.bank': 'asks',
      corrections: 'asks',
    },
    most: upTo(500n),
  },
  'support-lead': {
    may: {
      ...SEES,
      chat: 'does',
      'members.help': 'checks',
      'members.block': 'does',
      'members.bank': 'asks',
      'movements.ask': 'does',
      'limits.see': 'does',
      'limits.tighten': 'does',
      corrections: 'asks',
      texts: 'does',
    },
    most: upTo(5_000n),
  },
  cashier: {
    may: {
      ...SEES,
      'members.bank': 'asks',
      'payments.give': 'does',
      'payments.record': 'asks',
      'payments.doubts': 'asks',
      'receivers.close': 'does',
      'receivers.open': 'asks',
      'movements.ask': 'does',
      'movements.mend': 'asks',
      'withdrawals.decide': 'does',
      'withdrawals.prove': 'asks',
      'books.see': 'does',
      findings: 'does',
      corrections: 'asks',
    },
    most: upTo(50_000n),
  },
  finance: {
    may: {
      ...SEES,
      'members.bank': 'checks',
      'payments.give': 'checks',
      'payments.record': 'checks',
      'payments.doubts': 'checks',
      'receivers.close': 'does',
      'receivers.open': 'checks',
      'movements.ask': 'does',
      'movements.mend': 'checks',
      'withdrawals.decide': 'checks',
      'withdrawals.prove': 'checks',
      'rewards.see': 'does',
      'rewards.make': 'checks',
      'rewards.open': 'checks',
      'rewards.stop': 'does',
      'rewards.friends': 'checks',
      'limits.see': 'does',
      'books.see': 'does',
      findings: 'checks',
      corrections: 'checks',
    },
    most: null,
  },
  risk: {
    may: {
      ...SEES,
      'members.help': 'checks',
      'members.block': 'checks',
      'members.bank': 'checks',
      'payments.doubts': 'checks',
      'movements.ask': 'does',
      'movements.mend': 'asks',
      'withdrawals.decide': 'does',
      'rewards.see': 'does',
      'rewards.stop': 'does',
      'rewards.friends': 'checks',
      'limits.see': 'does',
      'limits.tighten': 'does',
      'limits.loosen': 'checks',
      addresses: 'does',
      findings: 'does',
      corrections: 'asks',
    },
    most: upTo(100_000n),
  },
  marketing: {
    may: {
      'rewards.see': 'does',
      'rewards.make': 'does',
      'rewards.open': 'asks',
      'rewards.stop': 'does',
      'rewards.friends': 'asks',
      texts: 'does',
    },
    most: upTo(0n),
  },
  admin: {
    may: {
      'settings.see': 'does',
      settings: 'checks',
      texts: 'checks',
      addresses: 'checks',
      'limits.see': 'does',
      'limits.tighten': 'does',
      'limits.loosen': 'asks',
      operators: 'checks',
      'audit.see': 'does',
    },
    most: upTo(0n),
  },
  auditor: {
    may: {
      ...SEES,
      'rewards.see': 'does',
      'limits.see': 'does',
      'settings.see': 'does',
      'books.see': 'does',
      'audit.see': 'does',
    },
    most: upTo(0n),
  },
} as const satisfies Record<string, Role>;

export type RoleName = keyof typeof ROLES;

const REACHES: readonly Reach[] = ['asks', 'does', 'checks'];

/** How far an operator's roles let them go with this permission; null if they have none of it. */
export function reachOf(roles: readonly RoleName[], permission: Permission): Reach | null {
  const reaches = roles.flatMap((role) => (ROLES[role] as Role).may[permission] ?? []);
  return REACHES.findLast((reach) => reaches.includes(reach)) ?? null;
}

/** What some role may agree to: everything else is done by one operator or nobody. */
export function permissionsForTwo(): Permission[] {
  const granted = Object.values(ROLES).flatMap(({ may }) => Object.entries(may) as [Permission, Reach][]);
  return [...new Set(granted.flatMap(([permission, reach]) => (reach === 'checks' ? [permission] : [])))].toSorted();
}

/** The roles that go at least so far with a permission, and may move this money, in words. */
export function rolesThat(reach: Reach, permission: Permission, worth?: Worth): string {
  const isFar = (role: RoleName) => {
    const has = reachOf([role], permission);
    if (has === null || REACHES.indexOf(has) < REACHES.indexOf(reach)) return false;
    return !worth || mayMove([role], permission, worth);
  };
  return (Object.keys(ROLES) as RoleName[]).filter(isFar).join(', ');
}

/** The most money that the limits of these roles allow with the permission; null is any amount. */
export function mostOf(roles: readonly RoleName[], permission: Permission, currency: Currency): Minor | null {
  const limits = roles.map((role) => ROLES[role] as Role).filter(({ may }) => permission in may);
  return limits.reduce<Minor | null>((highest, { most }) => {
    if (highest === null || most === null) return null;
    return most[currency] > highest ? most[currency] : highest;
  }, 0n);
}

/** Whether this much money is within the limits of the roles that have the permission. */
export function mayMove(roles: readonly RoleName[], permission: Permission, { amount, currency }: Worth): boolean {
  return roles.some((role) => {
    const { may, most } = ROLES[role] as Role;
    return permission in may && (most === null || amount <= most[currency]);
  });
}
