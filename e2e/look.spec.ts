import type { Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { dismissToasts } from './home.ts';
import { balancesNotHidden, comeToRest, faintEdges, filledGold, smallTargets } from './layout.ts';
import { TOURS } from './tour.ts';
import { expect, test } from './world.ts';

/** So high that no page and no sheet has to be scrolled. */
const SIZES = [
  { width: 1440, height: 2400 },
  { width: 390, height: 2400 },
  { width: 320, height: 2400 },
];

test.describe('every screen and dialog', IN_FULL, () => {
  test.use({ agreementAccepted: false });

  for (const [person, tour] of Object.entries(TOURS))
    test(`keeps the rules of the look for ${person}: one gold, edges of 3 to 1, targets of 44 px, money that hides`, async ({
      page,
      world,
    }) => {
      test.slow();
      const wrong: string[] = [];
      await tour(page, world, async (screen) => {
        await dismissToasts(page);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await page.evaluate(comeToRest);
          for (const what of await faultsOf(page)) wrong.push(`${screen} at ${size.width}: ${what}`);
        }
        for (const figure of await balancesNotHidden(page)) wrong.push(`${screen}: not hidden ${figure}`);
        await page.setViewportSize({ width: 390, height: 844 });
      });
      expect(wrong).toEqual([]);
    });
});

async function faultsOf(page: Page): Promise<string[]> {
  const gold = await filledGold(page);
  return [
    ...(gold.length > 1 ? [`${gold.length} filled with gold: ${gold.join(' | ')}`] : []),
    ...(await smallTargets(page)).map((what) => `small target ${what}`),
    ...(await faintEdges(page)).map((what) => `faint edge ${what}`),
  ];
}
