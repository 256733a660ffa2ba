import type { Film, Stage } from '../film.ts';

const cancel = ({ t }: Stage) => ({ name: t['bonus.cancel'], exact: true });
const condition = ({ page, t }: Stage) => page.getByRole('region', { name: t['bonus.running'], exact: true });
const question = ({ page, t }: Stage) =>
  page.getByRole('alertdialog', { name: t['bonus.cancel.question'], exact: true });
/** Shown where no bonus runs. */
const promotion = ({ page, t }: Stage) => page.getByRole('region', { name: t['promotion.code'], exact: true });

/** The member gives up the bonus of the film before. */
export const ending: Film = [
  {
    th: 'ระหว่างใช้โบนัส หน้าหลักมีแถบบอกความคืบหน้า แตะเพื่อดู',
    la: 'ລະຫວ່າງໃຊ້ໂບນັດ, ໜ້າຫຼັກມີແຖບບອກຄວາມຄືບໜ້າ, ແຕະເພື່ອເບິ່ງ',
    en: 'While a bonus runs, home shows its progress. Tap it',
    seconds: 4.2,
    does: (stage) => {
      const { page, hand } = stage;
      return hand.tap(page.getByRole('link').filter({ hasText: stage.t['bonus.end'] }), condition(stage));
    },
  },
  {
    th: 'โบนัสสิ้นสุดเองเมื่อถึงเป้าหมายหรือถึงจุดสิ้นสุด',
    la: 'ໂບນັດສິ້ນສຸດເອງເມື່ອຮອດເປົ້າໝາຍ ຫຼື ຮອດຈຸດສິ້ນສຸດ',
    en: 'A bonus ends by itself at its target or its end point',
    seconds: 4.2,
    does: (stage) => stage.hand.pointAt(condition(stage).getByRole('progressbar')),
  },
  {
    th: 'ถ้าไม่อยากใช้ต่อ แตะ “{bonus.cancel}”',
    la: 'ຖ້າບໍ່ຢາກໃຊ້ຕໍ່, ແຕະ “{bonus.cancel}”',
    en: 'To stop before that, tap “{bonus.cancel}”',
    does: (stage) => stage.hand.tap(condition(stage).getByRole('button', cancel(stage)), question(stage)),
  },
  {
    th: 'อ่านว่าเงินส่วนใดจะถูกหักคืนและส่วนใดเป็นของคุณ',
    la: 'ອ່ານວ່າເງິນສ່ວນໃດຈະຖືກຫັກຄືນ ແລະ ສ່ວນໃດເປັນຂອງທ່ານ',
    en: 'Read what is taken back and what you keep',
    seconds: 4.8,
    isPoster: true,
  },
  {
    th: 'แตะ “{bonus.cancel}” อีกครั้งเพื่อยืนยัน',
    la: 'ແຕະ “{bonus.cancel}” ອີກຄັ້ງເພື່ອຢືນຢັນ',
    en: 'Tap “{bonus.cancel}” once more to confirm',
    does: (stage) => stage.hand.tap(question(stage).getByRole('button', cancel(stage)), promotion(stage)),
  },
  {
    th: 'โบนัสสิ้นสุดแล้ว คุณถอนเงินหรือรับโบนัสอื่นได้',
    la: 'ໂບນັດສິ້ນສຸດແລ້ວ, ທ່ານຖອນເງິນ ຫຼື ຮັບໂບນັດອື່ນໄດ້',
    en: 'The bonus has ended. You can withdraw, or receive another one',
  },
];
