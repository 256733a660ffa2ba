import type { Page } from '@playwright/test';
import { openPlaces } from './home.ts';
import { enter, th } from './member.ts';
import { expect, test } from './world.ts';

/** How wide the segments of the bar at the head of home are, by the place that they stand for. */
const widthsOf = (page: Page): Promise<Record<string, number>> =>
  page
    .getByRole('region', { name: th['home.total'], exact: true })
    .locator('[data-place]')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [(one as HTMLElement).dataset.place, one.getBoundingClientRect().width] as const),
      ),
    );

test('each segment of the bar is as wide as the share of the money at its place', async ({ page, world }) => {
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  await world.openAccount(member, 'pg', 300);
  await world.openAccount(member, 'joker', 100);
  await enter(page, world, member);
  await expect(page.getByText('฿1,000.00').first()).toBeVisible();
  const { main = 0, pg = 0, joker = 0 } = await widthsOf(page);
  const baht = (main + pg + joker) / 1_000;
  for (const [width, amount] of [
    [main, 600],
    [pg, 300],
    [joker, 100],
  ] as const)
    expect(Math.abs(width - amount * baht)).toBeLessThan(1);
});

/** Resolves once the bar has begun to move; all motion of the page stands still from that frame on. */
const stoppedAsTheBarMoves = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('transitionrun', ({ propertyName }) => {
          if (propertyName !== 'flex-grow') return;
          for (const motion of document.getAnimations()) motion.pause();
          resolve();
        });
      }),
  );

/** Shows the page as it is so many milliseconds after the bar began to move. */
const setMotion = (page: Page, time: number) =>
  page.evaluate((now) => {
    for (const motion of document.getAnimations()) motion.currentTime = now;
  }, time);

test('money that comes home runs along the bar, from the game to the wallet', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const member = await world.newMember();
  await world.giveMoney(member.id, 1_000_00);
  await world.openAccount(member, 'pg', 600);
  await enter(page, world, member);
  await expect(page.getByText('฿1,000.00').first()).toBeVisible();
  const places = await openPlaces(page);
  const before = await widthsOf(page);
  const stopped = stoppedAsTheBarMoves(page);
  await places.getByRole('button', { name: `${th['places.bring']} PG`, exact: true }).click();
  await stopped;

  const seen: { main: number; pg: number }[] = [];
  for (const time of [0, 120, 225, 450]) {
    await setMotion(page, time);
    const { main = 0, pg = 0 } = await widthsOf(page);
    seen.push({ main, pg });
    await test.info().attach(`after ${time} ms`, { body: await page.screenshot(), contentType: 'image/png' });
  }
  const [start, early, half, end] = seen.map(({ pg }) => pg / (before.pg ?? 0));
  expect(start).toBe(1);
  // The curve is steep at first.
  expect(early).toBeLessThan(0.3);
  expect(half).toBeLessThan(early ?? 0);
  expect(half).toBeGreaterThan(0.02);
  expect(end).toBeLessThan(0.001);
  expect(seen.map(({ main }) => main)).toEqual(seen.map(({ main }) => main).sort((one, other) => one - other));
});

test('a member who wants no motion sees the end at once', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const member = await world.newMember();
  await world.giveMoney(member.id, 400_00);
  await world.openAccount(member, 'pg', 100);
  await enter(page, world, member);
  await expect(page.getByText('฿400.00').first()).toBeVisible();
  const places = await openPlaces(page);
  await places.getByRole('button', { name: `${th['places.bring']} PG`, exact: true }).click();
  await expect.poll(async () => (await widthsOf(page)).pg).toBeLessThan(0.1);
  expect(
    await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.currentTime !== null && Number(one.effect?.getComputedTiming().duration) > 10).length,
    ),
  ).toBe(0);
});
