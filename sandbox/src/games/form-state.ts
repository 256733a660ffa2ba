import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './signatures.ts';

export type FormState = Record<'__VIEWSTATE' | '__VIEWSTATEGENERATOR' | '__EVENTVALIDATION', string>;

const GOOD_FOR_MS = 10 * 60_000;

/** The hidden fields without which the sign-in form is refused. */
export function issueFormState(key: string, now = Date.now()): FormState {
  const viewState = Buffer.from(`${now}.${randomBytes(12).toString('hex')}`).toString('base64');
  const generator = randomBytes(4).toString('hex').toUpperCase();
  return {
    __VIEWSTATE: viewState,
    __VIEWSTATEGENERATOR: generator,
    __EVENTVALIDATION: validation(key, viewState, generator),
  };
}

export function isFormStateGood(key: string, fields: Record<string, unknown>, now = Date.now()): boolean {
  const viewState = String(fields.__VIEWSTATE);
  if (!isSame(fields.__EVENTVALIDATION, validation(key, viewState, String(fields.__VIEWSTATEGENERATOR)))) return false;
  const age = now - Number.parseInt(Buffer.from(viewState, 'base64').toString(), 10);
  return age >= 0 && age <= GOOD_FOR_MS;
}

function validation(key: string, viewState: string, generator: string): string {
  return createHmac('sha256', key).update(`form state ${viewState} ${generator}`).digest('base64');
}
