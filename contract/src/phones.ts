import type { Edition } from './editions.ts';

/**
 * A phone has many spellings and is kept in one, E.164 (+66812345678): one phone is one account, one budget, one inbox.
 * `null` where the text is no phone of the edition's countries: Thailand for one, Laos and Thailand for the other.
 */
export function e164Of(phone: string, edition: Edition): string | null {
  return edition === 'la' ? laoEdition(phone) : thaiEdition(phone);
}

/** Ten digits are what a form takes; with the country before them where no form asks. */
function thaiEdition(phone: string): string | null {
  const number = /^\d{10}$/.exec(phone)?.[0] ?? /^(?:\+|00)?66(\d{9,10})$/.exec(phone)?.[1];
  return number === undefined ? null : `+66${number.length === 10 ? number.replace(/^0/, '') : number}`;
}

/** Ten digits from 06, 08 or 09 on are a Thai mobile: Lao numbers that begin so have nine. Any other is at home. */
function laoEdition(phone: string): string | null {
  const thai =
    /^(?:\+|00)660?([1-9]\d{7,8})$/.exec(phone) ?? /^66([689]\d{8})$/.exec(phone) ?? /^0([689]\d{8})$/.exec(phone);
  if (thai) return `+66${thai[1]}`;
  const lao =
    /^(?:\+|00)8560?([1-9]\d{5,11})$/.exec(phone) ??
    /^856([1-9]\d{7,9})$/.exec(phone) ??
    /^0?([1-9]\d{5,11})$/.exec(phone);
  return lao ? `+856${lao[1]}` : null;
}

/** Whether texts reach the phone, which is E.164, and cost what texts cost: a mobile of Thailand or of Laos. */
export function isMobile(phone: string): boolean {
  return /^\+(?:66[689]\d{8}|85620\d{7,8}|85630\d{7})$/.test(phone);
}

/** The phone as the members of the edition write it. What is not E.164 is left as it is. */
export function localPhone(phone: string, edition: Edition): string {
  const number = /^\+(?:66|856)(\d+)$/.exec(phone)?.[1];
  if (number === undefined) return phone;
  return [`0${number}`, number].find((spelling) => e164Of(spelling, edition) === phone) ?? phone;
}
