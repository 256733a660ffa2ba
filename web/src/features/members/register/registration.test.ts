import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { ApiError } = await import('../../../platform/api-error.ts');
const { forgetProof, keepProof } = await import('./phone-proof.ts');
const { earliestStep, emptyRegistration, problemsOf, profileBody, registrationBody } = await import(
  './registration.ts'
);

afterEach(forgetProof);
afterAll(() => void vi.unstubAllGlobals());

const typed = {
  ...emptyRegistration('  ABC123 '),
  phone: '081-234 5678',
  name: ' Somchai ',
  password: ' secret 1 ',
  confirm: ' secret 1 ',
  sourceCode: 'friend',
  bankCode: 'KBANK',
  accountNo: '123-4-56789-0',
  firstName: ' somchai ',
  lastName: ' jaidee ',
};

test('a registration is sent as it was typed, without spaces around names and signs in numbers', () => {
  const profile = {
    name: 'Somchai',
    username: '0812345678',
    password: ' secret 1 ',
    sourceCode: 'friend',
    inviteCode: 'ABC123',
  };
  expect(profileBody(typed)).toEqual(profile);
  expect(registrationBody(typed)).toMatchObject({ ...profile, bankCode: 'KBANK', bankAccountNo: '1234567890' });
  expect(registrationBody(typed).bankAccountName.toUpperCase()).toBe('SOMCHAI JAIDEE');
});

test('the proof of a phone goes with a registration of that phone alone', () => {
  keepProof('0812345678', 'proof');
  expect(profileBody(typed)).toMatchObject({ otpProof: 'proof' });
  expect(profileBody({ ...typed, phone: '0812345679' })).not.toHaveProperty('otpProof');
  forgetProof();
  expect(profileBody(typed)).not.toHaveProperty('otpProof');
});

test.each([
  ['EXISTING_USER', {}, [['phone', 'EXISTING_USER']], 'phone'],
  ['EXISTING_BANK', {}, [['accountNo', 'EXISTING_BANK']], 'bank'],
  ['NO_USER', {}, [['inviteCode', 'NO_USER']], 'profile'],
  ['REQUEST_LIMIT', {}, [], null],
  [
    'INVALID_REQUEST',
    { bankAccountNo: 'INVALID', name: 'REQUIRED', unknown: 'INVALID' },
    [
      ['accountNo', 'INVALID'],
      ['name', 'REQUIRED'],
    ],
    'profile',
  ],
  ['EXISTING_USER', { bankAccountName: 'INVALID' }, [['firstName', 'INVALID']], 'bank'],
] as const)('the refusal %s with %j belongs to %j', (code, fields, problems, step) => {
  const found = problemsOf(new ApiError({ code, status: 422, fields }));
  expect([found, earliestStep(found)]).toEqual([problems, step]);
});
