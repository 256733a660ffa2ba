import type { Page } from '@playwright/test';
import axe from 'axe-core';

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
  // Half a megabyte to read: once for each document, not for each look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(flattenGradients);
  const violations = await page.evaluate(judge, { rules: RULES, except });
  await page.evaluate(restoreGradients);
  return violations;
}

/** What is right is not described: on a full screen that takes longer than judging it. */
async function judge({ rules, except }: { rules: string[]; except: string | undefined }): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
    except ? { exclude: except } : document,
    { runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}\n${html}\n${failureSummary}`),
  );
}
