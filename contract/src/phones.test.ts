import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDITIONS } from './editions.ts';
import { e164Of, isMobile, localPhone } from './phones.ts';

describe('a phone', () => {
  test.each(['0812345678', '+66812345678', '66812345678', '0066812345678', '+660812345678'])(
    'of Thailand is the same however it is spelled: %j',
    (phone) => {
      expect(e164Of(phone, 'th')).toBe('+66812345678');
      expect(e164Of(phone, 'la')).toBe('+66812345678');
    },
  );

  test.each(['02055512345', '2055512345', '8562055512345', '+8562055512345', '008562055512345', '+85602055512345'])(
    'of Laos is the same however it is spelled: %j',
    (phone) => {
      expect(e164Of(phone, 'la')).toBe('+8562055512345');
    },
  );

  test.each([
    '+8821234567890',
    '+12025550123',
    '+3725555555',
    '0012025550123',
    '+855123456789',
    '+',
    '+66',
    '',
    '20 5',
  ])('of no country of the edition is refused: %j', (phone) => {
    for (const edition of EDITIONS) expect(e164Of(phone, edition)).toBeNull();
  });

  test.each([
    // Beside Thai mobiles, ten digits are a phone of Laos.
    ['0612345678', '+66612345678'],
    ['0912345678', '+66912345678'],
    ['0712345678', '+856712345678'],
    ['0212345678', '+856212345678'],
    ['66212345678', '+85666212345678'],
    // The country without a sign before it is one only before as many digits as phones have there.
    ['8561234567', '+8568561234567'],
    ['85612345678', '+85612345678'],
    ['8561234567890', '+8561234567890'],
    ['85612345678901', null],
    ['+85612345', null],
    ['+856123456', '+856123456'],
    ['+856123456789012', '+856123456789012'],
    ['+8561234567890123', null],
    ['+661234567', null],
    ['+6612345678', '+6612345678'],
    ['+66123456789', '+66123456789'],
    ['+661234567890', null],
  ])('%j is %s in the Lao edition', (phone, kept) => {
    expect(e164Of(phone, 'la')).toBe(kept);
  });

  test.each([
    ['1812345678', '+661812345678'],
    ['+6681234567', null],
    ['006681234567', null],
    ['+6608123456789', null],
  ])('%j is %s in the Thai edition', (phone, kept) => {
    expect(e164Of(phone, 'th')).toBe(kept);
  });

  test('of Laos is no phone of the Thai edition', () => {
    expect(e164Of('+8562055512345', 'th')).toBeNull();
  });

  test.each([
    ['+66812345678', true],
    ['+66612345678', true],
    ['+66912345678', true],
    ['+66212345678', false],
    ['+661900111222', false],
    ['+66712345678', false],
    ['+8562055512345', true],
    ['+856305551234', true],
    ['+85621555123', false],
    ['+12025550123', false],
    ['0812345678', false],
  ])('%s is a mobile: %s', (phone, mobile) => {
    expect(isMobile(phone)).toBe(mobile);
  });

  test('is shown as members write it', () => {
    expect(localPhone('+66812345678', 'th')).toBe('0812345678');
    expect(localPhone('+66812345678', 'la')).toBe('0812345678');
    expect(localPhone('+8562055512345', 'la')).toBe('02055512345');
    // With a 0 in front it would be a Thai mobile.
    expect(localPhone('+856812345678', 'la')).toBe('812345678');
    expect(localPhone('kept as it was', 'la')).toBe('kept as it was');
  });

  test('is one phone: what is kept and what is shown are read as the same phone again', () => {
    const digits = fc.stringMatching(/^(\+|00)?(66|856)?\d{6,12}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...EDITIONS), (typed, edition) => {
        const kept = e164Of(typed, edition);
        if (kept === null) return;
        expect(kept).toMatch(/^\+(66|856)\d{6,12}$/);
        expect(e164Of(kept, edition)).toBe(kept);
        expect(e164Of(localPhone(kept, edition), edition)).toBe(kept);
      }),
    );
  });
});
