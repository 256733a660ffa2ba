import type { Page } from '@playwright/test';
import type { Film } from '../film.ts';
import { refreshOn, totalOn } from '../home.ts';

const named = (name: string) => ({ name, exact: true });
const amount = (page: Page) => page.getByRole('dialog').getByRole('button', named('500'));
const code = (page: Page) => page.getByRole('dialog').getByRole('img');

/** What home shows, and a deposit by QR code from the first tap until the money is there. */
export const wallet: Film = [
  {
    th: 'หน้าหลักแสดงเงินทั้งหมดของคุณ ทั้งในกระเป๋าและในเกม',
    la: 'ໜ້າຫຼັກສະແດງເງິນທັງໝົດຂອງທ່ານ, ທັງໃນກະເປົາ ແລະ ໃນເກມ',
    en: 'Home shows all your money, in the wallet and in the games',
    isPoster: true,
    does: (stage) => stage.hand.pointAt(totalOn(stage)),
  },
  {
    th: 'แตะรูปลูกศรหมุนเพื่ออัปเดตยอดเงิน',
    la: 'ແຕະຮູບລູກສອນໝຸນເພື່ອອັບເດດຍອດເງິນ',
    en: 'Tap the refresh arrow to update the balance',
    does: (stage) => stage.hand.tap(refreshOn(stage)),
  },
  {
    th: 'แตะ “{home.deposit}” เพื่อเพิ่มเงินเข้ากระเป๋า',
    la: 'ແຕະ “{home.deposit}” ເພື່ອຕື່ມເງິນ',
    en: 'Tap “{home.deposit}” to add money',
    does: ({ page, t, hand }) => hand.tap(page.getByRole('button', named(t['home.deposit'])), amount(page)),
  },
  {
    th: 'เลือกจำนวนเงิน หรือพิมพ์เอง',
    la: 'ເລືອກຈຳນວນເງິນ ຫຼື ພິມເອງ',
    en: 'Choose an amount, or type one',
    does: ({ page, hand }) => hand.tap(amount(page)),
  },
  {
    th: 'แตะ “{deposit.qr.create}”',
    la: 'ແຕະ “{deposit.qr.create}”',
    en: 'Tap “{deposit.qr.create}”',
    does: ({ page, t, hand }) => hand.tap(page.getByRole('button', named(t['deposit.qr.create'])), code(page)),
  },
  {
    th: 'สแกนด้วยแอปธนาคารของคุณ โอนตามยอดนี้ก่อนหมดเวลา',
    la: 'ສະແກນດ້ວຍແອັບທະນາຄານຂອງທ່ານ, ໂອນຕາມຍອດນີ້ກ່ອນໝົດເວລາ',
    en: 'Scan it with your bank’s app and pay this amount before the time is up',
    seconds: 4,
    does: ({ page, hand }) => hand.pointAt(code(page)),
  },
  {
    th: 'เมื่อโอนแล้ว เงินเข้ากระเป๋าเอง ไม่ต้องส่งสลิป',
    la: 'ເມື່ອໂອນແລ້ວ ເງິນເຂົ້າກະເປົາເອງ, ບໍ່ຕ້ອງສົ່ງໃບບິນ',
    en: 'Once you have paid, the money arrives by itself. No slip needed',
    seconds: 4,
    does: async ({ page, t, payCode }) => {
      await payCode();
      await page.getByText(t['deposit.arrived.title'], { exact: true }).waitFor();
    },
  },
  {
    th: 'แตะ “{deposit.arrived.play}” ยอดรวมเพิ่มขึ้นแล้ว',
    la: 'ແຕະ “{deposit.arrived.play}”, ຍອດລວມເພີ່ມຂຶ້ນແລ້ວ',
    en: 'Tap “{deposit.arrived.play}”: your total has grown',
    seconds: 4,
    does: ({ page, t, hand }) => hand.tap(page.getByRole('button', named(t['deposit.arrived.play']))),
  },
];
