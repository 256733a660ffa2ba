import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { button, field, filled, th } from './member.ts';
import { TOURS } from './tour.ts';
import { expect, test } from './world.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Contrast is not judged over a gradient, so each gives way to its first colour, or if that is but a tint to none. At
 * once: a colour that is still on its way there would be judged by where it is.
 */
function flattenGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const { backgroundImage } = getComputedStyle(element);
    if (!backgroundImage.includes('gradient')) continue;
    const opaque = /rgb\(\d+, \d+, \d+\)/.exec(backgroundImage)?.[0];
    element.style.transition = 'none';
    if (opaque) element.style.backgroundColor = opaque;
    element.style.backgroundImage = 'none';
  }
}

test.describe('every screen and dialog', () => {
  test.use({ agreementAccepted: false, contextOptions: { reducedMotion: 'reduce' } });

  for (const [who, tour] of Object.entries(TOURS)) {
    test(`of a ${who} is usable for everybody by the rules of WCAG`, async ({ page, world }) => {
      test.slow();
      const violations: string[] = [];
      await tour(page, world, 'th', async (screen) => {
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
        await page.evaluate(flattenGradients);
        // The other mode opens a page of its own for every look, for the sake of frames from elsewhere.
        const found = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze();
        for (const { id, nodes } of found.violations)
          for (const { html, failureSummary } of nodes) violations.push(`${screen}: ${id}\n${html}\n${failureSummary}`);
      });
      expect(violations).toEqual([]);
    });
  }
});

/** Presses Tab as somebody without a mouse would, until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never came to ${target}`);
}

test('a member without a mouse signs in, and opens and closes the change of password', async ({ page, world }) => {
  const member = await world.newMember();
  await page.goto('/login');
  await expect(field(page, th['login.phone'])).toBeVisible();
  await tabTo(page, field(page, th['login.phone']));
  await page.keyboard.type(member.phone);
  await tabTo(page, field(page, th['login.password']));
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/home');

  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: th['menu.profile'] }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/profile');
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
});

test('a member who cannot see it hears of a change of page and of an error', async ({ page, world }) => {
  await page.goto('/login');
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
