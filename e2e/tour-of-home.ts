import { expect, type Page } from '@playwright/test';
import { chatOf } from './chat.ts';
import { dismissToasts, lookAtMotion, openPlaces } from './home.ts';
import { button, enter, th } from './member.ts';
import { goToStatement, openEntry } from './money.ts';
import { acceptAgreement, type World } from './world.ts';

/** Called at each screen of a tour, with its name. */
export type Look = (screen: string) => Promise<void>;

/** The tour of a member who has no money yet, and asks in the chat. */
export async function tourOfBeginner(page: Page, world: World, look: Look): Promise<void> {
  await acceptAgreement(page.context());
  await enter(page, world, await world.newMember());
  await expect(button(page, th['home.first.button'])).toBeVisible();
  await look('home of a new member');
  const chat = chatOf(page);
  await chat.open();
  await expect(chat.input).toBeVisible();
  await look('chat');
  await chat.say('วิธีฝาก');
  await expect(chat.log.getByRole('button').first()).toBeVisible();
  await chat.expectSent();
  await look('chat with an answer');
}

/** The tour of a member with a withdrawal that is checked, and two that were paid. */
export async function tourOfWaiting(page: Page, world: World, look: Look): Promise<void> {
  await acceptAgreement(page.context());
  const member = await world.newMember();
  await world.giveMoney(member.id, 50_000_00);
  await world.openAccount(member, 'pg', 1_234.5);
  const token = await world.tokenOf(member);
  for (const amount of [300, 400, 25_000])
    expect((await world.call('POST /api/wallet/withdraw', { token, body: { amount } })).status).toBe(200);
  const paid = `select from withdrawals where member_id = $1 and state = 'paid'`;
  await expect.poll(() => world.query(paid, [member.id])).toHaveLength(2);
  await enter(page, world, member);
  await expect(page.getByRole('region', { name: th['motion.title'], exact: true })).toBeVisible();
  await dismissToasts(page);
  await look('home with a withdrawal that is checked');
  await lookAtMotion(page, () => look('what is in motion'));
  await openPlaces(page);
  await look('where the money is');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: th['places.title'], exact: true })).toBeHidden();
  const { entries } = await goToStatement(page);
  await openEntry(page, entries.first());
  await look('a withdrawal that is checked');
  await button(page, th['movement.ask']).click();
  const chat = chatOf(page);
  await expect(chat.input).toBeVisible();
  await look('chat about a withdrawal');
  await chat.end();

  await page.goto('/user/home');
  await button(page, th['home.hide']).click();
  await expect(button(page, th['home.show'])).toBeVisible();
  await look('home with hidden money');
}
