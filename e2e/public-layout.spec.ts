import { IN_FULL } from '../world/tier.ts';
import { faintEdges, filledGold, smallTargets } from './layout.ts';
import { TEXTS_OF, type Texts } from './member.ts';
import { expect, test } from './world.ts';

const SIZES = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

const titlesOf = (t: Texts): Record<string, string> => ({
  '/login': t['login.title'],
  '/register': t['register.title'],
  '/reset': t['reset.title'],
  '/contact': t['contact.title'],
  '/howto': t['howto.title'],
  '/terminated': t['terminated.title'],
  '/no-such-page': t['notFound.title'],
});

for (const [locale, texts] of TEXTS_OF)
  test(
    `visitors' pages begin at the same place, are easy to hit and have one thing in gold: ${locale}`,
    IN_FULL,
    async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
      for (const [width, height] of SIZES)
        await test.step(`${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          const places = new Map<string, unknown>();
          for (const [path, title] of Object.entries(titlesOf(texts))) {
            await page.goto(path);
            const heading = page.getByRole('heading', { level: 1, name: title });
            await expect(heading).toBeVisible();
            await expect(page.locator('.animate-shimmer, button[type=submit]:disabled')).toHaveCount(0);
            places.set(
              path,
              await heading.evaluate((one) => {
                const { left, top } = one.getBoundingClientRect();
                return { left, top };
              }),
            );
            expect(await smallTargets(page), path).toEqual([]);
            expect(await faintEdges(page), path).toEqual([]);
            expect((await filledGold(page)).length, path).toBeLessThanOrEqual(1);
            expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
          }
          const everywhere = places.get('/login');
          for (const [path, place] of places) expect(place, path).toEqual(everywhere);
        });
    },
  );
