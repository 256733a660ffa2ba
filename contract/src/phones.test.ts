import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDITIONS } from './editions.ts';
import { e164Of, localPhone } from './phones.ts';

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

  test('of Laos is no phone of the Thai edition', () => {
    expect(e164Of('+8562055512345', 'th')).toBeNull();
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
