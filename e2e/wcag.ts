import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Axe does not judge contrast over a gradient, so each gradient is replaced by its first opaque colour, or removed.
 * Without a transition: axe would judge a colour halfway through it.
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

/** The elements stay on the page and may change, so their own styles come back. */
function restoreGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-style-before]')) {
    element.style.cssText = element.dataset.styleBefore ?? '';
    delete element.dataset.styleBefore;
  }
}

/** The violations of the rules of WCAG on the screen, `except` left out. Call it when nothing moves. */
export async function violationsOf(page: Page, except?: string): Promise<string[]> {
  await page.evaluate(flattenGradients);
  // The other mode opens a page of its own for every look, for the sake of frames from elsewhere. What is right is not
  // described: on a full screen that takes longer than judging it.
  const judge = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode();
  if (except) judge.exclude(except);
  const { violations } = await judge.analyze();
  await page.evaluate(restoreGradients);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}\n${html}\n${failureSummary}`),
  );
}
