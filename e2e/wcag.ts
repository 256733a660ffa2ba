import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Contrast is not judged over a gradient, so each gives way to its first colour, or if that is but a tint to none. At
 * once: a colour that is still on its way there would be judged by where it is.
 */
function flattenGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const { backgroundImage } = getComputedStyle(element);
    if (!backgroundImage.includes('gradient')) continue;
    element.dataset.styleBefore = element.style.cssText;
    const opaque = /rgb\(\d+, \d+, \d+\)/.exec(backgroundImage)?.[0];
    element.style.transition = 'none';
    if (opaque) element.style.backgroundColor = opaque;
    element.style.backgroundImage = 'none';
  }
}

/** An element may become something else, and would keep the colour. */
function restoreGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-style-before]')) {
    element.style.cssText = element.dataset.styleBefore ?? '';
    delete element.dataset.styleBefore;
  }
}

/** What keeps somebody from using the screen as it stands, once it has come to rest. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(flattenGradients);
  // The other mode opens a page of its own for every look, for the sake of frames from elsewhere. What is right is not
  // described: on a full screen that takes longer than judging it.
  const judge = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await judge.analyze();
  await page.evaluate(restoreGradients);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}\n${html}\n${failureSummary}`),
  );
}
