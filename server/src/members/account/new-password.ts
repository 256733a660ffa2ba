import type { Edition } from '@krapao/contract/editions.ts';
import type { FieldProblem } from '@krapao/contract/errors.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { passwordProblem } from '@krapao/contract/rules.ts';
import { isCommonPassword } from '../../platform/common-passwords.ts';

/** What makes a password unfit for the member with this phone. Passwords that members have already are not judged. */
export function newPasswordProblem(
  password: string,
  { phone, edition, serviceName }: { phone: string; edition: Edition; serviceName: string },
): FieldProblem | null {
  const problem = passwordProblem(password);
  if (problem) return problem;
  if (isCommonPassword(password, serviceName)) return 'PASSWORD_COMMON';
  return isPhone(password, phone, edition) ? 'PASSWORD_IS_PHONE' : null;
}

/** In any spelling, and from any digit on: 812345678 is as easily guessed as 0812345678. */
function isPhone(password: string, phone: string, edition: Edition): boolean {
  if (!/^[\d\s+().-]+$/.test(password)) return false;
  const plain = password.replace(/[^\d+]/g, '');
  return e164Of(plain, edition) === phone || (plain !== '' && phone.endsWith(plain));
}
