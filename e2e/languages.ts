import type { Locale } from '@krapao/contract/editions.ts';
import { expect, type Page } from '@playwright/test';

const TAGS: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

/**
 * Changes the language as another tab would, so that open dialogs stay open. A page whose script is just taking over may
 * not hear it: then once more.
 */
export async function switchLanguage(page: Page, locale: Locale): Promise<void> {
  await expect(async () => {
    await page.evaluate((chosen) => {
      localStorage.setItem('locale', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'locale' }));
    }, locale);
    await expect(page.locator('html')).toHaveAttribute('lang', TAGS[locale], { timeout: 5_000 });
  }).toPass();
}
