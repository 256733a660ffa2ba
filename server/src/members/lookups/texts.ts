import type { Locale } from '@krapao/contract/editions.ts';
import type { SOURCES } from '@krapao/contract/members/limits.ts';
import type { Texts } from '../../staff/texts.ts';

const CONDITIONS: Record<Locale, string[]> = {
  th: [
    'สมาชิกต้องมีอายุ 20 ปีขึ้นไป และใช้บัญชีธนาคารที่เป็นชื่อของตนเองเท่านั้น',
    'หนึ่งคนมีได้หนึ่งบัญชี หมายเลขโทรศัพท์และเลขบัญชีธนาคารใช้สมัครได้ครั้งเดียว',
    'ยอดฝากเข้ากระเป๋าภายใน 1 นาที หากโอนผ่านธนาคาร โปรดอัปโหลดสลิปภายใน 1 ชั่วโมง',
    'ถอนเงินเข้าได้เฉพาะบัญชีธนาคารที่ลงทะเบียนไว้ หากยังทำเงื่อนไขโบนัสไม่ครบจะถอนเงินไม่ได้',
    'โบนัส เงินคืน คูปอง และโบนัสชวนเพื่อนมีเงื่อนไขแตกต่างกัน โปรดอ่านก่อนกดรับ',
    'หากพบการใช้งานที่ไม่สุจริต บัญชีอาจถูกระงับระหว่างตรวจสอบ ยอดเงินของคุณยังอยู่ครบ',
  ],
  la: [
    'ສະມາຊິກຕ້ອງມີອາຍຸ 20 ປີຂຶ້ນໄປ ແລະ ໃຊ້ບັນຊີທະນາຄານທີ່ເປັນຊື່ຂອງຕົນເອງເທົ່ານັ້ນ',
    'ໜຶ່ງຄົນມີໄດ້ໜຶ່ງບັນຊີ, ເບີໂທລະສັບ ແລະ ເລກທີບັນຊີທະນາຄານໃຊ້ລົງທະບຽນໄດ້ຄັ້ງດຽວ',
    'ຍອດຝາກເຂົ້າກະເປົາພາຍໃນ 1 ນາທີ, ຖ້າໂອນຜ່ານທະນາຄານ ກະລຸນາອັບໂຫຼດໃບບິນໂອນເງິນພາຍໃນ 1 ຊົ່ວໂມງ',
    'ຖອນເງິນເຂົ້າໄດ້ສະເພາະບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້, ຖ້າຍັງເຮັດເງື່ອນໄຂໂບນັດບໍ່ຄົບຈະຖອນເງິນບໍ່ໄດ້',
    'ໂບນັດ, ເງິນຄືນ, ຄູປອງ ແລະ ໂບນັດຊວນໝູ່ມີເງື່ອນໄຂແຕ່ລະຢ່າງ, ກະລຸນາອ່ານກ່ອນກົດຮັບ',
    'ຖ້າພົບການໃຊ້ງານທີ່ບໍ່ສຸດຈະລິດ ບັນຊີອາດຖືກລະງັບລະຫວ່າງການກວດສອບ, ຍອດເງິນຂອງທ່ານຍັງຢູ່ຄົບ',
  ],
  en: [
    'Members must be at least 20 years old and use a bank account in their own name.',
    'One person, one account: a phone number and a bank account can be registered once.',
    'Deposits reach the wallet within 1 minute. After a bank transfer, upload the slip within 1 hour.',
    'Withdrawals go to the registered bank account only. While a bonus condition runs, nothing can be withdrawn.',
    'Bonuses, refunds, coupons and invite bonuses each have their own conditions. Read them before you receive one.',
    'An account used dishonestly may be suspended while we look into it. Your balance stays untouched.',
  ],
};

const AGREEMENTS: Record<Locale, string[]> = {
  th: [
    'ข้าพเจ้ามีอายุ 20 ปีขึ้นไป และข้อมูลที่ให้ไว้เป็นความจริง',
    'ข้าพเจ้าจะเก็บรหัสผ่านและรหัส OTP ไว้เป็นความลับ เจ้าหน้าที่จะไม่ขอรหัสเหล่านี้',
    'ข้าพเจ้าจะฝากเงินจากบัญชีธนาคารของตนเองเท่านั้น',
    'ข้าพเจ้ายอมรับให้เก็บข้อมูลที่จำเป็นต่อการให้บริการและการป้องกันการทุจริต',
    'ข้าพเจ้าจะเล่นอย่างมีความรับผิดชอบและไม่เกินกำลังของตน',
  ],
  la: [
    'ຂ້າພະເຈົ້າມີອາຍຸ 20 ປີຂຶ້ນໄປ ແລະ ຂໍ້ມູນທີ່ໃຫ້ໄວ້ແມ່ນຄວາມຈິງ',
    'ຂ້າພະເຈົ້າຈະເກັບລະຫັດຜ່ານ ແລະ ລະຫັດ OTP ໄວ້ເປັນຄວາມລັບ, ພະນັກງານຈະບໍ່ຂໍລະຫັດເຫຼົ່ານີ້',
    'ຂ້າພະເຈົ້າຈະຝາກເງິນຈາກບັນຊີທະນາຄານຂອງຕົນເອງເທົ່ານັ້ນ',
    'ຂ້າພະເຈົ້າຍອມຮັບໃຫ້ເກັບຂໍ້ມູນທີ່ຈຳເປັນຕໍ່ການໃຫ້ບໍລິການ ແລະ ການປ້ອງກັນການສໍ້ໂກງ',
    'ຂ້າພະເຈົ້າຈະຫຼິ້ນຢ່າງມີຄວາມຮັບຜິດຊອບ ແລະ ບໍ່ເກີນກຳລັງຂອງຕົນ',
  ],
  en: [
    'I am at least 20 years old and the details I gave are true.',
    'I keep my password and OTP codes to myself. Staff never ask for them.',
    'I deposit from my own bank account only.',
    'I agree that you keep the data needed to provide the service and to prevent fraud.',
    'I play responsibly and within my means.',
  ],
};

const CONTACT: Texts = {
  th: 'หากมีคำถามเรื่องฝาก ถอน หรือการใช้งาน ทีมงานพร้อมดูแลคุณตลอด 24 ชั่วโมง',
  la: 'ຖ້າມີຄຳຖາມເລື່ອງຝາກ, ຖອນ ຫຼື ການໃຊ້ງານ, ທີມງານພ້ອມຊ່ວຍທ່ານຕະຫຼອດ 24 ຊົ່ວໂມງ',
  en: 'Questions about deposits, withdrawals or anything else? Our team is here 24 hours a day.',
};

const linesOf = ({ th, la, en }: Record<Locale, string[]>): Texts => ({
  th: th.join('\n'),
  la: la.join('\n'),
  en: en.join('\n'),
});

/** The texts that the product comes with, for as long as operators have written no others. Lists have a line each. */
export const DEFAULT_TEXTS = {
  conditions: linesOf(CONDITIONS),
  agreements: linesOf(AGREEMENTS),
  contact: CONTACT,
};

export const SOURCE_NAMES: Record<Locale, Record<(typeof SOURCES)[number], string>> = {
  th: {
    facebook: 'Facebook',
    line: 'LINE',
    google: 'Google',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    friend: 'เพื่อนแนะนำ',
    other: 'อื่น ๆ',
  },
  la: {
    facebook: 'Facebook',
    line: 'LINE',
    google: 'Google',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    friend: 'ໝູ່ແນະນຳ',
    other: 'ອື່ນໆ',
  },
  en: {
    facebook: 'Facebook',
    line: 'LINE',
    google: 'Google',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    friend: 'A friend',
    other: 'Other',
  },
};
