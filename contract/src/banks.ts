import type { Edition } from './editions.ts';

/** A bank by the code that members know, and its name in each language. */
export type BankInfo = { code: string; nameTH: string; nameLA: string; nameEN: string };

/** The code, the clearing number, and the names. */
const THAI_BANKS = [
  ['KBANK', '004', 'ธนาคารกสิกรไทย', 'ທະນາຄານກະສິກອນໄທ', 'Kasikornbank'],
  ['SCB', '014', 'ธนาคารไทยพาณิชย์', 'ທະນາຄານໄທພານິດ', 'Siam Commercial Bank'],
  ['BBL', '002', 'ธนาคารกรุงเทพ', 'ທະນາຄານກຸງເທບ', 'Bangkok Bank'],
  ['KTB', '006', 'ธนาคารกรุงไทย', 'ທະນາຄານກຸງໄທ', 'Krungthai Bank'],
  ['BAY', '025', 'ธนาคารกรุงศรีอยุธยา', 'ທະນາຄານກຸງສີອະຍຸດທະຍາ', 'Bank of Ayudhya (Krungsri)'],
  ['TMB', '011', 'ธนาคารทหารไทยธนชาต', 'ທະນາຄານທະຫານໄທທະນະຊາດ', 'TMBThanachart Bank (ttb)'],
  ['GSB', '030', 'ธนาคารออมสิน', 'ທະນາຄານອອມສິນ', 'Government Savings Bank'],
  [
    'BAAC',
    '034',
    'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    'ທະນາຄານເພື່ອການກະເສດ ແລະ ສະຫະກອນການກະເສດ',
    'Bank for Agriculture and Agricultural Cooperatives',
  ],
  ['GHB', '033', 'ธนาคารอาคารสงเคราะห์', 'ທະນາຄານອາຄານສົງເຄາະ', 'Government Housing Bank'],
  ['UOBT', '024', 'ธนาคารยูโอบี', 'ທະນາຄານຢູໂອບີ', 'United Overseas Bank (Thai)'],
  ['CIMBT', '022', 'ธนาคารซีไอเอ็มบี ไทย', 'ທະນາຄານຊີໄອເອັມບີ ໄທ', 'CIMB Thai Bank'],
  ['KKP', '069', 'ธนาคารเกียรตินาคินภัทร', 'ທະນາຄານກຽດນາຄິນພັດ', 'Kiatnakin Phatra Bank'],
  ['LHB', '073', 'ธนาคารแลนด์ แอนด์ เฮ้าส์', 'ທະນາຄານແລນ ແອນ ເຮົ້າ', 'Land and Houses Bank'],
  ['TISCO', '067', 'ธนาคารทิสโก้', 'ທະນາຄານທິສໂກ້', 'TISCO Bank'],
  ['IBANK', '066', 'ธนาคารอิสลามแห่งประเทศไทย', 'ທະນາຄານອິດສະລາມແຫ່ງປະເທດໄທ', 'Islamic Bank of Thailand'],
  ['TCRB', '071', 'ธนาคารไทยเครดิต', 'ທະນາຄານໄທເຄຣດິດ', 'Thai Credit Bank'],
  ['ICBCT', '070', 'ธนาคารไอซีบีซี (ไทย)', 'ທະນາຄານໄອຊີບີຊີ (ໄທ)', 'ICBC (Thai)'],
] as const;

/** Lao banks have no clearing numbers. */
const LAO_BANKS: readonly BankInfo[] = [
  {
    code: 'BCEL',
    nameTH: 'ธนาคารการค้าต่างประเทศลาว มหาชน',
    nameLA: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ',
    nameEN: 'Banque pour le Commerce Extérieur Lao',
  },
  { code: 'LDB', nameTH: 'ธนาคารพัฒนาลาว', nameLA: 'ທະນາຄານພັດທະນາລາວ', nameEN: 'Lao Development Bank' },
  { code: 'JDB', nameTH: 'ธนาคารร่วมพัฒนา', nameLA: 'ທະນາຄານຮ່ວມພັດທະນາ', nameEN: 'Joint Development Bank' },
  { code: 'APB', nameTH: 'ธนาคารส่งเสริมกสิกรรม', nameLA: 'ທະນາຄານສົ່ງເສີມກະສິກຳ', nameEN: 'Agricultural Promotion Bank' },
  { code: 'PSV', nameTH: 'ธนาคารพงสะหวัน', nameLA: 'ທະນາຄານພົງສະຫວັນ', nameEN: 'Phongsavanh Bank' },
  { code: 'LVB', nameTH: 'ธนาคารลาว-เวียด', nameLA: 'ທະນາຄານລາວ-ຫວຽດ', nameEN: 'Lao-Viet Bank' },
  { code: 'BFL', nameTH: 'ธนาคารฝรั่งเศส-ลาว', nameLA: 'ທະນາຄານຝຣັ່ງ-ລາວ', nameEN: 'Banque Franco-Lao' },
  { code: 'ACLEDA', nameTH: 'ธนาคารเอซีลีดา ลาว', nameLA: 'ທະນາຄານ ເອຊີລີດາ ລາວ', nameEN: 'ACLEDA Bank Lao' },
  {
    code: 'MJBL',
    nameTH: 'ธนาคารมารูฮัน เจแปน ลาว',
    nameLA: 'ທະນາຄານມາຣູຮານ ເຈແປນ ລາວ',
    nameEN: 'Maruhan Japan Bank Lao',
  },
  { code: 'BIC', nameTH: 'ธนาคารบีไอซี ลาว', nameLA: 'ທະນາຄານບີໄອຊີ ລາວ', nameEN: 'BIC Bank Lao' },
];

const THAI_BANK_INFOS: readonly BankInfo[] = THAI_BANKS.map(([code, , nameTH, nameLA, nameEN]) => ({
  ...{ code, nameTH, nameLA, nameEN },
}));

export function banksOf(edition: Edition): readonly BankInfo[] {
  return edition === 'la' ? LAO_BANKS : THAI_BANK_INFOS;
}

export function bankByCode(code: string): BankInfo {
  const banks = [...THAI_BANK_INFOS, ...LAO_BANKS];
  return banks.find((bank) => bank.code === code) ?? { code, nameTH: code, nameLA: code, nameEN: code };
}

/** How a slip's QR code names the bank: by its clearing number, or by its code where it has none. */
export function clearingCodeOf(code: string): string {
  return THAI_BANKS.find(([thaiCode]) => thaiCode === code)?.[1] ?? code;
}

export function bankOfClearingCode(clearingCode: string): string {
  return THAI_BANKS.find(([, number]) => number === clearingCode)?.[0] ?? clearingCode;
}
