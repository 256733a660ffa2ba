import type { Edition } from './editions.ts';

/** `nameTH` is the name the bank uses at home: Thai for Thai banks, Lao for Lao ones. */
export type BankInfo = { code: string; nameTH: string; nameEN: string };

const THAI_BANKS: readonly BankInfo[] = [
  { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
  { code: 'SCB', nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
  { code: 'BBL', nameTH: 'ธนาคารกรุงเทพ', nameEN: 'Bangkok Bank' },
  { code: 'KTB', nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' },
  { code: 'BAY', nameTH: 'ธนาคารกรุงศรีอยุธยา', nameEN: 'Bank of Ayudhya (Krungsri)' },
  { code: 'TMB', nameTH: 'ธนาคารทหารไทยธนชาต', nameEN: 'TMBThanachart Bank (ttb)' },
  { code: 'GSB', nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank' },
  {
    code: 'BAAC',
    nameTH: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    nameEN: 'Bank for Agriculture and Agricultural Cooperatives',
  },
  { code: 'GHB', nameTH: 'ธนาคารอาคารสงเคราะห์', nameEN: 'Government Housing Bank' },
  { code: 'UOBT', nameTH: 'ธนาคารยูโอบี', nameEN: 'United Overseas Bank (Thai)' },
  { code: 'CIMBT', nameTH: 'ธนาคารซีไอเอ็มบี ไทย', nameEN: 'CIMB Thai Bank' },
  { code: 'KKP', nameTH: 'ธนาคารเกียรตินาคินภัทร', nameEN: 'Kiatnakin Phatra Bank' },
  { code: 'LHB', nameTH: 'ธนาคารแลนด์ แอนด์ เฮ้าส์', nameEN: 'Land and Houses Bank' },
  { code: 'TISCO', nameTH: 'ธนาคารทิสโก้', nameEN: 'TISCO Bank' },
  { code: 'IBANK', nameTH: 'ธนาคารอิสลามแห่งประเทศไทย', nameEN: 'Islamic Bank of Thailand' },
  { code: 'TCRB', nameTH: 'ธนาคารไทยเครดิต', nameEN: 'Thai Credit Bank' },
  { code: 'ICBCT', nameTH: 'ธนาคารไอซีบีซี (ไทย)', nameEN: 'ICBC (Thai)' },
];

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

export function banksOf(edition: Edition): readonly BankInfo[] {
  return edition === 'la' ? LAO_BANKS : THAI_BANKS;
}

export function bankByCode(code: string): BankInfo {
  return [...THAI_BANKS, ...LAO_BANKS].find((bank) => bank.code === code) ?? { code, nameTH: code, nameEN: code };
}

/** The clearing numbers of Thai banks. Lao banks have none and use their codes. */
const CLEARING_CODES = new Map([
  ['BBL', '002'],
  ['KBANK', '004'],
  ['KTB', '006'],
  ['TMB', '011'],
  ['SCB', '014'],
  ['CIMBT', '022'],
  ['UOBT', '024'],
  ['BAY', '025'],
  ['GSB', '030'],
  ['GHB', '033'],
  ['BAAC', '034'],
  ['IBANK', '066'],
  ['TISCO', '067'],
  ['KKP', '069'],
  ['ICBCT', '070'],
  ['TCRB', '071'],
  ['LHB', '073'],
] as const);

/** How a slip's QR code names the bank. */
export function clearingCodeOf(code: string): string {
  return (CLEARING_CODES as ReadonlyMap<string, string>).get(code) ?? code;
}

export function bankOfClearingCode(clearingCode: string): string {
  return [...CLEARING_CODES].find(([, number]) => number === clearingCode)?.[0] ?? clearingCode;
}
