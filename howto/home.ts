import type { Page } from '@playwright/test';
import { th } from '../world/shown-texts.ts';

export const totalOn = (page: Page) =>
  page.getByRole('region', { name: th['home.total'], exact: true }).getByRole('paragraph').filter({ hasText: /^฿/ });

export const refreshOn = (page: Page) => page.getByRole('button', { name: th['home.refresh'], exact: true });
