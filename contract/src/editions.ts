export const EDITIONS = ['th', 'la'] as const;
export type Edition = (typeof EDITIONS)[number];
export const LOCALES = ['th', 'la', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
