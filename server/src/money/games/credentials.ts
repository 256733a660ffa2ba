import { randomInt } from 'node:crypto';
import type { Sealer } from '../../platform/sealed.ts';

/** Letters and digits that cannot be misread: members type these into other people's apps. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;
const USERNAME_PREFIX = 'kp';

export function newGamePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The username is the same for every attempt to open the account, so that trying again never opens a second one. */
export function gameUsername(memberId: string): string {
  return USERNAME_PREFIX + memberId.toLowerCase();
}

/** The seal is bound to the account, so that a password copied to another row opens nothing. */
export function sealPassword({ seal }: Sealer, memberId: string, code: string, password: string): Buffer {
  return seal(`${memberId}/${code}`, password);
}

export function unsealPassword({ unseal }: Sealer, memberId: string, code: string, sealed: Buffer): string {
  return unseal(`${memberId}/${code}`, sealed);
}
