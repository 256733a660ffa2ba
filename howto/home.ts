import type { Stage } from './film.ts';

export const totalOn = ({ page, t }: Stage) =>
  page.getByRole('region', { name: t['home.total'], exact: true }).getByRole('paragraph').filter({ hasText: /^฿/ });

export const refreshOn = ({ page, t }: Stage) => page.getByRole('button', { name: t['home.refresh'], exact: true });
