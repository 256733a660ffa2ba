import { LOCALES } from '@krapao/contract/editions.ts';
import type { Locator, Page } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { openGallery } from './gallery.ts';
import { button, field, filled, th } from './member.ts';
import { violationsOf } from './wcag.ts';
import { expect, test } from './world.ts';

/** Presses Tab, as a member without a mouse would, until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never came to ${target}`);
}

/** A page takes the focus to its heading when it comes, which is after its address: keys pressed earlier are lost. */
const expectReadingAt = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeFocused();

test(
  'a member without a mouse signs in, and opens and closes the change of password',
  IN_FULL,
  async ({ page, world }) => {
    const member = await world.newMember();
    await page.goto('/login');
    await expect(field(page, th['login.phone'])).toBeVisible();
    await tabTo(page, field(page, th['login.phone']));
    await page.keyboard.type(member.phone);
    await tabTo(page, field(page, th['login.password']));
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/user/home');
    await expectReadingAt(page);

    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/user/profile');
    await expectReadingAt(page);
    await expect(page.getByText(member.phone)).toBeVisible();
    const opener = button(page, th['profile.changePassword']);
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    const isOpenerFocused = () =>
      page.evaluate((name) => document.activeElement?.ariaLabel === name, th['profile.changePassword']);
    expect(await isOpenerFocused()).toBe(false);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      expect(await isOpenerFocused()).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  },
);

test('a member with a screen reader hears of a change of page and of an error', async ({ page, world }) => {
  await page.goto('/login');
  // Before the page's script has come the browser follows the link by itself.
  await expect(button(page, th['login.submit'])).toBeEnabled();
  await page.getByRole('navigation').getByRole('link', { name: th['menu.contact'] }).click();
  await expect(page.getByRole('heading', { level: 1, name: th['contact.title'] })).toBeFocused();
  await page.goto('/login');
  await field(page, th['login.phone']).fill((await world.newMember()).phone);
  await button(page, th['login.submit']).click();
  await expect(field(page, th['login.password'])).toBeFocused();
  await expect(field(page, th['login.password'])).toHaveAccessibleDescription(
    filled(th['field.REQUIRED'], { field: th['login.password'] }),
  );
});

test('every part of the gallery keeps the rules of WCAG, in every language', IN_FULL, async ({ page }) => {
  await openGallery(page);
  for (const locale of LOCALES) {
    await page.getByRole('banner').getByRole('combobox').selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', { th: 'th', la: 'lo', en: 'en' }[locale]);
    // The rows of the page before are dimmed for the moment until the next ones are there.
    expect(await violationsOf(page, '[aria-busy=true]')).toEqual([]);
  }
});
