import type { Film, Stage } from '../film.ts';
import { refreshOn, totalOn } from '../home.ts';

const bar = ({ page, t }: Stage) => page.getByRole('button', { name: new RegExp(`${t['places.open']}$`) });
const collect = ({ page, t }: Stage) =>
  page.getByRole('button', { name: new RegExp(`^${t['places.bringAll'].split(/[ ,]*\{/)[0]}`) });
const question = ({ page, t }: Stage) => page.getByRole('alertdialog', { name: t['collect.title'], exact: true });
const confirm = (stage: Stage) => question(stage).getByRole('button', { name: stage.t['action.confirm'], exact: true });

/** The toast; how much has moved stands in it. */
const told = ({ page, t }: Stage) => page.getByText(t['transfer.done'].split('{amount}')[0] ?? '');

/** The win appears in the wallet, and the member moves all money back. */
export const balance: Film = [
  {
    th: 'หลังเล่นเกม แตะรูปลูกศรหมุนเพื่ออ่านยอดล่าสุดจากทุกเกม',
    la: 'ຫຼັງຫຼິ້ນເກມ, ແຕະຮູບລູກສອນໝຸນເພື່ອອ່ານຍອດຫຼ້າສຸດຈາກທຸກເກມ',
    en: 'After playing, tap the refresh arrow to update every game’s balance',
    seconds: 4.4,
    does: async (stage) => {
      await stage.playRound('slotxo', { stake: 100, win: 350 });
      await stage.hand.tap(refreshOn(stage));
    },
  },
  {
    th: 'ยอดรวมนับเงินที่ได้หรือเสียจากเกมแล้ว',
    la: 'ຍອດລວມນັບເງິນທີ່ໄດ້ ຫຼື ເສຍຈາກເກມແລ້ວ',
    en: 'The total now counts what you won or lost',
    does: (stage) => stage.hand.pointAt(totalOn(stage)),
  },
  {
    th: 'ยอดของแต่ละเกมอยู่ใต้ชื่อเกม',
    la: 'ຍອດຂອງແຕ່ລະເກມຢູ່ກ້ອງຊື່ເກມ',
    en: 'Each game’s balance is below its name',
    does: ({ page, hand }) => hand.scrollTo(page.getByText('SlotXO', { exact: true }).first()),
  },
  {
    th: 'แตะแถบเงิน แล้วนำเงินจากทุกเกมกลับมา',
    la: 'ແຕະແຖບເງິນ ແລ້ວເອົາເງິນຈາກທຸກເກມກັບມາ',
    en: 'Tap the bar, and bring the money of all games home',
    seconds: 4.8,
    isPoster: true,
    does: async (stage) => {
      await stage.hand.scrollTo(refreshOn(stage));
      await stage.hand.tap(bar(stage), collect(stage));
      await stage.hand.tap(collect(stage), question(stage));
    },
  },
  {
    th: 'ตรวจดูยอด แล้วแตะ “{action.confirm}”',
    la: 'ກວດເບິ່ງຍອດແລ້ວແຕະ “{action.confirm}”',
    en: 'Check the amount and tap “{action.confirm}”',
    does: (stage) => stage.hand.tap(confirm(stage), told(stage)),
  },
  {
    th: 'เงินทั้งหมดกลับมาอยู่ในกระเป๋าหลักแล้ว',
    la: 'ເງິນທັງໝົດກັບມາຢູ່ໃນກະເປົາຫຼັກແລ້ວ',
    en: 'All of it is in your main wallet again',
    does: ({ page, t, hand }) => hand.pointBeside(page.getByText(t['home.mainWallet']).first()),
  },
];
