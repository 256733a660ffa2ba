import { ERRORS, FIELD_PROBLEMS, SLIP_REASONS } from '@krapao/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import la from './la.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };

const dictionaries: Record<string, Record<string, string>> = { th, la, en };
const CLIENT_CODES = ['NETWORK_ERROR', 'TIMEOUT'];

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const keysWhere = (dictionary: Record<string, string>, isWrong: (text: string, key: string) => boolean) =>
  Object.entries(dictionary)
    .filter(([key, text]) => isWrong(text, key))
    .map(([key, text]) => `${key}: ${text}`);

describe.each(Object.entries(dictionaries))('%s', (_locale, dictionary) => {
  it('has exactly the keys of English', () => {
    expect(Object.keys(dictionary).sort()).toEqual(Object.keys(en).sort());
  });

  it('has the placeholders of English in every text', () => {
    const english: Record<string, string> = en;
    const differs = (text: string, key: string) =>
      placeholdersOf(text).join() !== placeholdersOf(english[key] ?? '').join();
    expect(keysWhere(dictionary, differs)).toEqual([]);
  });

  it('has no empty, padded or badly composed text', () => {
    const isSloppy = (text: string) =>
      text === '' || text !== text.trim() || / {2}|\.\.\.|[\u200b-\u200d\u2060\ufeff]/.test(text);
    expect(keysWhere(dictionary, isSloppy)).toEqual([]);
  });

  it('has a text for every error, field problem and slip reason', () => {
    const needed = [
      ...[...Object.keys(ERRORS), ...CLIENT_CODES].map((code) => `error.${code}`),
      ...FIELD_PROBLEMS.map((problem) => `field.${problem}`),
      ...SLIP_REASONS.map((reason) => `slip.${reason}`),
    ];
    expect(needed.filter((key) => !dictionary[key])).toEqual([]);
  });

  it('needs no parameters in the text of an error or a slip reason, which arrive as bare codes', () => {
    const needsParameters = (text: string, key: string) =>
      /^(error|slip)\./.test(key) && placeholdersOf(text).length > 0;
    expect(keysWhere(dictionary, needsParameters)).toEqual([]);
  });
});

/** What is said when money has moved. */
const MONEY_MOVED = [
  ...['bonus.cancelled', 'bonus.received', 'deposit.manual.done', 'invite.received', 'promotion.saved', 'refund.added'],
  ...['refund.claimed', 'transfer.done', 'wheel.credited', 'withdraw.cancelled', 'withdraw.wait'],
  ...['outcome.arrived', 'outcome.corrected', 'outcome.paid'],
];
const PLACES: Record<string, RegExp> = {
  th: /กระเป๋าหลัก|กระปุก|บัญชีธนาคาร|\{place\}/,
  la: /ກະເປົາຫຼັກ|ກະປຸກ|ບັນຊີທະນາຄານ|\{place\}/,
  en: /main wallet|refund pot|bank account|\{place\}/,
};

it.each(Object.entries(dictionaries))('%s says how much money has moved, and where it is', (locale, dictionary) => {
  const isVague = (key: string) => {
    const text = dictionary[key] ?? '';
    return !text.includes('{amount}') || !PLACES[locale]?.test(text);
  };
  expect(MONEY_MOVED.filter(isVague)).toEqual([]);
});

describe('English', () => {
  it.each([
    ['field.PHONE_NUMBER_REQUIRE_10_DIGIT', 'The phone number must support 10 digits'],
    ['field.PASSWORD_MISMATCH', "Passwords don't match"],
    ['field.BANK_ACCOUNT_NAME_ENG', 'Bank account name must be in English only'],
    ['bankName.englishRequired', 'English letters required'],
    ['chat.fileTooLarge', 'The file is too large. Please select file no larger than {n} MB'],
    ['chat.fileNotSupported', 'File is not supported'],
    ['action.copied', 'Copied: {text}'],
    ['action.copyFailed', 'Failed to copy'],
    ['home.bonus', 'Bonus conditions'],
  ])('quotes the specification at %s', (key, text) => {
    expect(dictionaries.en?.[key]).toBe(text);
  });
});

describe('Thai', () => {
  it('follows the manner of the glossary', () => {
    const breaksManner = (text: string) => /กรุณา|ครับ|ค่ะ|คะ(?![฀-๿])|[.?]$|, /.test(text);
    expect(keysWhere(th, breaksManner)).toEqual([]);
  });

  it('writes sara am as one character and Arabic digits', () => {
    expect(keysWhere(th, (text) => /ํา|[๐-๙]/.test(text))).toEqual([]);
  });

  it('sets a space between Thai letters and Latin letters, digits or figures', () => {
    const touches = (text: string) => /[ก-๎][A-Za-z0-9]|[A-Za-z0-9][ก-๎]/.test(text);
    expect(keysWhere(th, touches)).toEqual([]);
  });
});

describe('Lao', () => {
  it('uses modern letters and no zero-width characters', () => {
    const isOld = (text: string) => /ຫນ|ຫມ|ຫລ|ໍາ|ຳ (?=[ກ-ໟ])(?!ແລະ|ຫຼື)|[໐-໙]|[\u200b-\u200d\u2060\ufeff]/.test(text);
    expect(keysWhere(la, isOld)).toEqual([]);
  });

  it('is Lao and not Thai in Lao letters', () => {
    const isThai = (text: string) => /ທີ່ແລ້ວ|ຖັດໄປ|ເພື່ອນ|ຄັດລອກ|ລົບ|ກະເປົ໋າ/.test(text);
    expect(keysWhere(la, isThai)).toEqual([]);
  });

  it('sets a space each side of ແລະ and ends without a full stop', () => {
    const breaksManner = (text: string) => /\.$|[^ ]ແລະ|ແລະ[^ ]/.test(text);
    expect(keysWhere(la, breaksManner)).toEqual([]);
  });

  it('has no Thai letters but in the name of the Thai language', () => {
    expect(keysWhere(la, (text, key) => key !== 'language.th' && /[ก-๛]/.test(text))).toEqual([]);
  });
});
