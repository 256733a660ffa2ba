import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onlyDigits } from './digits.ts';
import { ENGLISH_NAME_BANKS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './members/limits.ts';
import {
  accountNoProblem,
  bankAccountNameProblem,
  confirmationProblem,
  formatAccountNo,
  inviteCodeOf,
  isEnglishName,
  joinAccountName,
  memberIdOfInviteCode,
  nameProblem,
  passwordProblem,
  phoneProblem,
} from './rules.ts';

describe('phone', () => {
  test('the Thai edition takes exactly ten digits', () => {
    expect(phoneProblem('0812345678', 'th')).toBeNull();
    for (const phone of ['081234567', '08123456789', '081234567a'])
      expect(phoneProblem(phone, 'th')).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  });

  test.each([
    '081234567',
    '08123456789',
    '081-234-5678',
    '081 234 5678',
    '+66812345678',
    '08123456७8',
    '๐๘๑๒๓๔๕๖๗๘',
    'abcdefghij',
    '0812345678\n',
    ' 0812345678',
  ])('the Thai edition refuses %j', (phone) => {
    expect(phoneProblem(phone, 'th')).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  });

  test.each(['2055512345', '02055512345', '+8562055512345', '123456', '123456789012'])(
    'the Lao edition does not ask for ten digits: %j',
    (phone) => {
      expect(phoneProblem(phone, 'la')).toBeNull();
    },
  );

  test.each(['12345', '1234567890123', '20 555 12345', '++85620555', '85620555+', 'abcdefghij', '2055512345\n'])(
    'the Lao edition still refuses what no phone has: %j',
    (phone) => {
      expect(phoneProblem(phone, 'la')).toBe('INVALID');
    },
  );

  test('an empty one is missing, not wrong', () => {
    expect(phoneProblem('', 'th')).toBe('REQUIRED');
    expect(phoneProblem('', 'la')).toBe('REQUIRED');
  });

  test('spaces and dashes that people type can be taken out first', () => {
    expect(phoneProblem(onlyDigits(' 081-234 5678 '), 'th')).toBeNull();
  });
});

describe('password', () => {
  test.each([PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH])('%d characters are enough and not too many', (length) => {
    expect(passwordProblem('x'.repeat(length))).toBeNull();
  });

  test.each([1, PASSWORD_MIN_LENGTH - 1, PASSWORD_MAX_LENGTH + 1])('%d characters are refused', (length) => {
    expect(passwordProblem('x'.repeat(length))).toBe('PASSWORD_LENGTH');
  });

  test('the bounds are 8 and 128', () => {
    expect([PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH]).toEqual([8, 128]);
  });

  test('an empty one is missing, not short', () => {
    expect(passwordProblem('')).toBe('REQUIRED');
  });

  test('any characters will do, spaces at the ends included', () => {
    expect(passwordProblem(' รหัสผ่าน😀 ')).toBeNull();
  });

  test('the confirmation must be the same to the letter', () => {
    expect(confirmationProblem('krapao-demo', 'krapao-demo')).toBeNull();
    expect(confirmationProblem('krapao-demo', 'Krapao-demo')).toBe('PASSWORD_MISMATCH');
    expect(confirmationProblem('krapao-demo', 'krapao-demo ')).toBe('PASSWORD_MISMATCH');
    expect(confirmationProblem('krapao-demo', '')).toBe('CONFIRM_REQUIRED');
    expect(confirmationProblem('', '')).toBe('CONFIRM_REQUIRED');
  });
});

describe('name', () => {
  test.each([
    'สมชาย ใจดี',
    'ณัฐวุฒิ ศรีสุข',
    'ก้องเกียรติ์ น้ำทิพย์',
    'ม.ร.ว. คึกฤทธิ์ ปราโมช',
    'ม.ร.ว.คึกฤทธิ์ ปราโมช',
    'ທ້າວ ສົມສັກ ແກ້ວມະນີ',
    'ນາງ ຄຳຫຼ້າ',
    'John Smith',
    "O'Brien",
    'O’Brien',
    'Jean-Luc',
    "Gerard 't Hooft",
    'John F. Kennedy',
    'J.R.R. Tolkien',
    'Martin Luther King Jr.',
    'José Núñez',
    'José Núñez'.normalize('NFD'),
    'X',
    'a'.repeat(100),
  ])('%j is a name', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  test.each([
    '<b>x</b>',
    '<script>alert(1)</script>',
    "'; DROP TABLE members;--",
    "admin'--",
    "x' OR '1'='1",
    "' OR ''='",
    'x; DELETE',
    'x"y',
    'a/*b*/c',
    '{{x}}',
    `\${x}`,
    'John  Smith',
    ' John',
    'John ',
    'John\nSmith',
    'John\tSmith',
    'John\u0000',
    'John\u200bSmith',
    '\u202eJohn',
    '-John',
    'John-',
    'John--Smith',
    "O''Brien",
    "O'",
    '.',
    '...',
    'John..Smith',
    'R2D2',
    '0812345678',
    'John 😀',
    '\u0301John',
    ' ',
  ])('%j is not', (name) => {
    expect(nameProblem(name)).toBe('NAME_INVALID');
  });

  test('an empty one is missing, one over a hundred characters too long', () => {
    expect(nameProblem('')).toBe('REQUIRED');
    expect(nameProblem('a'.repeat(101))).toBe('TOO_LONG');
  });

  test.each(['a', 'ก', 'ก้', 'a.', "a'", 'a-', 'a ', ". '", 'aB.c '])(
    'a long run of %j with a wrong end is answered at once',
    (part) => {
      const nasty = part.repeat(200).slice(0, 199);
      expect(nameProblem(`${nasty}!`)).toBe('TOO_LONG');
      expect(nameProblem(`${nasty.slice(0, 99)}!`)).toBe('NAME_INVALID');
    },
  );

  test('a valid name holds nothing that HTML or SQL would read as its own', () => {
    const letters = fc.constantFrom(...'aZกิ้ໍ .\'-<>&";=()\\/%_0\n');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (name) => {
        if (nameProblem(name) === null) expect(name).not.toMatch(/[<>&";=()\\/%_\d\n]|--|''|'$/);
      }),
    );
  });
});

describe('bank account name', () => {
  test('first and last name are trimmed, joined by a space and written in capitals', () => {
    expect(joinAccountName('  Somchai ', ' Jaidee ')).toBe('SOMCHAI JAIDEE');
    expect(joinAccountName('สมชาย', 'ใจดี')).toBe('สมชาย ใจดี');
    expect(joinAccountName('Somchai', ' ')).toBe('SOMCHAI');
    expect(joinAccountName(' ', ' ')).toBe('');
  });

  test.each(['SOMCHAI JAIDEE', 'Somchai Jaidee', 'A'])('%j is English', (name) => {
    expect(isEnglishName(name)).toBe(true);
  });

  // The Kelvin sign and the long s become ASCII letters where a pattern ignores case by Unicode.
  test.each([
    'สมชาย',
    'SOMCHAI ใจดี',
    "O'BRIEN",
    'JEAN-LUC',
    'MR. X',
    'JOSÉ',
    'X1',
    'A  B',
    ' A',
    'A ',
    '',
    '\u212a',
    'ſ',
  ])('%j is not English letters and spaces', (name) => {
    expect(isEnglishName(name)).toBe(false);
  });

  test('the banks that ask for English are KTB, TMB and BBL', () => {
    expect(ENGLISH_NAME_BANKS).toEqual(['KTB', 'TMB', 'BBL']);
  });

  test.each(['KTB', 'TMB', 'BBL'])('%s takes English only', (bank) => {
    expect(bankAccountNameProblem(bank, 'SOMCHAI JAIDEE')).toBeNull();
    expect(bankAccountNameProblem(bank, 'สมชาย ใจดี')).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(bankAccountNameProblem(bank, "SOMCHAI O'BRIEN")).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(bankAccountNameProblem(bank, '<b>x</b>')).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(bankAccountNameProblem(bank, '')).toBe('REQUIRED');
    expect(bankAccountNameProblem(bank, 'A'.repeat(101))).toBe('TOO_LONG');
  });

  test.each(['KBANK', 'SCB', 'BCEL'])('%s takes any name', (bank) => {
    expect(bankAccountNameProblem(bank, 'สมชาย ใจดี')).toBeNull();
    expect(bankAccountNameProblem(bank, 'ສົມສັກ ແກ້ວມະນີ')).toBeNull();
    expect(bankAccountNameProblem(bank, '<b>x</b>')).toBe('NAME_INVALID');
    expect(bankAccountNameProblem(bank, '')).toBe('REQUIRED');
  });

  test('a long nearly English name is answered at once', () => {
    expect(isEnglishName(`${'A '.repeat(100)}!`)).toBe(false);
    expect(isEnglishName(`${'A'.repeat(200)}1`)).toBe(false);
  });
});

describe('bank account number', () => {
  test.each<[string, number[]]>([
    ['KBANK', [10]],
    ['SCB', [10]],
    ['KTB', [10]],
    ['GSB', [12]],
    ['GHB', [10, 12]],
    ['BAAC', [10, 12]],
    ['TISCO', [10, 14]],
  ])('%s has %j digits in the Thai edition', (bank, lengths) => {
    const taken = Array.from({ length: 25 }, (_, length) => length).filter(
      (length) => accountNoProblem(bank, '1'.repeat(length), 'th') === null,
    );
    expect(taken).toEqual(lengths);
  });

  test('the Lao edition takes 6 to 20 digits at any bank', () => {
    const taken = Array.from({ length: 25 }, (_, length) => length).filter(
      (length) => accountNoProblem('BCEL', '1'.repeat(length), 'la') === null,
    );
    expect([taken.at(0), taken.at(-1), taken.length]).toEqual([6, 20, 15]);
  });

  test.each(['123-456-7890', '123456789a', '๑๒๓๔๕๖๗๘๙๐', '1234567890\n', '-123456789', '1e10'])(
    '%j is refused in both editions',
    (accountNo) => {
      expect(accountNoProblem('KBANK', accountNo, 'th')).toBe('ACCOUNT_NO_INVALID');
      expect(accountNoProblem('BCEL', accountNo, 'la')).toBe('ACCOUNT_NO_INVALID');
    },
  );

  test('an empty one is missing, not wrong', () => {
    expect(accountNoProblem('KBANK', '', 'th')).toBe('REQUIRED');
  });

  test.each(['constructor', '__proto__', 'toString', ''])('a bank called %j is a bank like any other', (bank) => {
    expect(accountNoProblem(bank, '1234567890', 'th')).toBeNull();
    expect(accountNoProblem(bank, '123', 'th')).toBe('ACCOUNT_NO_INVALID');
  });

  test('ten digits are shown as 3-3-rest, other lengths as they are', () => {
    expect(formatAccountNo('1234567890')).toBe('123-456-7890');
    expect(formatAccountNo('123456789012')).toBe('123456789012');
    expect(formatAccountNo('123')).toBe('123');
    expect(formatAccountNo('')).toBe('');
  });

  test('what is shown can be typed back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6,20}$/), (accountNo) => {
        expect(onlyDigits(formatAccountNo(accountNo))).toBe(accountNo);
      }),
    );
  });
});

describe('invite code', () => {
  test('a member’s code leads back to the member', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{8}$/), (id) => {
        expect(memberIdOfInviteCode(inviteCodeOf(id))).toBe(id);
      }),
    );
  });

  test('case and spaces around it do not matter', () => {
    expect(memberIdOfInviteCode(' prab12cd34 ')).toBe('AB12CD34');
  });

  test.each([
    '',
    'PR',
    'AB12CD34',
    'PRAB12CD3',
    'PRAB12CD345',
    'PR AB12CD34',
    'XXAB12CD34',
    "PRAB12CD3'",
    'PRPRAB12CD34',
  ])('%j is nobody’s', (code) => {
    expect(memberIdOfInviteCode(code)).toBeNull();
  });
});
