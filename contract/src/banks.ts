import type { Edition } from './editions.ts';

/** `nameTH` is the name the bank uses at home: Thai for Thai banks, Lao for Lao ones. */
export type BankInfo = { code: string; nameTH: string; nameEN: string };

/** The code, the clearing number, and the names. */
const THAI_BANKS = [
  ['KBANK', '004', 'ธนาคารกสิกรไทย', 'Kasikornbank'],
  ['SCB', '014', 'ธนาคารไทยพาณิชย์', 'Siam Commercial Bank'],
  ['BBL', '002', 'ธนาคารกรุงเทพ', 'Bangkok Bank'],
  ['KTB', '006', 'ธนาคารกรุงไทย', 'Krungthai Bank'],
  ['BAY', '025', 'ธนาคารกรุงศรีอยุธยา', 'Bank of Ayudhya (Krungsri)'],
  ['TMB', '011', 'ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank (ttb)'],
  ['GSB', '030', 'ธนาคารออมสิน', 'Government Savings Bank'],
  ['BAAC', '034', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', 'Bank for Agriculture and Agricultural Cooperatives'],
  ['GHB', '033', 'ธนาคารอาคารสงเคราะห์', 'Government Housing Bank'],
  ['UOBT', '024', 'ธนาคารยูโอบี', 'United Overseas Bank (Thai)'],
  ['CIMBT', '022', 'ธนาคารซีไอเอ็มบี ไทย', 'CIMB Thai Bank'],
  ['KKP', '069', 'ธนาคารเกียรตินาคินภัทร', 'Kiatnakin Phatra Bank'],
  ['LHB', '073', 'ธนาคารแลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank'],
  ['TISCO', '067', 'ธนาคารทิสโก้', 'TISCO Bank'],
  ['IBANK', '066', 'ธนาคารอิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand'],
  ['TCRB', '071', 'ธนาคารไทยเครดิต', 'Thai Credit Bank'],
  ['ICBCT', '070', 'ธนาคารไอซีบีซี (ไทย)', 'ICBC (Thai)'],
] as const;

/** Lao banks have no clearing numbers. */
const LAO_BANKS: readonly BankInfo[] = [
  { code: 'BCEL', nameTH: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ', nameEN: 'Banque pour le Commerce Extérieur Lao' },
  { code: 'LDB', nameTH: 'ທະນາຄານພັດທະນາລາວ', nameEN: 'Lao Development Bank' },
  { code: 'JDB', nameTH: 'ທະນາຄານຮ່ວມພັດທະນາ', nameEN: 'Joint Development Bank' },
  { code: 'APB', nameTH: 'ທະນາຄານສົ່ງເສີມກະສິກຳ', nameEN: 'Agricultural Promotion Bank' },
  { code: 'PSV', nameTH: 'ທະນາຄານພົງສະຫວັນ', nameEN: 'Phongsavanh Bank' },
  { code: 'LVB', nameTH: 'ທະນາຄານລາວ-ຫວຽດ', nameEN: 'Lao-Viet Bank' },
  { code: 'BFL', nameTH: 'ທະນາຄານຝຣັ່ງ-ລາວ', nameEN: 'Banque Franco-Lao' },
  { code: 'ACLEDA', nameTH: 'ທະນາຄານ ອາຊີລີດາ ລາວ', nameEN: 'ACLEDA Bank Lao' },
  { code: 'MJBL', nameTH: 'ທະນາຄານມາຣູຮານ ເຈແປນ ລາວ', nameEN: 'Maruhan Japan Bank Lao' },
  { code: 'BIC', nameTH: 'ທະນາຄານບີໄອຊີ ລາວ', nameEN: 'BIC Bank Lao' },
];

const THAI_BANK_INFOS: readonly BankInfo[] = THAI_BANKS.map(([code, , nameTH, nameEN]) => ({ code, nameTH, nameEN }));

export function banksOf(edition: Edition): readonly BankInfo[] {
  return edition === 'la' ? LAO_BANKS : THAI_BANK_INFOS;
}

export function bankByCode(code: string): BankInfo {
  const banks = [...THAI_BANK_INFOS, ...LAO_BANKS];
  return banks.find((bank) => bank.code === code) ?? { code, nameTH: code, nameEN: code };
}

/** How a slip's QR code names the bank: by its clearing number, or by its code where it has none. */
export function clearingCodeOf(code: string): string {
  return THAI_BANKS.find(([thaiCode]) => thaiCode === code)?.[1] ?? code;
}

export function bankOfClearingCode(clearingCode: string): string {
  return THAI_BANKS.find(([, number]) => number === clearingCode)?.[0] ?? clearingCode;
}
