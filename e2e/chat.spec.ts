import type { Locator } from '@playwright/test';
import { IN_FULL } from '../world/tier.ts';
import { agentOf, chatOf, numbered, sayAsMember, watchMessages } from './chat.ts';
import { button, enter, filled, th, watchCalls } from './member.ts';
import { violationsOf } from './wcag.ts';
import { acceptAgreement, expect, test } from './world.ts';

test('a guest is answered and finds the conversation again after a reload, another guest does not see it, and nothing of the chat is fetched before it is opened', async ({
  page,
  browser,
}) => {
  const fetched: string[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto('/login');
  const chat = chatOf(page);
  await test.step('not a byte of the chat is fetched before it is opened, and a guest opens no connection', async () => {
    await expect(chat.launcher).toBeVisible();
    const ofTheChat = (path: string) => /chat-panel|message-body|room-|socket|\/api\/chat\/history/.test(path);
    expect(fetched.filter(ofTheChat)).toEqual([]);
    expect(sockets).toEqual([]);
    await chat.open();
    await expect.poll(() => fetched.filter(ofTheChat).length).toBeGreaterThan(0);
  });
  await expect(chat.panel.getByText(th['chat.hello'])).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await chat.say('hello from a guest');
  await expect(chat.log.getByText('hello from a guest')).toBeVisible();
  const answer = chat.log.getByText('มีอะไรให้ช่วย');
  await expect(answer).toBeVisible();
  await chat.log.getByRole('button', { name: 'วิธีฝากเงิน' }).click();
  await expect(chat.log.getByRole('button', { name: 'คุยกับเจ้าหน้าที่' }).first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.reload();
  await chat.open();
  await expect(chat.log.getByText('hello from a guest')).toHaveCount(1);
  await expect(answer).toHaveCount(1);
  const asked = page.waitForRequest('**/api/chat/history');
  await chat.panel.getByRole('button', { name: th['action.refresh'], exact: true }).click();
  await asked;
  await expect(chat.log.getByText('hello from a guest')).toHaveCount(1);

  await using stranger = await browser.newContext();
  await acceptAgreement(stranger);
  const elsewhere = await stranger.newPage();
  await elsewhere.goto(new URL('/login', page.url()).href);
  const theirs = chatOf(elsewhere);
  await theirs.open();
  await expect(theirs.panel.getByText(th['chat.hello'])).toBeVisible();
  await expect(theirs.log.getByText('hello from a guest')).toHaveCount(0);
});

test('a member and an operator talk live, and a picture whose upload failed is sent again or removed', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await enter(page, world, member, '/user/contact');
  const picture = await page.screenshot();
  const chat = chatOf(page);
  await chat.open();

  await test.step('a member and an operator talk live, and a line marks the end of a conversation', async () => {
    await chat.panel.getByRole('button', { name: th['chat.start.agent'] }).click();
    await expect(chat.log.getByText(th['chat.start.agent'])).toBeVisible();
    await chat.expectSent();
    const agent = await agentOf(world);
    const conversation = await agent.conversationWith(member.id);
    await agent.say(conversation, 'agent speaking');
    await expect(chat.log.getByText('agent speaking')).toBeVisible();
    await chat.say('thank you');
    await chat.expectSent();
    await expect(chat.log.getByText(th['chat.ended'])).toHaveCount(0);
    await agent.close(conversation);
    await chat.say('one more thing');
    await expect(chat.log.getByText(th['chat.ended'])).toHaveCount(1);
    const order = (await chat.log.innerText()).replaceAll('\n', ' ');
    expect(order).toMatch(new RegExp(`thank you.*${th['chat.ended']}.*one more thing`));
    await chat.expectSent();
  });

  await test.step('a picture whose upload failed is sent again or removed; a picture that arrived is there once', async () => {
    let failures = 2;
    await page.route('**/api/chat/upload-image', (route) => {
      failures -= 1;
      return failures >= 0 ? route.abort() : route.continue();
    });
    await chat.attach('first.png', picture);
    await chat.attach('second.png', picture);
    await expect(chat.log.getByRole('alert')).toHaveCount(2);
    const row = (name: string) =>
      chat.log
        .locator('[data-entry]')
        .filter({ has: page.getByRole('button', { name: filled(th['chat.openImage'], { name }) }) });
    await row('second.png').getByRole('button', { name: th['action.remove'] }).click();
    await expect(row('second.png')).toHaveCount(0);
    await row('first.png').getByRole('button', { name: th['chat.resend'] }).click();
    await expect(row('first.png').getByRole('img', { name: th['chat.sent'] })).toBeVisible();

    await page.reload();
    await chat.open();
    await expect(row('first.png')).toHaveCount(1);
    await expect(row('second.png')).toHaveCount(0);
    const image = row('first.png').locator('img');
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await row('first.png').getByRole('button').click();
    const lightbox = page.getByRole('dialog', { name: th['chat.image'] });
    await expect(lightbox.getByRole('img', { name: 'first.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lightbox).toBeHidden();
    await expect(chat.panel).toBeVisible();
  });

  await test.step('a picture whose link ran out while the chat stayed open is asked for anew, and is there again', async () => {
    const image = chat.log.locator('[data-entry] img[src^="/media/"]');
    const link = (await image.getAttribute('src')) ?? '';
    await world.moveClock(11 * 60);
    // As where the browser loads it once more, because it comes into sight again.
    await image.evaluate((element: HTMLImageElement) => {
      element.src = `${element.src}?again`;
    });
    await expect(image).not.toHaveAttribute('src', new RegExp(`^${link}`));
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  });
});

test(
  'a customer sends by Enter, in lines by Shift+Enter, at most 2000 characters, and no file that is too large or of another kind',
  IN_FULL,
  async ({ page, context }) => {
    const messages = await watchMessages(page);
    await page.goto('/login');
    const chat = chatOf(page);
    await chat.open();
    const calls = watchCalls(page);

    await test.step('a file that is too large or of another kind is refused before it is sent', async () => {
      const choose = (name: string, mimeType: string, bytes: number) =>
        chat.panel.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes) });
      await choose('a.png', 'image/png', 10 * 1024 * 1024 + 1);
      await expect(chat.panel.getByRole('alert')).toHaveText(filled(th['chat.fileTooLarge'], { n: 10 }));
      await choose('a.pdf', 'application/pdf', 10);
      await expect(chat.panel.getByRole('alert')).toHaveText(th['chat.fileNotSupported']);
      await choose('noextension', 'image/png', 10);
      await expect(chat.panel.getByRole('alert')).toHaveText(th['chat.fileNotSupported']);
      expect(calls.filter((call) => call.includes('upload'))).toEqual([]);
    });

    await test.step('Enter sends, Shift+Enter begins a line, and Enter while a word is being composed does neither', async () => {
      const browser = await context.newCDPSession(page);
      await chat.input.focus();
      await browser.send('Input.imeSetComposition', { text: 'กำ', selectionStart: 2, selectionEnd: 2 });
      // As the browser reports a key that the input method handles.
      await chat.input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });
      await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
      await expect(chat.input).toHaveValue('กำ');
      await browser.send('Input.insertText', { text: 'กำลังพิมพ์' });
      await chat.input.press('Shift+Enter');
      await chat.input.pressSequentially('สองบรรทัด');
      await expect(chat.input).toHaveValue('กำลังพิมพ์\nสองบรรทัด');
      await expect(chat.log.locator('[data-entry]')).toHaveCount(0);
      await chat.input.press('Enter');
      await expect(chat.input).toHaveValue('');
      await expect(chat.log.getByText('กำลังพิมพ์')).toContainText('สองบรรทัด');
    });

    await test.step('a text may have 2000 characters and not one more', async () => {
      await chat.expectSent();
      const { sent } = messages;
      const sentBefore = sent();
      await chat.say('x'.repeat(2_001));
      await expect(chat.panel.getByText(filled(th['chat.tooLong'], { n: 1 }))).toBeVisible();
      await expect(chat.log.getByText(/^x+$/)).toHaveCount(0);
      expect(sent()).toBe(sentBefore);
      await chat.say(` ${'y'.repeat(2_000)} `);
      await expect(chat.input).toHaveValue('');
      await chat.expectSent();
      await expect(chat.log.getByText(/^y{2000}$/)).toBeVisible();
      expect(sent()).toBe(sentBefore + 1);
      await chat.say('   ', 'the end');
      await expect(chat.log.getByText('the end')).toBeVisible();
      await chat.expectSent();
      expect(sent()).toBe(sentBefore + 2);
    });
  },
);

test('unread messages are counted on the button and in the banner, and are read when they have been seen', async ({
  page,
  world,
}) => {
  const member = await world.newMember();
  await sayAsMember(world, member, 'let us begin');
  const agent = await agentOf(world);
  const conversation = await agent.conversationWith(member.id);
  await enter(page, world, member, '/user/contact');
  const chat = chatOf(page);
  // The unread message is the bot's greeting.
  await expect(chat.unread(1)).toBeVisible();
  await agent.say(conversation, ...numbered('news', 29));
  await expect(chat.unread(30)).toBeVisible();
  expect(await agent.hasSeen(conversation)).toBe(false);
  const marked = page.waitForRequest('**/api/chat/read-customer/');
  const openedAt = Date.now();
  await chat.launcher.click();
  await expect(chat.log.getByText('news 29', { exact: true })).toBeInViewport();
  await marked;
  expect(Date.now() - openedAt).toBeGreaterThanOrEqual(1_000);
  await expect.poll(() => agent.hasSeen(conversation)).toBe(true);

  await chat.log.evaluate((log) => log.scrollTo(0, log.scrollHeight - log.clientHeight - 61));
  await expect(button(page, th['chat.toNewest'])).toBeVisible();
  await agent.say(conversation, 'further down', 'at the bottom');
  const banner = chat.panel.getByRole('button', { name: filled(th['chat.news'], { n: 2 }) });
  await expect(banner).toBeVisible();
  await expect(chat.log.getByText('at the bottom')).not.toBeInViewport();
  expect(await agent.hasSeen(conversation)).toBe(false);
  await banner.click();
  await expect(chat.log.getByText('at the bottom')).toBeInViewport();
  await expect(banner).toBeHidden();
  await expect.poll(() => agent.hasSeen(conversation)).toBe(true);
  // This close to the end the list follows new messages by itself.
  await chat.log.evaluate((log) => log.scrollTo(0, log.scrollHeight - log.clientHeight - 59));
  await agent.say(conversation, 'followed');
  await expect(chat.log.getByText('followed')).toBeInViewport();
  await chat.end();
  await expect(chat.panel).toBeHidden();
  await expect(chat.launcher).toBeFocused();
});

test('on a phone the button stands on the line of the menu, beside it, and the page ends above both', async ({
  page,
  world,
}) => {
  await enter(page, world, await world.newMember(), '/user/contact');
  await page.setViewportSize({ width: 390, height: 420 });
  const chat = button(page, th['chat.open']);
  await expect(chat).toBeVisible();
  const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [menu, own] = [await boxOf(page.getByRole('navigation')), await boxOf(chat)];
  expect([own.y, own.height]).toEqual([menu.y, menu.height]);
  expect(own.x).toBeGreaterThan(menu.x + menu.width);
  expect(own.width).toBeGreaterThanOrEqual(44);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.getByRole('main').locator('p, a, button, img').last();
  await expect.poll(async () => (await boxOf(last)).y + (await boxOf(last)).height).toBeLessThanOrEqual(menu.y);
});
