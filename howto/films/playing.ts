import type { Film, Stage } from '../film.ts';

const GAME = 'SlotXO';
const AMOUNT = '500';
const sheet = ({ page }: Stage) => page.getByRole('dialog', { name: GAME, exact: true });
const named = (stage: Stage, name: string) => sheet(stage).getByRole('button', { name, exact: true });
const username = (stage: Stage) => sheet(stage).getByText(stage.t['game.username'], { exact: true });

/** The film stays with the wallet. The debugger would pause a new tab at its start, and the browser would show that. */
async function keepTabsOutOfSight({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    const tab = document.createElement('iframe');
    tab.hidden = true;
    document.body.append(tab);
    window.open = () => tab.contentWindow;
  });
}

/** An account at a game, money for it, and the way in. */
export const playing: Film = [
  {
    th: 'เลื่อนลงเพื่อเลือกเกมที่อยากเล่น',
    la: 'ເລື່ອນລົງເພື່ອເລືອກເກມທີ່ຢາກຫຼິ້ນ',
    en: 'Scroll down and choose a game',
    does: ({ page, hand }) => hand.scrollTo(page.getByText(GAME, { exact: true })),
  },
  {
    th: 'แตะเกมที่ยังไม่มีบัญชี ระบบเปิดบัญชีให้ทันที',
    la: 'ແຕະເກມທີ່ຍັງບໍ່ທັນມີບັນຊີ, ລະບົບເປີດບັນຊີໃຫ້ທັນທີ',
    en: 'Tap a game without an account: it is opened for you at once',
    does: (stage) => {
      const { page, hand } = stage;
      return hand.tap(page.getByRole('button').filter({ has: page.getByText(GAME, { exact: true }) }), username(stage));
    },
  },
  {
    th: 'นี่คือชื่อผู้ใช้และรหัสผ่านของคุณในเกมนี้',
    la: 'ນີ້ແມ່ນຊື່ຜູ້ໃຊ້ ແລະ ລະຫັດຜ່ານຂອງທ່ານໃນເກມນີ້',
    en: 'These are your username and password at this game',
    does: (stage) => stage.hand.pointAt(username(stage)),
  },
  {
    th: 'เลือกจำนวนเงินที่จะโอนเข้าเกม',
    la: 'ເລືອກຈຳນວນເງິນທີ່ຈະໂອນເຂົ້າເກມ',
    en: 'Choose how much to move into the game',
    isPoster: true,
    does: (stage) => stage.hand.tap(named(stage, AMOUNT)),
  },
  {
    th: 'แตะ “{game.transferAndPlay}” เกมจะเปิดในแท็บใหม่',
    la: 'ແຕະ “{game.transferAndPlay}”, ເກມຈະເປີດໃນແຖບໃໝ່',
    en: 'Tap “{game.transferAndPlay}”: the game opens in a new tab',
    does: async (stage) => {
      await keepTabsOutOfSight(stage);
      await stage.hand.tap(named(stage, stage.t['game.transferAndPlay']), named(stage, stage.t['game.play']));
    },
  },
  {
    th: 'เงินอยู่ในเกมแล้ว ครั้งต่อไปแตะ “{game.play}” ได้เลย',
    la: 'ເງິນຢູ່ໃນເກມແລ້ວ, ຄັ້ງຕໍ່ໄປແຕະ “{game.play}” ໄດ້ເລີຍ',
    en: 'The money is in the game. Next time just tap “{game.play}”',
    seconds: 4.2,
    does: (stage) => stage.hand.pointAt(named(stage, stage.t['game.play'])),
  },
];
