import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { switchLanguage } from '../e2e/languages.ts';
import { TOURS } from '../e2e/tour.ts';
import { test } from '../e2e/world.ts';
import { choiceOf, PLACE } from './choice.ts';

const choice = choiceOf((process.env.SCREENS ?? '').split(' ').filter(Boolean));
/** As the tours find the page, and go on with it. */
const PHONE = { width: 390, height: 844 };

test.use({ agreementAccepted: false });

for (const [at, [person, tour]] of Object.entries(TOURS).entries())
  test(person, async ({ page, world }) => {
    let number = 0;
    await tour(page, world, async (screen) => {
      number += 1;
      if (!choice.takes(person, screen)) return;
      const name = `${at + 1} ${person} ${String(number).padStart(2, '0')} ${screen.replaceAll(',', '')}`;
      await takeAll(page, `${name.replaceAll(' ', '-')}.${choice.kind}`);
      console.log(`  ${person}, screen ${number}: ${screen}`);
    });
  });

async function takeAll(page: Page, file: string): Promise<void> {
  for (const locale of choice.locales) {
    await switchLanguage(page, locale);
    for (const size of choice.sizes) {
      await page.setViewportSize(size);
      await page.evaluate(whenAtRest, WHEEL_MS);
      // A dialog has the height of the window; a page is shown to its end.
      const isDialog = (await page.locator('[data-overlay]').count()) > 0;
      const path = join(PLACE, locale, String(size.width), file);
      const quality = choice.kind === 'jpeg' && { quality: 80 };
      await page.screenshot({ path, type: choice.kind, ...quality, fullPage: !isDialog, animations: 'disabled' });
    }
  }
  await page.setViewportSize(PHONE);
  await switchLanguage(page, 'th');
}

const WHEEL_MS = 700;

/** Fonts and pictures have come, also those below the window, and the page has heard of its width. */
async function whenAtRest(wheelMs: number): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager';
  await Promise.allSettled([document.fonts.ready, ...[...document.images].map((picture) => picture.decode())]);
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  // The wheel is drawn anew once the window has kept its size for a while.
  if (document.querySelector('main canvas')) await new Promise((resolve) => setTimeout(resolve, wheelMs));
}
