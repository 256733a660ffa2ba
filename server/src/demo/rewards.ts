import type { Currency } from '@krapao/contract/money.ts';
import { type CampaignTerms, insertCampaign, switchCampaign } from '../conditions/campaign-rows.ts';
import { BLANK } from '../conditions/campaign-terms.ts';
import type { ConditionKind } from '../conditions/conditions.queries.ts';
import { now } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';

/** Who is said to have made them, and how long ago: the first steps of the demo member are of yesterday. */
const DEMO = 'demo';
const OPEN_FOR_MS = 30 * 24 * 3_600_000;

type Texts = { th: string; la: string; en: string };
type Banner = { image: string; html: Texts };

/** Kip amounts are round sums of about the same worth. */
const KIP_PER_BAHT = 600n;

const BONUSES = [
  {
    code: 'NEW100',
    limitType: 'limit',
    maxReceived: 1,
    ratePercent: 100,
    capBaht: 500n,
    banner: {
      image: '/art/rewards/new100.svg',
      html: {
        th: '<b>ต้อนรับสมาชิกใหม่</b> ฝากเท่าไร รับโบนัสเพิ่มเท่านั้น',
        la: '<b>ຕ້ອນຮັບສະມາຊິກໃໝ່</b> ຝາກເທົ່າໃດ, ຮັບໂບນັດເພີ່ມເທົ່ານັ້ນ',
        en: '<b>Welcome</b> A bonus as large as your deposit.',
      },
    },
  },
  {
    code: 'DAILY20',
    limitType: 'day',
    maxReceived: 2,
    ratePercent: 20,
    capBaht: 200n,
    banner: {
      image: '/art/rewards/daily20.svg',
      html: {
        th: '<b>โบนัสรายวัน</b> รับเพิ่ม 20% ได้วันละ 2 ครั้ง',
        la: '<b>ໂບນັດລາຍວັນ</b> ຮັບເພີ່ມ 20% ໄດ້ມື້ລະ 2 ຄັ້ງ',
        en: '<b>Every day</b> 20% more, twice a day.',
      },
    },
  },
  {
    code: 'WEEK10',
    limitType: 'week',
    maxReceived: 3,
    ratePercent: 10,
    capBaht: 300n,
    banner: {
      image: '/art/rewards/week10.svg',
      html: {
        th: '<b>โบนัสรายสัปดาห์</b> รับเพิ่ม 10% ได้สัปดาห์ละ 3 ครั้ง',
        la: '<b>ໂບນັດລາຍອາທິດ</b> ຮັບເພີ່ມ 10% ໄດ້ອາທິດລະ 3 ຄັ້ງ',
        en: '<b>Every week</b> 10% more, three times a week.',
      },
    },
  },
] as const;

const REFUND: { info: Texts; banners: Banner[] } = {
  info: {
    th: '<p>เสียเมื่อวาน วันนี้มีเงินคืน <b>5%</b> ของยอดเสียสุทธิที่ยังไม่เคยคืน</p><ul><li>คิดยอดทุกเที่ยงคืนเวลากรุงเทพฯ</li><li>ยอดที่เล่นระหว่างทำเงื่อนไขโบนัสไม่นับ</li><li>ย้ายเข้ากระเป๋าแล้วใช้ได้ทันที</li></ul>',
    la: '<p>ເສຍມື້ວານ, ມື້ນີ້ມີເງິນຄືນ <b>5%</b> ຂອງຍອດເສຍສຸດທິທີ່ຍັງບໍ່ເຄີຍຄືນ</p><ul><li>ຄິດຍອດທຸກທ່ຽງຄືນ, ເວລາບາງກອກ</li><li>ຍອດທີ່ຫຼິ້ນລະຫວ່າງເຮັດເງື່ອນໄຂໂບນັດບໍ່ນັບ</li><li>ຍ້າຍເຂົ້າກະເປົາແລ້ວໃຊ້ໄດ້ທັນທີ</li></ul>',
    en: '<p><b>5%</b> of your net losses that have not been refunded yet.</p><ul><li>Counted at every midnight, Bangkok time.</li><li>Play under a bonus condition does not count.</li><li>Free to use as soon as it is in your wallet.</li></ul>',
  },
  banners: [
    {
      image: '/art/rewards/refund-1.svg',
      html: { th: '<b>เงินคืน 5%</b> ทุกวัน', la: '<b>ເງິນຄືນ 5%</b> ທຸກມື້', en: '<b>5% back</b> every day' },
    },
    {
      image: '/art/rewards/refund-2.svg',
      html: {
        th: 'เก็บไว้ในกระปุก ย้ายเข้ากระเป๋าเมื่อพร้อม',
        la: 'ເກັບໄວ້ໃນກະປຸກ, ຍ້າຍເຂົ້າກະເປົາເມື່ອພ້ອມ',
        en: 'It stays in your pot until you move it to your wallet.',
      },
    },
  ],
};

/** Five of the ten percent: the refund gives the friend the first five. */
const INVITE_BANNERS: Banner[] = [
  {
    image: '/art/rewards/invite-1.svg',
    html: {
      th: '<b>ชวนเพื่อน</b> รับ 5% ของยอดเสียของเพื่อน ไม่เกินยอดฝากแรก',
      la: '<b>ຊວນໝູ່</b> ຮັບ 5% ຂອງຍອດເສຍຂອງໝູ່, ບໍ່ເກີນຍອດຝາກທຳອິດ',
      en: '<b>Invite friends</b> Get 5% of what they lose, up to their first deposit.',
    },
  },
  {
    image: '/art/rewards/invite-2.svg',
    html: {
      th: 'จำกัดยอดสูงสุดต่อเพื่อน 1 คน',
      la: 'ຈຳກັດຍອດສູງສຸດຕໍ່ໝູ່ 1 ຄົນ',
      en: 'With a limit for each friend.',
    },
  },
];

const WELCOME: Texts = {
  th: 'เงินฟรีต้อนรับสมาชิก รับได้ครั้งเดียว',
  la: 'ເງິນຟຣີຕ້ອນຮັບສະມາຊິກ, ຮັບໄດ້ຄັ້ງດຽວ',
  en: 'Free money to begin with, once per member.',
};

/** The rewards that members of the demo and of tests can receive. */
export async function openSandboxRewards(db: Queryable): Promise<void> {
  const demo = { operator: DEMO, since: new Date((await now(db)).getTime() - OPEN_FOR_MS) };
  for (const currency of ['BAHT', 'LAK'] as const) {
    const worth = worthIn(currency);
    const open = async (kind: ConditionKind, code: string, terms: Partial<CampaignTerms>) => {
      const bound = { ...BLANK, success_percent: 300, fail_percent: 5, budget: worth(1_000_000n) };
      await insertCampaign(db, { kind, code, currency }, { ...bound, ...terms }, demo);
      await switchCampaign(db, { kind, code, currency }, true, demo);
    };
    for (const [position, bonus] of BONUSES.entries()) {
      const { code, ratePercent: rate_percent, limitType: limit_type, maxReceived: max_received, banner } = bonus;
      const limits = { limit_type, max_received, cap: worth(bonus.capBaht), minimum: worth(1n) };
      await open('bonus', code, { position, rate_percent, ...limits, banners: [banner] });
    }
    await open('promotion', 'WELCOME50', { credit: worth(50n), description: WELCOME });
    const freeAtOnce = { success_percent: 100, fail_percent: 0, budget: null };
    await open('refund', '', { rate_percent: 5, ...freeAtOnce, description: REFUND.info, banners: REFUND.banners });
    await open('invite', '', { rate_percent: 10, cap: worth(500n), success_percent: 200, banners: INVITE_BANNERS });
    await open('luckydraw', '', {});
  }
}

/** Minor units of a sum in baht. */
export function worthIn(currency: Currency): (baht: bigint) => bigint {
  return (baht) => baht * 100n * (currency === 'LAK' ? KIP_PER_BAHT : 1n);
}
