import type { Film, Stage } from '../film.ts';

const CODE = 'NEW100';
const card = ({ page }: Stage) => page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${CODE} `) });
const sheet = ({ page }: Stage) => page.getByRole('dialog');
const receive = (stage: Stage) => sheet(stage).getByRole('button', { name: stage.t['bonus.receive'], exact: true });
const condition = ({ page, t }: Stage) => page.getByRole('region', { name: t['bonus.running'], exact: true });

/** A bonus on the deposit that the first film made. */
export const bonus: Film = [
  {
    th: 'ฝากเงินแล้วรับโบนัสได้ แตะ “{home.bonus}”',
    la: 'ຝາກເງິນແລ້ວຮັບໂບນັດໄດ້, ແຕະ “{home.bonus}”',
    en: 'A deposit can earn a bonus. Tap “{home.bonus}”',
    does: (stage) =>
      stage.hand.tap(stage.page.getByRole('link', { name: stage.t['home.bonus'], exact: true }), card(stage)),
  },
  {
    th: 'เลือกโบนัสที่ต้องการ โบนัสคิดจากยอดฝากล่าสุด',
    la: 'ເລືອກໂບນັດທີ່ຕ້ອງການ, ໂບນັດຄິດຈາກຍອດຝາກຫຼ້າສຸດ',
    en: 'Choose one. It is counted from your latest deposit',
    does: (stage) => stage.hand.tap(card(stage), receive(stage)),
  },
  {
    th: 'อ่านรายละเอียดและเงื่อนไขให้ครบก่อนรับ',
    la: 'ອ່ານລາຍລະອຽດ ແລະ ເງື່ອນໄຂໃຫ້ຄົບກ່ອນຮັບ',
    en: 'Read all of its terms before you receive it',
    seconds: 4.4,
    isPoster: true,
    does: (stage) => stage.hand.scrollTo(sheet(stage).getByText(stage.t['bonus.target'], { exact: true })),
  },
  {
    th: 'แตะ “{bonus.receive}” เงินโบนัสเข้ากระเป๋าหลักทันที',
    la: 'ແຕະ “{bonus.receive}”, ເງິນໂບນັດເຂົ້າກະເປົາຫຼັກທັນທີ',
    en: 'Tap “{bonus.receive}”: it is in your main wallet at once',
    does: (stage) => stage.hand.tap(receive(stage), condition(stage)),
  },
  {
    th: 'แถบนี้แสดงตำแหน่งของยอดรวม ระหว่างจุดสิ้นสุดกับเป้าหมาย',
    la: 'ແຖບນີ້ບອກວ່າຍອດລວມຢູ່ໃສ, ລະຫວ່າງຈຸດສິ້ນສຸດ ແລະ ເປົ້າໝາຍ',
    en: 'This bar shows your total between the end point and the target',
    seconds: 4.4,
    does: (stage) => stage.hand.pointAt(condition(stage).getByRole('progressbar')),
  },
  {
    th: 'เมื่อถึงเป้าหมาย เงินทั้งหมดเป็นของคุณและถอนได้',
    la: 'ເມື່ອຮອດເປົ້າໝາຍ, ເງິນທັງໝົດເປັນຂອງທ່ານ ແລະ ຖອນໄດ້',
    en: 'At the target everything is yours to withdraw',
  },
];
